import { ActionIcon, Button, Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { PhotoField } from '../../form/photo-field.tsx'
import { StoredPicture } from '../../form/stored-picture.tsx'
import { useUnsent } from '../../form/unsent.ts'
import classes from '../entity.module.css'
import { useUploads } from './use-uploads.ts'

type Props = {
  entity: EntityName
  /** The relation that refers to the pictures. */
  field: string
  label: string
  value: readonly string[]
}
export type EditedProps = Props & {
  /** Called with a function of the current ids, since an upload can end between two renders. */
  onChange: (change: (ids: readonly string[]) => string[]) => void
  error?: ReactNode
  'data-path': string
}

/**
 * The pictures of a row that is being edited. Each is uploaded when it is chosen, so that the draft still has it after a reload. The save
 * waits for the uploads and attaches the pictures to the row.
 */
export function PicturesField({ entity, field, label, value, onChange, error, 'data-path': path }: EditedProps) {
  const uploads = useUploads({ entity, field, what: 'Kuvaa', onStored: (id) => onChange((ids) => [...ids, id]) })
  const { waiting, isSending, isUnsent, send } = uploads
  const { isSaving } = useUnsent(path, isUnsent, send)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={isSending ? null : (error ?? uploads.fault)}
      errorProps={{ role: 'alert' }}
      data-path={path}
    >
      <Pictures label={label} value={value} onRemove={(id) => onChange((ids) => ids.filter((other) => other !== id))} />
      <PhotoField photos={waiting} onChange={uploads.take} onReading={uploads.read} disabled={isSaving} />
      {waiting.length > 0 && !isSending && (
        <Button variant="default" size="compact-sm" onClick={() => void send()}>
          Lähetä kuvat
        </Button>
      )}
    </Input.Wrapper>
  )
}

/** The pictures of a row; `onRemove` where they may be removed. */
export function Pictures({ label, value, onRemove }: Pick<Props, 'label' | 'value'> & { onRemove?: (id: string) => void }) {
  if (value.length === 0) return null
  return (
    <ul className={classes.pictures} aria-label={label || undefined}>
      {value.map((id, index) => (
        <li key={id}>
          <StoredPicture uri={`/file/${id}`} alt={`${label} ${index + 1}`} />
          {onRemove && (
            <ActionIcon
              variant="filled"
              color="dark"
              className={classes.removePicture}
              aria-label={`Poista kuva ${index + 1}`}
              onClick={() => onRemove(id)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}
