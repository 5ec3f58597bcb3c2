import { ActionIcon, Button, Input, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { CallFault } from '#web/data/fault.ts'
import { PhotoField } from '../../form/photo-field.tsx'
import { type Photo, storePhotos } from '../../form/photos.ts'
import { StoredPicture } from '../../form/stored-picture.tsx'
import classes from '../entity.module.css'

type Props = {
  entity: EntityName
  /** The relation that holds the pictures. */
  field: string
  label: string
  value: readonly string[]
  /** Without it they are only shown. */
  onChange?: ((ids: string[]) => void) | undefined
}

/** Pictures of a row. Each is stored as soon as it is taken, so that a draft holds it over a reload; the save attaches it to the row. */
export function PicturesField({ entity, field, label, value, onChange }: Props) {
  const [waiting, setWaiting] = useState<readonly Photo[]>([])
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (photos: readonly Photo[]) => storePhotos(entity, field, photos),
    onSuccess: (ids, photos) => {
      setWaiting((still) => still.filter((photo) => !photos.includes(photo)))
      latest.current.onChange?.([...latest.current.value, ...ids])
    },
    networkMode: 'always',
  })
  const take = (photos: readonly Photo[]) => {
    setWaiting(photos)
    if (photos.some((photo) => !waiting.includes(photo)) && !isPending) mutate(photos)
  }
  return (
    <Input.Wrapper label={label} labelElement="div">
      {value.length > 0 && (
        <ul className={classes.pictures} aria-label={label}>
          {value.map((id, index) => (
            <li key={id}>
              <StoredPicture uri={`/file/${id}`} alt={`${label} ${index + 1}`} />
              {onChange && (
                <ActionIcon
                  variant="filled"
                  color="dark"
                  className={classes.removePicture}
                  aria-label={`Poista kuva ${index + 1}`}
                  onClick={() => onChange(value.filter((other) => other !== id))}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {onChange && <PhotoField photos={waiting} onChange={take} />}
      {error && waiting.length > 0 && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {error instanceof CallFault ? error.message : 'Kuvaa ei saatu tallennettua.'}
        </Text>
      )}
      {waiting.length > 0 && !isPending && (
        <Button variant="default" size="compact-sm" onClick={() => mutate(waiting)}>
          Lähetä kuvat
        </Button>
      )}
    </Input.Wrapper>
  )
}
