import {
  type HourlyState,
  hourlyStates,
  hourlyTransitions,
  type ShipmentState,
  type StateActor,
  type Transition,
  transferStates,
} from '#domain/entities/order/order.states.ts'
import { allowedTransitions } from '#domain/entities/order/order.transitions.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { type Place, savedPlace } from '#web/features/addresses/places.ts'
import { type ShownLine, shownOver } from '#web/features/orders/answered-lines.ts'
import type { Failure, IncludedDriverRows, Job, OrderOfLine, Shipment } from './driver-queries.ts'

export type Line<R> = { row: R; order: OrderOfLine; customer: string }
/** With the terminal where the goods are, and the failed delivery, if there are any. */
export type ShipmentLine = Line<Shipment> & { terminal: Place | null; failure: Failure | null }
/** The work at one door at one time, for any number of orders: shipments with the same route and at the same stage. */
export type Stop = Omit<ShipmentLine, 'row' | 'order'> & {
  key: string
  orders: readonly [OrderOfLine, ...OrderOfLine[]]
  shipments: readonly [Shipment, ...Shipment[]]
}

export const numbersOf = ({ orders }: Pick<Stop, 'orders'>): string => orders.map(({ tunniste }) => tunniste).join(', ')

/** Shows an order as under way as soon as its line is, since the badge follows the order (rules/orders.md#shown-status). */
const orderAs = (order: OrderOfLine, shown: ShownLine): OrderOfLine =>
  shown.tila !== 'odottaa_noutoa' && order.tilauksen_tila === 'uusi' ? { ...order, tilauksen_tila: 'kuljetuksessa' } : order

const unknownOrder = (id: string): OrderOfLine => ({ id, tunniste: '', tilauksen_tila: 'kuljetuksessa' })

export function lineOfShipment(row: Shipment, included: IncludedDriverRows): ShipmentLine {
  const terminal = included.get('postiosoite', row.nykyinen_osoite)
  return {
    row,
    order: included.get('tilaus', row.tilaus) ?? unknownOrder(row.tilaus ?? ''),
    customer: included.get('asiakas', row.asiakas)?.name ?? '',
    terminal: terminal ? savedPlace(terminal) : null,
    failure: included.get('toimituspoikkeama', row.poikkeama) ?? null,
  }
}
export const lineOfJob = (row: Job, included: IncludedDriverRows): Line<Job> => ({
  row,
  order: included.get('tilaus', row.tilaus) ?? unknownOrder(row.tilaus ?? ''),
  customer: included.get('asiakas', row.asiakas)?.name ?? '',
})

const isHourly = (state: ShipmentState): state is HourlyState => state in hourlyStates

export function shipmentAs(line: ShipmentLine, step: ShownLine | undefined): ShipmentLine {
  const shown = shownOver(line.row, step)
  return shown ? { ...line, row: { ...line.row, ...shown }, order: orderAs(line.order, shown), failure: null } : line
}
export function jobAs(line: Line<Job>, step: ShownLine | undefined): Line<Job> {
  const shown = shownOver(line.row, step)
  if (!shown || !isHourly(shown.tila)) return line
  return { ...line, row: { ...line.row, ...shown, tila: shown.tila }, order: orderAs(line.order, shown) }
}

/** A card of the list, and the day that it is listed under. */
export type Entry = { key: string; day: number } & ({ stop: Stop } | { job: Line<Job> })
export type Day = { day: number; entries: Entry[] }

/** Days in the order of their first cards; cards without a day come last. */
export function daysOf(entries: readonly Entry[]): Day[] {
  const days = new Map<number, Day>()
  for (const entry of entries) {
    const day = entry.day === 0 ? 0 : startOfDay(entry.day)
    const found = days.get(day) ?? { day, entries: [] }
    found.entries.push(entry)
    days.set(day, found)
  }
  return [...days.values()].sort((a, b) => Number(a.day === 0) - Number(b.day === 0))
}

const pickupDoor = ['nouto_nimi', 'nouto_osoite1', 'nouto_postinro'] as const
const deliveryDoor = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro'] as const

/** Shipments with the same key are handled at one door at one time. */
function doorOf(row: Shipment, now: number): string {
  const { tila, poikkeama, nykyinen_osoite, toivottu_toimitus, timestamp_toimitettu } = row
  const delivery = deliveryDoor.map((name) => row[name])
  // Delivered shipments: those signed for together.
  if (isDone(tila)) return JSON.stringify([tila, delivery, timestamp_toimitettu || row.tilaus])
  // Late shipments and those without a day are listed today.
  const day = toivottu_toimitus >= addDays(now, 1) ? toivottu_toimitus : 0
  // Once the goods are on the car, their pickup place no longer matters.
  if (tila === 'kuljetuksessa') return JSON.stringify([tila, delivery, day, poikkeama])
  return JSON.stringify([tila, pickupDoor.map((name) => row[name]), delivery, day, poikkeama, nykyinen_osoite])
}

