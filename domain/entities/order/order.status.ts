import type { Role } from '../../access/roles.ts'
import { daysBetween } from '../../values/time/helsinki-clock.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import type { Tilaus } from './order.entity.ts'
import { type OrderState, orderStates, type ShipmentState, shipmentStates, transferStates } from './order.states.ts'

/** Every status that a badge can show, with its label: the states of shipments and hourly jobs, and two of the order itself. */
export const statusLabels = { uusi: orderStates.uusi, ...shipmentStates, laskutettu: orderStates.laskutettu } as const
export type Status = keyof typeof statusLabels

export type Audience = 'staff' | 'customer'
export const audienceOf = (held: readonly Role[]): Audience =>
  held.includes('yllapito') || held.includes('kuljettaja') ? 'staff' : 'customer'

type ShipmentLine = Pick<Lahetys, 'tila' | 'toivottu_toimitus'>
type HourlyLine = Pick<Tuntituote, 'tila' | 'toimituspaiva'>
/** A shipment or an hourly job. */
export type Line = ShipmentLine | HourlyLine

const isTransfer = (state: ShipmentState): boolean => transferStates.some((transfer) => transfer === state)

/** Customers never see the transfer states (rules/orders.md#transfer-states): to them the goods are under way. */
export const stateFor = (state: ShipmentState, audience: Audience): ShipmentState =>
  audience === 'customer' && isTransfer(state) ? 'kuljetuksessa' : state

/** The shown-status rule (rules/orders.md#shown-status) for a shipment or an hourly job of an order. Lateness is shown beside it (`lineLateDays`). */
export function lineStatus(order: OrderState, state: ShipmentState, audience: Audience): Status {
  return order === 'kuljetuksessa' || state === 'peruutettu' || isTransfer(state) ? stateFor(state, audience) : order
}

export const progressSteps = ['Tilattu', 'Noudettu', 'Matkalla', 'Toimitettu'] as const

/** The progress of the goods as an index of `progressSteps`, for people who wait for them. */
export function progressOf(order: OrderState, lines: readonly ShipmentState[]): 0 | 1 | 2 | 3 {
  if (order === 'toimitettu' || order === 'laskutettu') return 3
  const counted = lines.filter((state) => state !== 'peruutettu')
  // A late shipment may not have been picked up, so it does not count.
  const picked = counted.filter((state) => state !== 'odottaa_noutoa' && state !== 'myohassa')
  if (picked.length === 0) return 0
  return picked.length === counted.length ? 2 : 1
}

const wishedDayOf = (line: Line): number => ('toivottu_toimitus' in line ? line.toivottu_toimitus : line.toimituspaiva)

/** A line that is neither delivered nor cancelled. */
export const isLive = (state: ShipmentState): boolean => state !== 'toimitettu' && state !== 'peruutettu'

/** Whole days in Helsinki since the wished day ended: 0 when it has not ended or none was wished. */
const daysPast = (wishedDay: number, now: number): number => (wishedDay > 0 ? Math.max(0, daysBetween(wishedDay, now)) : 0)

/** How many days late a line is: its wished day has ended and it is neither delivered nor cancelled (rules/orders.md#lateness). */
export const lineLateDays = (line: Line, now: number): number => (isLive(line.tila) ? daysPast(wishedDayOf(line), now) : 0)

export const isLate = (line: Line, now: number): boolean => lineLateDays(line, now) > 0

/**
 * How many days late an order is: as its latest live line. Without `lines` (none, or not loaded) the order's own
 * `toivottu_toimitus` decides while the order is open.
 */
export function orderLateDays(order: Pick<Tilaus, 'tilauksen_tila' | 'toivottu_toimitus'>, lines: readonly Line[], now: number): number {
  const { tilauksen_tila: state } = order
  if (state === 'toimitettu' || state === 'laskutettu') return 0
  return lines.length > 0 ? Math.max(...lines.map((line) => lineLateDays(line, now))) : daysPast(order.toivottu_toimitus, now)
}

/**
 * The state shown for an order, based on the shown states of its lines. Completed and new orders show their own state. An
 * order under way with one live line shows that line's state, by the shown-status rule; with several lines, their
 * common state, otherwise Kuljetuksessa. A line reported late makes the order "Myöhässä"; cancelled lines count only when all are.
 * Lateness by the calendar is shown beside the state (`orderLateDays`).
 */
export function orderBadge(order: Pick<Tilaus, 'tilauksen_tila'>, lines: readonly Pick<Line, 'tila'>[], audience: Audience): Status {
  const state = order.tilauksen_tila
  const live = lines.filter((line) => line.tila !== 'peruutettu')
  if (lines.length > 0 && live.length === 0) return 'peruutettu'
  if (state === 'toimitettu' || state === 'laskutettu') return state
  if (live.some((line) => line.tila === 'myohassa')) return 'myohassa'
  const [first, ...others] = live.map((line) => lineStatus(state, line.tila, audience))
  if (!first) return state
  return others.every((status) => status === first) ? first : 'kuljetuksessa'
}
