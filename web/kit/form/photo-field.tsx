import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { pictureTypes, shrinkPicture } from '#web/data/files/shrink-picture.ts'
import { useBlobUrl } from '#web/data/files/stored-file.ts'
import { newId } from '#web/data/row.ts'
import classes from './photo-field.module.css'
import type { Photo } from './photos.ts'

type Props = {
  /** Without one it is shown as a button. */
  label?: string
  description?: string
  photos: readonly Photo[]
  onChange: (photos: readonly Photo[]) => void
  /** Called with a promise that resolves once the chosen files have been read. */
  onReading?: (reading: Promise<void>) => void
  disabled?: boolean
}

/** The message about files that this browser cannot read as pictures. */
const refusalOf = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Ei otettu mukaan: ${names.join(', ')}. Valitse ehjä JPEG-, PNG- tai WebP-kuva, joka ei ole liian suuri.`

/** Takes pictures with the device's camera, or picks files where there is none. Files that are not pictures are reported at once. */
export function PhotoField({ label, description, photos, onChange, onReading, disabled = false }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  // Pictures added while others are still being resized are not lost.
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  })
  async function take(files: readonly File[]): Promise<void> {
    setRefusal(null)
    const read = await Promise.all(files.map(async (file) => ({ name: file.name, image: await shrinkPicture(file) })))
    setRefusal(refusalOf(read.filter(({ image }) => image === null).map(({ name }) => name)))
    const taken = read.flatMap(({ image }) => (image ? [{ key: newId(), image }] : []))
    if (taken.length === 0) return
    latest.current = [...latest.current, ...taken]
    onChange(latest.current)
  }
  const read = (files: readonly File[]) => {
    const reading = take(files)
    onReading?.(reading)
  }
  return (
    <Input.Wrapper label={label} description={description} error={refusal} labelElement="div" errorProps={{ role: 'alert' }}>
      <div className={classes.photos} data-field={label ? true : undefined}>
        {photos.map((photo, index) => (
          <Taken
            key={photo.key}
            photo={photo}
            number={index + 1}
            onRemove={() => onChange(photos.filter(({ key }) => key !== photo.key))}
          />
        ))}
        <FileButton accept={pictureTypes} capture="environment" multiple disabled={disabled} onChange={(files) => read(files)}>
          {(props) => (
            <Button
              {...props}
              disabled={disabled}
              {...(label ? { variant: 'default', size: 'md' } : { variant: 'subtle' })}
              leftSection={<IconCamera size={label ? 20 : 18} aria-hidden />}
            >
              {!label ? 'Lisää kuva' : photos.length === 0 ? 'Ota kuva' : 'Ota toinen'}
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
