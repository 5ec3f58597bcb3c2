import { ActionIcon, Button, FileButton, Input, Loader, Skeleton, Text } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { acceptedFiles, useFileFacts } from '#web/data/files/file-rows.ts'
import { newId } from '#web/data/row.ts'
import { useUnsent } from '../../form/unsent.ts'
import classes from './files-field.module.css'
import type { EditedProps } from './pictures-field.tsx'
import { StoredFile } from './stored-file.tsx'
import { useUploads } from './use-uploads.ts'

/** An input for files of any kind. Each file is uploaded as soon as it is chosen; saving the row waits for the uploads and attaches the files. */
export function FilesField({ entity, field, label, value, onChange, error, 'data-path': path }: EditedProps) {
  const uploads = useUploads({ entity, field, what: 'Tiedostoa', onStored: (id) => onChange((ids) => [...ids, id]) })
  const { waiting, isSending, isUnsent, send, take } = uploads
  const { isSaving } = useUnsent(path, isUnsent, send)
  const add = (files: readonly File[]) => take([...waiting, ...files.map((file) => ({ key: newId(), image: file, name: file.name }))])
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={isSending ? null : (error ?? uploads.fault)}
      errorProps={{ role: 'alert' }}
      data-path={path}
    >
      <Files label={label} value={value} onRemove={(id) => onChange((ids) => ids.filter((other) => other !== id))} />
      {waiting.map((file) => (
        <div key={file.key} className={classes.file}>
          {isSending ? <Loader size={18} aria-label="Lähetetään" /> : <IconPaperclip size={18} aria-hidden />}
          <span className={classes.name}>{file.name}</span>
          <RemoveButton name={file.name ?? ''} onClick={() => take(waiting.filter(({ key }) => key !== file.key))} />
        </div>
      ))}
      <FileButton accept={acceptedFiles} multiple disabled={isSaving} onChange={add}>
        {(props) => (
          <Button {...props} disabled={isSaving} variant="subtle" leftSection={<IconPaperclip size={18} aria-hidden />}>
            Lisää tiedosto
          </Button>
        )}
      </FileButton>
      {waiting.length > 0 && !isSending && (
        <Button variant="default" size="compact-sm" onClick={() => void send()}>
          Lähetä tiedostot
        </Button>
      )}
    </Input.Wrapper>
  )
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size={44} aria-label={`Poista tiedosto ${name}`} onClick={onClick}>
    <IconX size={18} aria-hidden />
  </ActionIcon>
)

type FilesProps = Pick<EditedProps, 'label' | 'value'> & { onRemove?: (id: string) => void }

/** The files of a row, which can be viewed, played or downloaded; with `onRemove` also removed from the row. */
export function Files({ label, value, onRemove }: FilesProps) {
  const { files, failed } = useFileFacts(value)
  if (value.length === 0) return null
  if (failed) return <Text c="dimmed">Tiedostoja ei saatu.</Text>
  return (
    <ul className={classes.files} aria-label={label || undefined}>
      {value.map((id) => {
        const file = files?.find((one) => one.id === id)
        return (
          <li key={id} className={classes.file}>
            {file ? <StoredFile file={file} /> : <Skeleton height={44} width={260} radius="md" aria-hidden />}
            {onRemove && <RemoveButton name={file?.name ?? ''} onClick={() => onRemove(id)} />}
          </li>
        )
      })}
    </ul>
  )
}
