import { deliveryKeys, pickupKeys } from '../../values/place/place.ts'
import type { Tuote } from '../product/product.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import { planningKeys, timeWindowKeys } from '../shipment/shipment.times.ts'

/** The fields of a shipment besides its goods: places, day and notes. Several shipments of an order often share them. */
export const sharedFields = [
  ...pickupKeys,
  ...deliveryKeys,
  'viesti',
  'viite',
  'toivottu_toimitus',
  ...timeWindowKeys,
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
] as const satisfies readonly (keyof Lahetys)[]

/** The fields of a goods row of the form; each row is one shipment. */
export const goodsFields = [
  'tuote',
  'tyyppi',
  'maara',
  'pituus',
  'leveys',
  'korkeus',
  'yksikkopaino',
  'kuvaus',
  'varauma',
] as const satisfies readonly (keyof Lahetys)[]

export type SharedGoods = Pick<Lahetys, (typeof sharedFields)[number]>
export type GoodsRow = Pick<Lahetys, (typeof goodsFields)[number]>

/** The fields of a shipment on the form. The caller adds the new row's id, its order and its customer. */
export type NewShipment = SharedGoods & GoodsRow
/** With what only dispatchers write. */
export type FormShipment = NewShipment & Pick<Lahetys, (typeof planningKeys)[number]>
export type SavedShipment = FormShipment & Pick<Lahetys, 'id' | 'vid' | 'drupal_internal__id'>

/** All fields of a shipment that a customer's form writes. */
export const formFields = [...sharedFields, ...goodsFields] as const
/** All that a dispatcher's form writes. */
export const dispatcherFields = [...formFields, ...planningKeys] as const

export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

type Identified = { id: string }
export type LinePlan<L extends object> = {
  add: (L & Identified)[]
  update: { id: string; vid: number; set: Partial<L> }[]
  remove: { id: string; vid: number }[]
}

/**
 * The changes to the order's stored lines when the form is saved. Lines are matched by id alone, so that adding, removing or
 * reordering rows never gives one shipment the content of another. Only the changed fields of a line are written.
 */
export function planLines<L extends object>(
  saved: readonly (L & Identified & { vid: number })[],
  form: readonly (L & Identified)[],
  fields: readonly (keyof L)[],
): LinePlan<L> {
  const typed = new Map(form.map((line) => [line.id, line]))
  const known = new Set(saved.map(({ id }) => id))
  const update = saved.flatMap((line) => {
    const now = typed.get(line.id)
    const changed = now ? fields.filter((field) => line[field] !== now[field]) : []
    return now && changed.length > 0 ? [{ id: line.id, vid: line.vid, set: pick<L, keyof L>(now, changed) as Partial<L> }] : []
  })
  return {
    add: form.filter(({ id }) => !known.has(id)).map((line) => ({ ...pick<L, keyof L>(line, fields), id: line.id }) as L & Identified),
    update,
    remove: saved.filter(({ id }) => !typed.has(id)).map(({ id, vid }) => ({ id, vid })),
  }
}

/** A saved product fills a goods row (rules/products.md#filling-a-row); pieces and reservation stay as they are. */
export const fillFromProduct = (
  row: GoodsRow,
  product: Pick<Tuote, 'id' | 'tyyppi' | 'pituus' | 'leveys' | 'korkeus' | 'paino' | 'kuvaus'>,
): GoodsRow => ({
  ...row,
  tuote: product.id,
  tyyppi: product.tyyppi,
  pituus: product.pituus,
  leveys: product.leveys,
  korkeus: product.korkeus,
  yksikkopaino: product.paino,
  kuvaus: product.kuvaus,
})

/** The flag of a product that locks each size of a goods row. */
export const sizeLocks = {
  pituus: 'lukitse_pituus',
  leveys: 'lukitse_leveys',
  korkeus: 'lukitse_korkeus',
  yksikkopaino: 'lukitse_paino',
} as const

/** The sizes of a goods row that customers may not change (rules/products.md#locked-sizes). */
export function lockedSizes(product: Pick<Tuote, (typeof sizeLocks)[keyof typeof sizeLocks]>): (keyof typeof sizeLocks)[] {
  return (Object.keys(sizeLocks) as (keyof typeof sizeLocks)[]).filter((size) => product[sizeLocks[size]])
}
