import type { FailureReason } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import { toimituspoikkeama } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import type { Row } from '#domain/registry.ts'
import { parseField } from '#domain/validate.ts'
import { add, type Operation, update } from '../data/operations.ts'
import type { Point } from '../data/position.ts'
import { type Photo, storePhotos } from './photo-field.tsx'

/** Why some shipments were not delivered, as it was told at the door. */
export type Failure = { id: string; syy: FailureReason; selite: string; photos: readonly Photo[]; at: number; where: Point | null }
type Tried = Pick<Row<'lahetys'>, 'id' | 'vid' | 'tila'>

/** What is wrong with it, by field: another reason than those offered is told in words (the server says the same). */
export function failureFaults({ syy, selite }: { syy: FailureReason | ''; selite: string }): Record<string, string> {
  const parsed = parseField(toimituspoikkeama.fields.selite, selite)
  return {
    ...(syy === '' ? { syy: 'Valitse syy.' } : {}),
    ...('fault' in parsed ? { selite: parsed.fault } : syy === 'muu' && selite.trim() === '' ? { selite: 'Kerro, mitä tapahtui.' } : {}),
  }
}

/** The failure and the shipments that wait for an answer to it, as one deed; its pictures are stored first. */
export async function failureDeed({ id, syy, selite, photos, at, where }: Failure, shipments: readonly Tried[]): Promise<Operation[]> {
  const kuvat = await storePhotos('toimituspoikkeama', 'kuvat', photos)
  return [
    add('toimituspoikkeama', {
      id,
      syy,
      selite: selite.trim(),
      laitteen_aika: at,
      ...where,
      lahetykset: shipments.map((shipment) => shipment.id),
      kuvat,
    }),
    ...shipments.map((shipment) => update('lahetys', shipment, { tila: 'myohassa', poikkeama: id })),
  ]
}
