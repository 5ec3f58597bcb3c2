import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { addPictureCall } from '#domain/features/deliveries/shipment-pictures.ts'
import { callApi } from '#web/data/api-call.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { base64Of } from '#web/data/files/base64.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { PhotoField } from '#web/kit/form/photo-field.tsx'
import type { Photo } from '#web/kit/form/photos.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import classes from '../order.module.css'

type Shipment = Pick<EntityRow<'lahetys'>, 'id' | 'tunniste' | 'kuvat'>

/** The shipment's pictures; `onRemove` for those who may remove one. */
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

/** Uploads pictures of a shipment as soon as they are chosen; one that could not be sent is kept for a retry. */
export function AddPictures({ shipment }: { shipment: Shipment }) {
  const [waiting, setWaiting] = useState<readonly Photo[]>([])
  const { run: send, isRunning } = useAction({
    mutationFn: async (photos: readonly Photo[]) => {
      for (const { key, image } of photos) {
        const kuva = await base64Of(image)
        await callApi(addPictureCall, { lahetys: shipment.id, kuva }, { idempotencyKey: key, quiet: [413, 422] })
        setWaiting((still) => still.filter((photo) => photo.key !== key))
      }
    },
    onFault: (fault) => {
      if (fault.status === 413 || fault.status === 422) showFault(fault.message)
    },
    onSettled: () => rereadAfterChange('tilaus', 'lahetys'),
  })
  const take = (photos: readonly Photo[]) => {
    const added = photos.filter(({ key }) => !waiting.some((photo) => photo.key === key))
    setWaiting(photos)
    if (added.length > 0 && !isRunning) send(photos)
  }
  return (
    <>
      <PhotoField photos={waiting} onChange={take} />
      {waiting.length > 0 && !isRunning && (
        <Button variant="default" onClick={() => send(waiting)}>
          Lähetä kuvat
        </Button>
      )}
    </>
  )
}
