import { hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { add, operations, update } from '../../data/operations.ts'
import type { Point } from '../../data/position.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { upload } from '../../data/upload.ts'
import type { Order, Shipment } from '../../kit/delivery.ts'
import { type Failure, failureDeed } from '../../kit/failed-delivery.ts'
import { type Photo, storePhotos } from '../../kit/photos.ts'
import { shipmentTable } from '../../kit/shipment-table.ts'
import { nowSeconds } from '../../session/token.ts'
import type { Person } from './acknowledge-data.ts'
import type { Signature } from './deed.ts'

export type ToSave = {
  /** Of the acknowledgement: the same over retries. */
  id: string
  order: Pick<Order, 'tunniste'>
  received: readonly Shipment[]
  nimenselvennys: string
  /** Null when nothing was received. */
  signature: Signature | null
  photos: readonly Photo[]
  failed: readonly (readonly [Shipment, Failure])[]
  where: Point | null
}

/** Who received what, and what was not received and why, as one deed. Gives the received shipments as they then stand. */
export async function saveDelivery({ id, order, received, nimenselvennys, signature, photos, failed, where }: ToSave) {
  if (signature)
    signature.fileId ??= (
      await upload(
        'v_o_kuittaus',
        'kuittaus',
        { bytes: signature.image, filename: `kuittaus-${order.tunniste}.png` },
        { idempotencyKey: signature.uploadKey, quiet: [0, 413, 422] },
      )
    ).id
  const pictures = received.length === 0 ? [] : await storePhotos('lahetys', 'kuvat', photos)
  const deed = received.map((shipment) =>
    update('lahetys', shipment, {
      tila: 'toimitettu',
      ...(shipment.poikkeama === null ? {} : { poikkeama: null }),
      ...(pictures.length > 0 ? { kuvat: [...shipment.kuvat, ...pictures] } : {}),
    }),
  )
  if (signature?.fileId)
    deed.push(
      add('v_o_kuittaus', {
        id,
        nimenselvennys,
        laitteen_aika: signature.at,
        ...where,
        lahetykset: received.map((shipment) => shipment.id),
        kuittaus: signature.fileId,
      }),
    )
  for (const [shipment, failure] of failed) deed.push(...(await failureDeed(failure, [shipment])))
  const results = await operations(deed, saveKeyOf(id, deed), { quiet: [0, 409, 422] })
  return received.flatMap((_, index) => results.row('lahetys', index) ?? [])
}

/** What takes the delivery back, where the state table lets the person do so; the signature stays as evidence of what was done. */
export function undoOf(
  rows: readonly { id: string; vid: number; kuljettaja: string | null }[],
  person: Person,
): (() => Promise<void>) | null {
  const now = nowSeconds()
  const returns = rows.every((row) => {
    const actor = stateActorOf(person, row)
    return actor && hasWayBack(shipmentTable(), { from: 'kuljetuksessa', to: 'toimitettu', actor, now })
  })
  if (rows.length === 0 || !returns) return null
  return async () => {
    await operations(
      rows.map((row) => update('lahetys', row, { tila: 'kuljetuksessa' })),
      newId(),
    )
    await rereadAfterChange('tilaus', 'lahetys')
  }
}
