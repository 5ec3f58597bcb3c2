import type { RowFault } from '../../model/define-entity.ts'
import { type Dimension, dimensions, limitFault, type ProductType } from '../../values/limits.ts'
import { newWishedDayFault } from '../../values/time/time.ts'
import type { Lahetys } from './shipment.entity.ts'

/** Limits that the order form and the import check on a shipment and the API does not (rules/values.md#goods-limits, "strict mode"). */
export const requiredPlaceTexts = {
  nimi: 'Kirjoita nimi.',
  osoite1: 'Kirjoita osoite.',
  postinro: 'Kirjoita postinumero.',
  postitmp: 'Kirjoita paikkakunta.',
} as const

export const missingSizes: Readonly<Record<Dimension, string>> = {
  maara: 'Kirjoita kappalemäärä.',
  pituus: 'Kirjoita pituus.',
  leveys: 'Kirjoita leveys.',
  korkeus: 'Kirjoita korkeus.',
  paino: 'Kirjoita paino.',
}

/** The shipment's field that stores a size; the weight is per piece (decision 5). */
export const fieldOfSize = (size: Dimension) => (size === 'paino' ? 'yksikkopaino' : size)

/** A new shipment as far as it is known: a missing value has not been given, or could not be read. */
export type StrictShipment = Partial<Pick<Lahetys, ReturnType<typeof fieldOfSize> | 'tyyppi' | 'toivottu_toimitus'>>

/** `mayBePast`: an administrator may choose a day in the past (`newWishedDayFault`). */
export type StrictContext = { now: number; mayBePast: boolean }

/** Faults of the sizes and of the wished day; the limits are unknown without a kind of goods. */
export function strictFaults(shipment: StrictShipment, { now, mayBePast }: StrictContext): RowFault[] {
  const faults = dimensions.flatMap((size) => sizeFaults(size, shipment[fieldOfSize(size)], shipment.tyyppi))
  const wishedDay = newWishedDayFault(shipment.toivottu_toimitus ?? 0, now, mayBePast)
  return wishedDay ? [...faults, { field: 'toivottu_toimitus', detail: wishedDay }] : faults
}

function sizeFaults(size: Dimension, value: number | undefined, type: ProductType | undefined): RowFault[] {
  const detail = value === undefined ? missingSizes[size] : type === undefined ? null : limitFault(size, value, type, 'strict')
  return detail ? [{ field: fieldOfSize(size), detail }] : []
}
