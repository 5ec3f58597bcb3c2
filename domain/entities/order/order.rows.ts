import { deliveryKeys, pickupKeys } from '../../values/place.ts'
import type { Tuote } from '../product/product.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'

/** What the order form holds once for all its shipments. */
export const sharedFields = [
  ...pickupKeys,
  ...deliveryKeys,
  'viesti',
  'viite',
  'toivottu_toimitus',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
] as const satisfies readonly (keyof Lahetys)[]

/** What a goods row of the form holds; each row is one shipment. */
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
/** The goods of an order as its form holds them: one pickup, one delivery and N product rows (RULES section 4). */
export type OrderGoods = { shared: SharedGoods; rows: GoodsRow[] }

/** All that the form says of one shipment. The caller adds the new row's id, its order and its customer. */
export type NewShipment = SharedGoods & GoodsRow
export type SavedShipment = NewShipment & Pick<Lahetys, 'id' | 'vid' | 'drupal_internal__id'>

export type ShipmentPlan = LinePlan<NewShipment>

/** A shipment's position on the form is the order in which the shipments were made, however a list happens to come. */
const inPosition = <S extends Pick<Lahetys, 'drupal_internal__id'>>(saved: readonly S[]): S[] =>
  [...saved].sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)

export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

function copyChanged<T extends object, K extends keyof T>(to: Partial<T>, before: Pick<T, K>, after: Pick<T, K>, keys: readonly K[]): void {
  for (const key of keys) if (before[key] !== after[key]) to[key] = after[key]
}

/** The form of saved shipments: what they share comes from the first. Null when there are none. */
export function goodsOf(saved: readonly (NewShipment & Pick<Lahetys, 'drupal_internal__id'>)[]): OrderGoods | null {
  const shipments = inPosition(saved)
  const [first] = shipments
  return first ? { shared: pick(first, sharedFields), rows: shipments.map((shipment) => pick(shipment, goodsFields)) } : null
}

/** What the form of an order writes of one kind of its lines: `shared` once for all of them, `own` row by row. */
type FormLines<S extends object, R extends object> = { shared: S; own: readonly R[] }
type LineFields<S, R> = { shared: readonly (keyof S)[]; own: readonly (keyof R)[] }
type SavedLine = { id: string; vid: number }
export type LinePlan<L extends object> = {
  add: L[]
  update: { id: string; vid: number; set: Partial<L> }[]
  remove: { id: string; vid: number }[]
}

/**
 * What saving the form does to saved lines, given in their position (SPEC section 5): row n goes to the n-th saved one,
 * surplus saved ones are removed, rows without one become new lines.
 *
 * Of the shared values only those that the form changed from what it had `shown` are written, so that lines whose places
 * differ (made through the API) keep theirs when somebody only corrects a weight. A new line needs nothing from a saved
 * one: all that a clone keeps (order.clone.ts) stands on the form.
 */
export function planLines<S extends object, R extends object>(
  saved: readonly (S & R & SavedLine)[],
  form: FormLines<S, R>,
  shown: S,
  fields: LineFields<S, R>,
): LinePlan<S & R> {
  const shared: Partial<S> = {}
  copyChanged(shared, shown, form.shared, fields.shared)
  const update = form.own.flatMap((row, position) => {
    const line = saved[position]
    if (!line) return []
    const set: Partial<S & R> = {}
    copyChanged<S, keyof S>(set, line, { ...line, ...shared }, fields.shared)
    copyChanged<R, keyof R>(set, line, row, fields.own)
    return Object.keys(set).length > 0 ? [{ id: line.id, vid: line.vid, set }] : []
  })
  return {
    add: form.own.slice(saved.length).map((row) => ({ ...pick(form.shared, fields.shared), ...pick(row, fields.own) }) as S & R),
    update,
    remove: saved.slice(form.own.length).map(({ id, vid }) => ({ id, vid })),
  }
}

/** `planLines` of the shipments, by the position in which they were made. */
export function planShipments(saved: readonly SavedShipment[], { shared, rows }: OrderGoods): ShipmentPlan {
  const shipments = inPosition(saved)
  const fields = { shared: sharedFields, own: goodsFields }
  return planLines<SharedGoods, GoodsRow>(shipments, { shared, own: rows }, shipments[0] ?? shared, fields)
}

/** A saved product fills a goods row (SCREENS `tilaus/:id`); pieces and reservation stay as they are. */
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

/** Which flag of a product locks which size of a goods row. */
export const sizeLocks = {
  pituus: 'lukitse_pituus',
  leveys: 'lukitse_leveys',
  korkeus: 'lukitse_korkeus',
  yksikkopaino: 'lukitse_paino',
} as const

/** The sizes of a goods row that customers may not change from the product's (RULES section 4). */
export function lockedSizes(product: Pick<Tuote, (typeof sizeLocks)[keyof typeof sizeLocks]>): (keyof typeof sizeLocks)[] {
  return (Object.keys(sizeLocks) as (keyof typeof sizeLocks)[]).filter((size) => product[sizeLocks[size]])
}