/** The stops in the order of their first shipments. Orders in `split` are shown shipment by shipment. */
export function stopsOf(lines: readonly ShipmentLine[], split: ReadonlySet<string>, now: number): Stop[] {
  const stops = new Map<string, Stop>()
  for (const { row, order, ...line } of lines) {
    const door = split.has(order.id) ? row.id : doorOf(row, now)
    const stop = stops.get(door)
    const orders = stop?.orders ?? [order]
    stops.set(door, {
      ...line,
      // The first shipment's id, so that a card keeps its identity after a step.
      key: stop?.key ?? row.id,
      orders: orders.some(({ id }) => id === order.id) ? orders : [...orders, order],
      shipments: stop ? [...stop.shipments, row] : [row],
    })
  }
  return [...stops.values()]
}

export type Steps<S extends string> = {
  /** The usual next steps, the most likely one first. */
  main: Transition<S>[]
  /** Steps for exceptions. */
  other: Transition<S>[]
  /** Steps back from a final state. */
  back: Transition<S>[]
}

const isDone = (state: ShipmentState | HourlyState): boolean => state === 'toimitettu' || state === 'peruutettu'
const isTransfer = (state: ShipmentState): boolean => transferStates.some((transfer) => transfer === state)

/** When the line was delivered or, if cancelled, last changed. */
export const endOf = (line: Pick<Shipment, 'timestamp_toimitettu' | 'changed'>): number => line.timestamp_toimitettu || line.changed

/** `table`: the transitions of shipments in the company's settings. */
export type StepContext = { now: number; table: readonly Transition<ShipmentState>[] }

/** The steps that the table allows for one shipment. */
function stepsOf(row: Shipment, actor: StateActor, { now, table }: StepContext): Transition<ShipmentState>[] {
  return allowedTransitions(table, { from: row.tila, actor, now, since: row.tila_muuttui })
}

/** "Kumoa nouto" undoes the latest pickup only: goods fetched from a terminal were picked up earlier. */
const isOwnUndo = (row: Shipment, { to }: Transition<ShipmentState>): boolean =>
  row.tila !== 'kuljetuksessa' ||
  to !== 'odottaa_noutoa' ||
  [row.tila_muuttui, row.laitteen_aika + row.laitteen_ero].includes(row.timestamp_noudettu)

/** The shipments of a stop that a step back is allowed for; others may have been picked up too long ago. */
export const goingBack = (
  { shipments }: Pick<Stop, 'shipments'>,
  step: Transition<ShipmentState>,
  actor: StateActor,
  context: StepContext,
): Shipment[] => shipments.filter((row) => isOwnUndo(row, step) && stepsOf(row, actor, context).some(({ to }) => to === step.to))

/** The buttons of a stop: steps forward that the table allows for every shipment of the stop, and steps back that it allows for some. */
export function shipmentSteps(stop: Pick<Stop, 'shipments' | 'orders'>, actor: StateActor, context: StepContext): Steps<ShipmentState> {
  if (stop.orders.some(({ tilauksen_tila }) => tilauksen_tila === 'laskutettu')) return { main: [], other: [], back: [] }
  const [first] = stop.shipments
  // All of a stop's shipments are in one state; only steps back depend on when each one reached it.
  const newest = stop.shipments.reduce((one, other) => (other.tila_muuttui > one.tila_muuttui ? other : one))
  const allowed = stepsOf(newest, actor, context)
  // A delay is reported with its minutes (report-delay.tsx).
  const onward = allowed.filter(({ back, to }) => !back && to !== 'myohassa')
  const main = onward.filter(({ to }) => to === 'toimitettu' || to === 'kuljetuksessa' || (isTransfer(first.tila) && isTransfer(to)))
  return {
    main: [...main.filter(({ to }) => to === 'toimitettu'), ...main.filter(({ to }) => to !== 'toimitettu')],
    other: onward.filter((step) => !main.includes(step)),
    back: allowed.filter((step) => step.back && goingBack(stop, step, actor, context).length > 0),
  }
}

/** Steps as verbs; the others are verbs in the table. */
const verbs: Partial<Record<ShipmentState, string>> = {
  toimitettu: 'Kuittaa',
  odottaa_siirtoa: 'Siirrä terminaaliin',
  siirto: 'Aloita siirto',
  siirretty: 'Jätä terminaaliin',
}

/** The button of a step: a verb, never a state. */
export function stepLabel(row: Pick<Shipment, 'tila' | 'timestamp_noudettu'>, { to, action }: Transition<ShipmentState>): string {
  if (row.tila === 'myohassa' && to === 'kuljetuksessa') return row.timestamp_noudettu > 0 ? 'Jatka kuljetusta' : 'Noudettu'
  return verbs[to] ?? action
}

export function jobSteps(job: Pick<Job, 'tila' | 'timestamp_toimitettu' | 'changed'>, actor: StateActor, now: number): Steps<HourlyState> {
  const allowed = allowedTransitions(hourlyTransitions, { from: job.tila, actor, now, since: endOf(job) })
  const forward = ({ to }: Transition<HourlyState>) => to === 'kuljetuksessa' || to === 'toimitettu'
  if (isDone(job.tila)) return { main: [], other: [], back: allowed }
  return { main: allowed.filter(forward), other: allowed.filter((transition) => !forward(transition)), back: [] }
}
