import * as z from 'zod/mini'
import type { NewItem, OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { CallFault, Conflict } from '#web/data/fault.ts'
import { byIds, list } from '#web/data/json-api.ts'
import { operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { type Photo, storePhotos } from '#web/kit/form/photos.ts'
import { passOn } from '../conflicts/pass-on.ts'

export const pictureKind = 'kuva'

const payloadShape = z.object({
  photo: z.object({ key: z.string(), image: z.instanceof(Blob) }),
  shipments: z.array(z.string()),
})
/** A picture of shipments at a door. */
export type QueuedPicture = z.infer<typeof payloadShape>

/** The item that sends a picture after everything else; it holds up nothing. */
export const pictureItem = (
  { photo: { key, image }, shipments }: { photo: Photo; shipments: readonly string[] },
  { at, label }: Pick<OutboxItem, 'at' | 'label'>,
): NewItem => ({
  id: key,
  kind: pictureKind,
  at,
  label: `Kuva: ${label}`,
  about: [],
  chain: [...shipments],
  payload: { photo: { key, image }, shipments: [...shipments] } satisfies QueuedPicture,
})

/** Somebody may change the shipments between the read and the save. */
const maxAttempts = 3

/** Adds the picture to the shipments that do not have it yet. */
async function attach(of: { fileId: string; shipments: readonly string[] }, options: Passed, attempt = 1): Promise<void> {
  const { fileId, shipments } = of
  const { rows } = await list('lahetys', { ...byIds(shipments), fields: { lahetys: ['vid', 'kuvat'] } }, options)
  // Given to another driver, or removed: a dispatcher decides what becomes of the picture.
  if (rows.length < shipments.length) throw new CallFault(404)
  const missing = rows.filter(({ kuvat }) => !kuvat.includes(fileId))
  if (missing.length === 0) return
  const changes = missing.map((row) => update('lahetys', row, { kuvat: [...row.kuvat, fileId] }))
  try {
    await operations(changes, saveKeyOf(fileId, changes), options)
  } catch (refusal) {
    if (!(refusal instanceof Conflict) || attempt === maxAttempts) throw refusal
    await attach(of, options, attempt + 1)
  }
}

/** Sends the pictures of deliveries from the outbox (web/data/device/outbox.ts). */
export const pictureSender: Sender = {
  noun: ['kuva', 'kuvaa'],
  load: () => 'picture',
  async send(payload, _item, options) {
    const { photo, shipments } = payloadShape.parse(payload)
    const [fileId] = await storePhotos({ name: 'lahetys', field: 'kuvat' }, [photo], options)
    if (fileId === undefined) return
    try {
      await attach({ fileId, shipments }, options)
    } finally {
      void rereadAfterChange('lahetys', 'tilaus')
    }
  },
  async passOn(item, refusal, options) {
    const { photo, shipments } = payloadShape.parse(item.payload)
    const kuvat = await storePhotos({ name: 'lahetys', field: 'kuvat' }, [photo], options)
    await passOn(item, { refusal, toimi: { laji: 'kuva', lahetykset: shipments, kuvat } }, options)
  },
}
