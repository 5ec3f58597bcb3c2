import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addPictureCall } from '#domain/features/deliveries/shipment-pictures.ts'
import { ask } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { base64Of } from '#web/data/files/base64.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Seen } from '#web/data/row.ts'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import type { Photo } from '#web/kit/form/photos.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import classes from '../order.module.css'

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
