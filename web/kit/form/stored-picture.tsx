import { Modal, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useStoredFile } from '#web/data/files/stored-file.ts'
import classes from './stored-picture.module.css'

type Props = {
  /** The URI in the file's row. */
  uri: string
  alt: string
  /** With a white background, for signatures. */
  onWhite?: boolean
}

/** A small version of a stored picture; pressing it opens the large one. */
export function StoredPicture({ uri, alt, onWhite = false }: Props) {
  const [open, setOpen] = useState(false)
  const { url, failed } = useStoredFile(`${uri}?koko=pieni`)
  if (failed) return <Text c="dimmed">{alt}: kuvaa ei saatu.</Text>
  if (!url) return <Skeleton width={118} height={88} radius="md" aria-hidden />
  const className = onWhite ? ` ${classes.paper}` : ''
  return (
    <>
      <button type="button" className={classes.button} aria-label={`${alt}, suurenna`} onClick={() => setOpen(true)}>
        <img src={url} alt={alt} className={`${classes.small}${className}`} />
      </button>
      <Modal opened={open} onClose={() => setOpen(false)} title={alt} size="xl">
        {open && <Large uri={uri} alt={alt} className={className} />}
      </Modal>
    </>
  )
}

function Large({ uri, alt, className }: { uri: string; alt: string; className: string }) {
  const { url, failed } = useStoredFile(`${uri}?koko=suuri`)
  if (failed) return <Text c="dimmed">Kuvaa ei saatu.</Text>
  return url ? <img src={url} alt={alt} className={`${classes.large}${className}`} /> : <Skeleton height={320} radius="md" aria-hidden />
}
