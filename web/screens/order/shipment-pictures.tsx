import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addPictureCall } from '#domain/calls/shipment-pictures.ts'
import { ask } from '../../data/api-call.ts'
import { base64Of } from '../../data/base64.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { rereadAfterChange } from '../../data/queries.ts'
import type { Seen } from '../../data/row.ts'
import { PhotoField } from '../../kit/photo-field.tsx'
import type { Photo } from '../../kit/photos.ts'
import { StoredPicture } from '../../kit/stored-picture.tsx'
import classes from './order.module.css'

type Shipment = Pick<Seen<'lahetys'>, 'id' | 'tunniste' | 'kuvat'>

/** The shipment's pictures; `onRemove` for those who may take one off. */
export function ShipmentPictures({ shipment, onRemove }: { shipment: Shipment; onRemove: ((id: string) => void) | undefined }) {
  const { tunniste, kuvat } = shipment
  if (kuvat.length === 0) return null
  return (
    <ul className={classes.pictures} aria-label={`Lähetyksen ${tunniste} kuvat`}>
      {kuvat.map((id, index) => (
        <li key={id}>
          <StoredPicture uri={`/file/${id}`} alt={`Lähetys ${tunniste}, kuva ${index + 1}`} />
          {onRemove && (
            <ActionIcon
              variant="filled"
              color="dark"
              className={classes.removePicture}
              aria-label={`Poista kuva ${index + 1}`}
              title="Poista kuva"
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

/** Adds pictures to a shipment, each as soon as it is chosen; one that could not be sent stays, to be sent again. */
export function AddPictures({ shipment }: { shipment: Shipment }) {
  const [waiting, setWaiting] = useState<readonly Photo[]>([])
  const send = useMutation({
    mutationFn: async (photos: readonly Photo[]) => {
      for (const { key, image } of photos) {
        const kuva = await base64Of(image)
        await ask(addPictureCall, { lahetys: shipment.id, kuva }, { idempotencyKey: key, quiet: [413, 422] })
        setWaiting((still) => still.filter((photo) => photo.key !== key))
      }
    },
    onError: (failure) => {
      if (failure instanceof CallFault && (failure.status === 413 || failure.status === 422)) showFault(failure.message)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys'),
  })
  const take = (photos: readonly Photo[]) => {
    const added = photos.filter(({ key }) => !waiting.some((photo) => photo.key === key))
    setWaiting(photos)
    if (added.length > 0 && !send.isPending) send.mutate(photos)
  }
  return (
    <>
      <PhotoField photos={waiting} onChange={take} />
      {waiting.length > 0 && !send.isPending && (
        <Button variant="default" onClick={() => send.mutate(waiting)}>
          Lähetä kuvat
        </Button>
      )}
    </>
  )
}
