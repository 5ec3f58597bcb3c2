import type { Conditions } from '../../model/query/list-query.ts'
import { addDays, addMonths, dayOf, firstValidMoment, lastMoment, midnightOf, startOfDay } from '../../values/time/time.ts'

/** Conditions on an order that must all hold. */
export type OrderFilter = Conditions<'tilaus'>

export const archivedStates = ['toimitettu', 'laskutettu'] as const
export type ArchivedState = (typeof archivedStates)[number]
/** Orders delivered before this day are in the old archive (rules/orders.md#lists: the last 12 months are in the archive). */
const archiveStart = (now: number): number => addMonths(now, -12)

/** The lists of orders (rules/orders.md#lists). The order's rules set `avoin`: uusi or kuljetuksessa with a live line. */
export const openOrders: OrderFilter = { avoin: true }
export const uninvoicedOrders: OrderFilter = { tilauksen_tila: 'toimitettu' }
export const archivedOrders = (now: number): OrderFilter => ({
  tilauksen_tila: archivedStates,
  timestamp_toimitettu: { operator: '>=', value: archiveStart(now) },
})
/** A part of the archives: the old archive of a year, or without a year the archive; delivered on the days from `alku` to `loppu`. */
export type ArchivePart = {
  vuosi?: number | undefined
  alku?: number | undefined
  loppu?: number | undefined
  tila?: ArchivedState | undefined
}
export function archivePart({ vuosi, alku = 0, loppu, tila }: ArchivePart, now: number): OrderFilter {
  const [first, last] =
    vuosi === undefined
      ? [archiveStart(now), lastMoment]
      : [midnightOf(`${vuosi}-01-01`), Math.min(midnightOf(`${vuosi + 1}-01-01`), archiveStart(now)) - 1]
  const end = loppu === undefined ? last : Math.min(last, addDays(loppu, 1) - 1)
  return {
    tilauksen_tila: tila ?? archivedStates,
    timestamp_toimitettu: { operator: 'BETWEEN', value: [Math.max(first, startOfDay(alku)), end] },
  }
}
/** Orders delivered before the start of the archive. */
export const oldArchivedOrders = (now: number): OrderFilter => ({
  tilauksen_tila: archivedStates,
  timestamp_toimitettu: { operator: 'BETWEEN', value: [firstValidMoment, archiveStart(now) - 1] },
})
/** The newest year with orders in the old archive. */
export const newestOldArchiveYear = (now: number): number => Number(dayOf(archiveStart(now) - 1).slice(0, 4))

/** Open orders with a wished day in the past. */
export const lateOrders = (now: number): OrderFilter => ({
  ...openOrders,
  toivottu_toimitus: { operator: 'BETWEEN', value: [firstValidMoment, startOfDay(now) - 1] },
})
