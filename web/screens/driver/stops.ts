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
import { startOfDay } from '#domain/values/time.ts'
import { type Place, savedPlace } from '../../kit/places.ts'
import type { Along, Failure, Job, OrderOfLine, Shipment } from './driver-queries.ts'

export type Line<R> = { row: R; order: OrderOfLine; customer: string }
/** Where the goods wait, and why they were not taken in, when either is so. */
export type ShipmentLine = Line<Shipment> & { terminal: Place | null; failure: Failure | null }
/** What is done at one door at one time: shipments of an order that go the same way and are equally far. */
export type Stop = Omit<ShipmentLine, 'row'> & { key: string; shipments: readonly [Shipment, ...Shipment[]] }

/** What a line is shown as until the server's answer has been read. */
export type Shown = { tila: ShipmentState; vid?: number; timestamp_toimitettu?: number }

/** An order under way at once when its line is: the badge follows the order (SPEC section 4). */
const orderAs = (order: OrderOfLine, shown: Shown | undefined): OrderOfLine =>
  shown && shown.tila !== 'odottaa_noutoa' && order.tilauksen_tila === 'uusi' ? { ...order, tilauksen_tila: 'kuljetuksessa' } : order

const unknownOrder = (id: string): OrderOfLine => ({ id, tunniste: '', tilauksen_tila: 'kuljetuksessa' })

export function lineOfShipment(row: Shipment, along: Along): ShipmentLine {
  const terminal = along.get('postiosoite', row.nykyinen_osoite)
  return {
    row,
    order: along.get('tilaus', row.tilaus) ?? unknownOrder(row.tilaus ?? ''),
    customer: along.get('asiakas', row.asiakas)?.name ?? '',
    terminal: terminal ? savedPlace(terminal) : null,
    failure: along.get('toimituspoikkeama', row.poikkeama) ?? null,
  }
}
export const lineOfJob = (row: Job, along: Along): Line<Job> => ({
  row,
  order: along.get('tilaus', row.tilaus) ?? unknownOrder(row.tilaus ?? ''),
  customer: along.get('asiakas', row.asiakas)?.name ?? '',
})

const isHourly = (state: ShipmentState): state is HourlyState => state in hourlyStates

export function shipmentAs(line: ShipmentLine, shown: Shown | undefined): ShipmentLine {
  return { ...line, row: { ...line.row, ...shown }, order: orderAs(line.order, shown), ...(shown ? { failure: null } : {}) }
}
export function jobAs({ row, order, customer }: Line<Job>, shown: Shown | undefined): Line<Job> {
  return shown && isHourly(shown.tila)
    ? { row: { ...row, ...shown, tila: shown.tila }, order: orderAs(order, shown), customer }
    : { row, order, customer }
}

/** A card of the list and the day under which it stands. */
export type Entry = { key: string; day: number } & ({ stop: Stop } | { job: Line<Job> })
export type Day = { day: number; entries: Entry[] }

/** Days in the order of their first cards; what has no day comes last. */
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

const placeKeys = [
  'nouto_nimi',
  'nouto_osoite1',
  'nouto_postinro',
  'toimitus_nimi',
  'toimitus_osoite1',
  'toimitus_postinro',
  'toivottu_toimitus',
  'nykyinen_osoite',
  'poikkeama',
] as const satisfies readonly (keyof Shipment)[]

/** The stops in the order of their first shipments. Orders in `split` are shown shipment by shipment. */
export function stopsOf(lines: readonly ShipmentLine[], split: ReadonlySet<string>): Stop[] {
  const stops = new Map<string, Stop>()
  for (const { row, ...line } of lines) {
    const { order } = line
    const key = split.has(order.id) ? row.id : JSON.stringify([order.id, row.tila, ...placeKeys.map((name) => row[name])])
    const stop = stops.get(key)
    stops.set(key, { ...line, key, shipments: stop ? [...stop.shipments, row] : [row] })
  }
  return [...stops.values()]
}

export type Steps<S extends string> = {
  /** What is done next, the first the most likely. */
  main: Transition<S>[]
  /** What is done when something does not go as planned. */
  other: Transition<S>[]
  /** Ways back from the end. */
  back: Transition<S>[]
}

const isDone = (state: ShipmentState | HourlyState): boolean => state === 'toimitettu' || state === 'peruutettu'
const isTransfer = (state: ShipmentState): boolean => transferStates.some((transfer) => transfer === state)

/** When the line was delivered or, if cancelled, last changed: the driver's ten minutes are counted from it. */
export const endOf = (line: Pick<Shipment, 'timestamp_toimitettu' | 'changed'>): number => line.timestamp_toimitettu || line.changed

/** `table`: of shipments, as the company has it. */
export type Given = { now: number; table: readonly Transition<ShipmentState>[] }

/** The buttons of a stop: exactly what the table allows of every one of its shipments. */
export function shipmentSteps({ shipments }: Pick<Stop, 'shipments'>, actor: StateActor, { now, table }: Given): Steps<ShipmentState> {
  const [first] = shipments
  const since = Math.min(...shipments.map(endOf))
  const allowed = allowedTransitions(table, { from: first.tila, actor, now, since })
  if (isDone(first.tila)) return { main: [], other: [], back: allowed }
  const forward = ({ to }: Transition<ShipmentState>) =>
    to === 'toimitettu' || to === 'kuljetuksessa' || (isTransfer(first.tila) && isTransfer(to))
  const main = allowed.filter(forward)
  return {
    main: [...main.filter(({ to }) => to === 'toimitettu'), ...main.filter(({ to }) => to !== 'toimitettu')],
    other: allowed.filter((transition) => !forward(transition)),
    back: [],
  }
}

/** What is signed for next. */
export const isCarried = (row: Shipment, given: Given): boolean =>
  shipmentSteps({ shipments: [row] }, 'kuljettaja', given).main.some(({ to }) => to === 'toimitettu')

export function jobSteps(job: Pick<Job, 'tila' | 'timestamp_toimitettu' | 'changed'>, actor: StateActor, now: number): Steps<HourlyState> {
  const allowed = allowedTransitions(hourlyTransitions, { from: job.tila, actor, now, since: endOf(job) })
  const forward = ({ to }: Transition<HourlyState>) => to === 'kuljetuksessa' || to === 'toimitettu'
  if (isDone(job.tila)) return { main: [], other: [], back: allowed }
  return { main: allowed.filter(forward), other: allowed.filter((transition) => !forward(transition)), back: [] }
}
