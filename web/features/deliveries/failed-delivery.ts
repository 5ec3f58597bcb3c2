import * as z from 'zod/mini'
import type { FailureAction } from '#domain/entities/conflict/driver-action.ts'
import { type FailureReason, failureReasons, toimituspoikkeama } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { Row } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import { add, type Operation, update } from '#web/data/operations.ts'
import type { Point } from '#web/data/position.ts'
import type { Passed } from '#web/data/request.ts'
import { type Photo, photosShape, storePhotos } from '#web/kit/form/photos.ts'
import { recordsByOrder } from './delivery-records.ts'

/** Why some shipments were not delivered, as reported at the door. */
export type Failure = { id: string; syy: FailureReason; selite: string; photos: readonly Photo[]; at: number; where: Point | null }

export const isReason = (value: unknown): value is FailureReason => typeof value === 'string' && value in failureReasons
export const pointShape = z.nullable(z.object({ lat: z.number(), lng: z.number() }))
const report = { id: z.string(), selite: z.string(), photos: photosShape, at: z.number() }
/** The report as a device stores it, complete and waiting to be sent. `where` is the position of the first attempt to send. */
export const failureShape = z.object({ ...report, syy: z.custom<FailureReason>(isReason), where: pointShape })
export const failureDraftShape = z.object({
  ...report,
  syy: z.custom<FailureReason | ''>((value) => value === '' || isReason(value)),
  where: z.exactOptional(pointShape),
})
export type FailureDraft = z.infer<typeof failureDraftShape>

type AttemptedShipment = Pick<Row<'lahetys'>, 'id' | 'vid' | 'tila' | 'tilaus'>

/** Faults by field: the reason "other" requires an explanation (the server checks the same). */
export function failureFaults({ syy, selite }: { syy: FailureReason | ''; selite: string }): Record<string, string> {
  const parsed = parseField(toimituspoikkeama.fields.selite, selite)
  return {
    ...(syy === '' ? { syy: 'Valitse syy.' } : {}),
    ...('fault' in parsed ? { selite: parsed.fault } : syy === 'muu' && selite.trim() === '' ? { selite: 'Kerro, mitä tapahtui.' } : {}),
  }
}

/** The failure for the dispatcher, who decides about it; the pictures are uploaded first. */
export async function failureAction(
  { id, syy, selite, photos, where }: Failure,
  lahetykset: string[],
  options: Passed,
): Promise<FailureAction> {
  const kuvat = await storePhotos({ name: 'toimituspoikkeama', field: 'kuvat' }, photos, options)
  return { id, lahetykset, syy, selite: selite.trim(), kuvat, lat: where?.lat ?? null, lng: where?.lng ?? null }
}

/** The failure and the shipments that refer to it, as one save, with a record for each order; the pictures are uploaded first. */
export async function failureOperations(
  { id, syy, selite, photos, at, where }: Failure,
  shipments: readonly AttemptedShipment[],
  options: Passed,
): Promise<Operation[]> {
  const kuvat = await storePhotos({ name: 'toimituspoikkeama', field: 'kuvat' }, photos, options)
  return recordsByOrder(id, shipments).flatMap((record) => [
    add('toimituspoikkeama', {
      id: record.id,
      syy,
      selite: selite.trim(),
      laitteen_aika: at,
      ...where,
      lahetykset: record.shipments.map((shipment) => shipment.id),
      kuvat,
    }),
    ...record.shipments.map((shipment) => update('lahetys', shipment, { tila: 'myohassa', poikkeama: record.id })),
  ])
}
