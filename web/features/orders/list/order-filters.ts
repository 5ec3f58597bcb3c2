import {
  type ArchivePart,
  archivedOrders,
  archivePart,
  oldArchivedOrders,
  openOrders,
  uninvoicedOrders,
} from '#domain/entities/order/order.lists.ts'
import { hourlyStates, type ShipmentState } from '#domain/entities/order/order.states.ts'
import type { Filter as FilterOf, SortKey } from '#domain/model/query/list-query.ts'
import { firstValidMoment, startOfDay } from '#domain/values/time/time.ts'
import type { Column } from '#web/kit/list/columns.ts'

type Filter = FilterOf<'tilaus'>

/** The lists of orders that the screens count and show (rules/orders.md#lists), as filters of `tilaus`. */
export const open = openOrders
export const uninvoiced = uninvoicedOrders
export const archived = archivedOrders
/** The day range, state or year of an archive's filter. */
export const archive = (part: ArchivePart, now: number): Filter => archivePart(part, now)
export const oldArchived = oldArchivedOrders
export const deliveredSince = (moment: number, now: number): Filter => ({
  ...archived(now),
  timestamp_toimitettu: { operator: '>=', value: moment },
})
export const wishedOn = (day: number): Filter => ({ ...open, toivottu_toimitus: day })
export const inTerminal: Filter = { ...open, 'lahetykset.tila': 'siirretty' }
/** Every line is cancelled: such an order is on no work list, but must be found in the archive. */
export const cancelled: Filter = { avoin: false, tilauksen_tila: 'uusi' }

/** Late by the calendar or reported late, in any state. */
export const lateOnly = (now: number): Filter => ({
  any: [
    {
      all: [
        { toivottu_toimitus: { operator: '>=', value: firstValidMoment } },
        { toivottu_toimitus: { operator: '<', value: startOfDay(now) } },
      ],
    },
    { 'lahetykset.tila': 'myohassa' },
  ],
})
/** No shipment and no hourly job of the order has a driver. */
const driverless: Filter = { 'lahetykset.kuljettaja.id': { operator: 'IS NULL' }, 'tuntituotteet.kuljettaja.id': { operator: 'IS NULL' } }
export const late = (now: number): Filter => ({ all: [open, lateOnly(now)] })
export const unassigned: Filter = { all: [open, driverless] }
/** Orders that a dispatcher must decide on: with an open failed delivery, late, or without a driver. */
export const undecided = (now: number): Filter => ({ all: [open, { any: [{ odottaa_paatosta: true }, lateOnly(now), driverless] }] })

/** Some line of the order has this value in its field. */
export const ofLines = (field: 'tila' | 'kuljettaja.id' | 'auto.id', value: string): Filter => ({
  any: [{ [`lahetykset.${field}` as const]: value }, { [`tuntituotteet.${field}` as const]: value }],
})

/** Some line is in the state. Lateness by the calendar is a separate filter (`late`). */
export const inState = (state: ShipmentState): Filter => (state in hourlyStates ? ofLines('tila', state) : { 'lahetykset.tila': state })

/** A typed search: numbers, names, places, phone numbers, in any spelling. */
export const matching = (text: string): Filter => (text.trim() === '' ? {} : { q: text.trim() })

type OrderSort = SortKey<'tilaus'>
/** The order of what needs a decision: failed deliveries first, then by day. */
export const urgentFirst: readonly OrderSort[] = ['-odottaa_paatosta', 'toivottu_toimitus']
const sortable = [
  'tilausnro',
  'tila_weight',
  'tilauksen_tila',
  'asiakas.name',
  'toivottu_toimitus',
  'timestamp_toimitettu',
  'hinta',
  'maara',
  'paino',
  'lavapaikat',
  'lahetykset.nouto_postitmp',
  'lahetykset.toimitus_nimi',
  'lahetykset.kuljettaja.field_fullname',
  'lahetykset.viite',
  'lahetykset.viesti',
] as const satisfies readonly OrderSort[]
const allSorts: readonly OrderSort[] = sortable.flatMap((key): OrderSort[] => [key, `-${key}`])

/**
 * The address may hold anything: only a sort that a heading offers is sent to the server. Search results are sorted by relevance,
 * unless the person chooses a sort.
 */
export function sortedBy<T>(
  columns: readonly Column<T>[],
  { jarjestys: requested, haku }: Readonly<Record<string, string | undefined>>,
  initial: readonly OrderSort[],
): OrderSort[] {
  const offered = columns.some(({ sort }) => sort !== undefined && sort === requested?.replace(/^-/, ''))
  const chosen = offered && allSorts.find((known) => known === requested)
  return chosen ? [chosen] : haku ? [] : [...initial]
}
