import { isShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import {
  cancelled,
  inState,
  inTerminal,
  late,
  lateOnly,
  matching,
  ofLines,
  open,
  unassigned,
  undecided,
  wishedOn,
} from '#web/features/orders/list/order-filters.ts'
import { type DaySpan, type RangeNames, rangeFrom } from '#web/kit/list/filters/day-range.ts'

/** The dispatcher's views, in the order of their tabs; the first one is the default. */
export const views = {
  avoimet: { label: 'Avoimet', filter: () => open },
  'odottaa-paatosta': { label: 'Odottaa päätöstä', filter: undecided, uncounted: true },
  myohassa: { label: 'Myöhässä', filter: late, urgent: true },
  'ei-kuljettajaa': { label: 'Ei kuljettajaa', filter: () => unassigned },
  tanaan: { label: 'Tänään', filter: (now: number) => wishedOn(startOfDay(now)), oneDay: true },
  huomenna: { label: 'Huomenna', filter: (now: number) => wishedOn(addDays(now, 1)), oneDay: true },
  terminaalissa: { label: 'Terminaalissa', filter: () => inTerminal },
  peruutetut: { label: 'Peruutetut', filter: () => cancelled, uncounted: true },
} satisfies Record<string, { label: string; filter: (now: number) => Filter<'tilaus'>; urgent?: true; oneDay?: true; uncounted?: true }>
export type View = keyof typeof views

export const viewNames = Object.keys(views) as View[]
export const viewOf = (name: string | undefined): View => viewNames.find((known) => known === name) ?? 'avoimet'
/** Whether the view is limited to one day, so that no other day can be chosen. */
export const hasOneDay = (view: View): boolean => 'oneDay' in views[view]

/** The wished days in the address. */
export const dayNames: RangeNames = { first: 'paiva', last: 'loppu' }

type Search = Readonly<Record<string, string | undefined>>

export const stateChoices = Object.entries(shipmentStates).map(([value, label]) => ({ value, label }))

const wishedWithin = ({ first, last }: DaySpan): Filter<'tilaus'> => ({
  toivottu_toimitus: last > first ? { operator: 'BETWEEN', value: [first, last] } : first,
})

/** The filter for an address's search parameters. Conditions on lines may match different lines of an order. */
export function filterOf(search: Search, now: number): Filter<'tilaus'> {
  const view = viewOf(search.nakyma)
  const days = rangeFrom(search, dayNames)
  const state = search.tila
  return {
    all: [
      views[view].filter(now),
      days && !hasOneDay(view) ? wishedWithin(days) : {},
      search.asiakas ? { 'asiakas.id': search.asiakas } : {},
      search.kuljettaja ? ofLines('kuljettaja.id', search.kuljettaja) : {},
      search.auto ? ofLines('auto.id', search.auto) : {},
      isShipmentState(state) ? inState(state) : {},
      search.myohassa === '1' ? lateOnly(now) : {},
      matching(search.haku ?? ''),
    ],
  }
}
