import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import type { EntityName } from '#domain/registry.ts'
import { newId, type Seen } from '../data/row.ts'
import { shrinkPicture } from '../data/shrink-picture.ts'
import { useBlobUrl } from '../data/stored-file.ts'
import { upload } from '../data/upload.ts'
import classes from './photo-field.module.css'

/** A picture on this device: its file is stored once, however often the save is tried. */
export type Photo = { key: string; image: Blob; fileId?: string }

type Props = { label: string; description?: string; photos: readonly Photo[]; onChange: (photos: readonly Photo[]) => void }

/** Takes pictures with the device's camera, or picks them where there is none. */
export function PhotoField({ label, description, photos, onChange }: Props) {
  async function take(files: readonly File[]): Promise<void> {
    const images = await Promise.all(files.map(shrinkPicture))
    onChange([...photos, ...images.map((image) => ({ key: newId(), image }))])
  }
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <div className={classes.photos}>
        {photos.map((photo, index) => (
          <Taken
            key={photo.key}
            photo={photo}
            number={index + 1}
            onRemove={() => onChange(photos.filter(({ key }) => key !== photo.key))}
          />
        ))}
        <FileButton accept="image/*" capture="environment" multiple onChange={(files) => void take(files)}>
          {(props) => (
            <Button {...props} variant="default" size="md" leftSection={<IconCamera size={20} aria-hidden />}>
              {photos.length === 0 ? 'Ota kuva' : 'Ota toinen'}
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}

function Taken({ photo, number, onRemove }: { photo: Photo; number: number; onRemove: () => void }) {
  const url = useBlobUrl(photo.image)
  return (
    <div className={classes.photo}>
      {url && <img src={url} alt={`Kuva ${number}`} />}
      <ActionIcon
        variant="filled"
        color="dark"
        size={44}
        className={classes.remove}
        aria-label={`Poista kuva ${number}`}
        onClick={onRemove}
      >
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Stores what is not stored yet, one after another as a phone's network likes it, and gives the ids of all. */
export async function storePhotos<N extends EntityName>(
  name: N,
  field: keyof Seen<N> & string,
  photos: readonly Photo[],
): Promise<string[]> {
  const ids: string[] = []
  for (const photo of photos) {
    photo.fileId ??= (
      await upload(
        name,
        field,
        { bytes: photo.image, filename: `kuva-${photo.key.slice(0, 8)}.jpg` },
        { idempotencyKey: photo.key, quiet: [0] },
      )
    ).id
    ids.push(photo.fileId)
  }
  return ids
}
