import { addMonths, dayOf, firstValidMoment, midnightOf, startOfDay } from '../../values/time.ts'
import type { Tilaus } from './order.entity.ts'

type Value<T> = T | readonly T[] | { operator: '<' | '>='; value: T } | { operator: 'BETWEEN'; value: readonly [T, T] }
/** Conditions on an order that must all hold, as the JSON:API's filters say them; BETWEEN takes both ends. */
export type OrderFilter = { readonly [F in keyof Tilaus]?: Value<Extract<Tilaus[F], string | number | boolean>> }

const archivedStates = ['toimitettu', 'laskutettu'] as const
/** Orders delivered before this day are in the old archive (RULES section 3: the last 12 months are in the archive). */
const archiveStart = (now: number): number => addMonths(now, -12)

/** The lists of orders (RULES section 3). `avoin` is kept by the order's own rule: uusi or kuljetuksessa with a live line. */
export const openOrders: OrderFilter = { avoin: true }
export const uninvoicedOrders: OrderFilter = { tilauksen_tila: 'toimitettu' }
export const archivedOrders = (now: number): OrderFilter => ({
  tilauksen_tila: archivedStates,
  timestamp_toimitettu: { operator: '>=', value: archiveStart(now) },
})
/** One year of the old archive; the part of the year that is still in the archive is left out. */
export const oldArchivedOrders = (year: number, now: number): OrderFilter => ({
  tilauksen_tila: archivedStates,
  timestamp_toimitettu: {
    operator: 'BETWEEN',
    value: [midnightOf(`${year}-01-01`), Math.min(midnightOf(`${year + 1}-01-01`), archiveStart(now)) - 1],
  },
})
/** The newest year that the old archive has orders of. */
export const newestOldArchiveYear = (now: number): number => Number(dayOf(archiveStart(now) - 1).slice(0, 4))

/** Open orders with a wished day that is over. */
export const lateOrders = (now: number): OrderFilter => ({
  ...openOrders,
  toivottu_toimitus: { operator: 'BETWEEN', value: [firstValidMoment, startOfDay(now) - 1] },
})
