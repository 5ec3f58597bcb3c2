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
import type { Failure, IncludedDriverRows, Job, OrderOfLine, Shipment } from './driver-queries.ts'

export type Line<R> = { row: R; order: OrderOfLine; customer: string }
/** Where the goods wait, and why they were not taken in, when either is so. */
export type ShipmentLine = Line<Shipment> & { terminal: Place | null; failure: Failure | null }
/** What is done at one door at one time, whatever the number of orders: shipments that go the same way and are equally far. */
export type Stop = Omit<ShipmentLine, 'row' | 'order'> & {
  key: string
  orders: readonly [OrderOfLine, ...OrderOfLine[]]
  shipments: readonly [Shipment, ...Shipment[]]
}

export const numbersOf = ({ orders }: Pick<Stop, 'orders'>): string => orders.map(({ tunniste }) => tunniste).join(', ')

/** What a line is shown as until the server's answer has been read. */
export type ShownShipment = { tila: ShipmentState } & Partial<
  Pick<Shipment, 'vid' | 'timestamp_toimitettu' | 'timestamp_noudettu' | 'tila_muuttui'>
>

/** An order under way at once when its line is: the badge follows the order (rules/orders.md#shown-status). */
const orderAs = (order: OrderOfLine, shown: ShownShipment | undefined): OrderOfLine =>
  shown && shown.tila !== 'odottaa_noutoa' && order.tilauksen_tila === 'uusi' ? { ...order, tilauksen_tila: 'kuljetuksessa' } : order

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

export function shipmentAs(line: ShipmentLine, shown: ShownShipment | undefined): ShipmentLine {
  return { ...line, row: { ...line.row, ...shown }, order: orderAs(line.order, shown), ...(shown ? { failure: null } : {}) }
}
export function jobAs({ row, order, customer }: Line<Job>, shown: ShownShipment | undefined): Line<Job> {
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

const pickupDoor = ['nouto_nimi', 'nouto_osoite1', 'nouto_postinro'] as const
const deliveryDoor = ['toimitus_nimi', 'toimitus_osoite1', 'toimitus_postinro'] as const

/** Shipments with the same key are done at one door at one time. */
function doorOf(row: Shipment, now: number): string {
  const { tila, poikkeama, nykyinen_osoite, toivottu_toimitus, timestamp_toimitettu } = row
  const delivery = deliveryDoor.map((name) => row[name])
  // Signed for at once.
  if (isDone(tila)) return JSON.stringify([tila, delivery, timestamp_toimitettu || row.tilaus])
  // What is late or of no day is done today.
  const day = toivottu_toimitus >= addDays(now, 1) ? toivottu_toimitus : 0
  // On the car it no longer matters where the goods came from.
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
      // The first shipment's, so that a card is the same one after a step.
      key: stop?.key ?? row.id,
      orders: orders.some(({ id }) => id === order.id) ? orders : [...orders, order],
      shipments: stop ? [...stop.shipments, row] : [row],
    })
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

/** When the line was delivered or, if cancelled, last changed. */
export const endOf = (line: Pick<Shipment, 'timestamp_toimitettu' | 'changed'>): number => line.timestamp_toimitettu || line.changed

/** `table`: of shipments, as the company has it. */
export type StepContext = { now: number; table: readonly Transition<ShipmentState>[] }

/** What the table allows of one shipment. */
function stepsOf(row: Shipment, actor: StateActor, { now, table }: StepContext): Transition<ShipmentState>[] {
  return allowedTransitions(table, { from: row.tila, actor, now, since: row.tila_muuttui })
}

/** "Kumoa nouto" is for the press that was just made: goods fetched from a terminal were picked up earlier. */
const isOwnUndo = (row: Shipment, { to }: Transition<ShipmentState>): boolean =>
  row.tila !== 'kuljetuksessa' || to !== 'odottaa_noutoa' || row.timestamp_noudettu === row.tila_muuttui

/** The shipments of a stop that a step back is allowed of: some may have been picked up longer ago. */
export const goingBack = (
  { shipments }: Pick<Stop, 'shipments'>,
  step: Transition<ShipmentState>,
  actor: StateActor,
  context: StepContext,
): Shipment[] => shipments.filter((row) => isOwnUndo(row, step) && stepsOf(row, actor, context).some(({ to }) => to === step.to))

/** The buttons of a stop: onward exactly what the table allows of every one of its shipments, back what it allows of some. */
export function shipmentSteps(stop: Pick<Stop, 'shipments' | 'orders'>, actor: StateActor, context: StepContext): Steps<ShipmentState> {
  if (stop.orders.some(({ tilauksen_tila }) => tilauksen_tila === 'laskutettu')) return { main: [], other: [], back: [] }
  const [first] = stop.shipments
  // All of a stop's shipments are in one state, and only ways back depend on more.
  const newest = stop.shipments.reduce((one, other) => (other.tila_muuttui > one.tila_muuttui ? other : one))
  const allowed = stepsOf(newest, actor, context)
  const onward = allowed.filter(({ back }) => !back)
  const main = onward.filter(({ to }) => to === 'toimitettu' || to === 'kuljetuksessa' || (isTransfer(first.tila) && isTransfer(to)))
  return {
    main: [...main.filter(({ to }) => to === 'toimitettu'), ...main.filter(({ to }) => to !== 'toimitettu')],
    other: onward.filter((step) => !main.includes(step)),
    back: allowed.filter((step) => step.back && goingBack(stop, step, actor, context).length > 0),
  }
}

/** What is signed for next: a driver may deliver it. */
export const isDeliverable = (row: Shipment, context: StepContext): boolean =>
  stepsOf(row, 'kuljettaja', context).some(({ to }) => to === 'toimitettu')

export function jobSteps(job: Pick<Job, 'tila' | 'timestamp_toimitettu' | 'changed'>, actor: StateActor, now: number): Steps<HourlyState> {
  const allowed = allowedTransitions(hourlyTransitions, { from: job.tila, actor, now, since: endOf(job) })
  const forward = ({ to }: Transition<HourlyState>) => to === 'kuljetuksessa' || to === 'toimitettu'
  if (isDone(job.tila)) return { main: [], other: [], back: allowed }
  return { main: allowed.filter(forward), other: allowed.filter((transition) => !forward(transition)), back: [] }
}
