import {
  type HourlyState,
  hourlyTransitions,
  type ShipmentState,
  type StateActor,
  shipmentStates,
  type Transition,
} from '#domain/entities/order/order.states.ts'
import { allowedTransitions, hasWayBack } from '#domain/entities/order/order.transitions.ts'
import { newId, type Values } from '#web/data/row.ts'
import type { LineRow, OrderRow } from './order-rows.ts'

/** A change of one shipment or hourly job, and the change that undoes it; `back` null: the state table does not allow it. */
export type LineChange = { id: string; vid: number } & (
  | { entity: 'lahetys'; set: Values<'lahetys'>; back: Values<'lahetys'> | null }
  | { entity: 'tuntituote'; set: Values<'tuntituote'>; back: Values<'tuntituote'> | null }
)
/** The changes of one order: saved together or not at all. */
export type OrderChange = { order: Pick<OrderRow, 'id' | 'number'>; lines: readonly LineChange[]; reason: string; key: string }

const versionOf = ({ id, vid }: LineRow) => ({ id, vid })
const changeOf = (order: OrderRow, lines: readonly LineChange[], reason = ''): OrderChange => ({
  order: { id: order.id, number: order.number },
  lines,
  reason,
  key: newId(),
})
const liveLines = (order: OrderRow): readonly LineRow[] => order.lines.filter(({ live }) => live)

type Assignment = { kuljettaja?: string | null; auto?: string | null }

/** Assigns a driver, a car or both to the order's live lines; fields that are not named stay. */
export function assignment(order: OrderRow, assigned: Assignment): OrderChange {
  const lines = liveLines(order).map((line): LineChange => {
    const back: Assignment = {
      ...('kuljettaja' in assigned ? { kuljettaja: line.driver?.id ?? null } : {}),
      ...('auto' in assigned ? { auto: line.car?.id ?? null } : {}),
    }
    return { ...versionOf(line), entity: line.entity, set: assigned, back }
  })
  return changeOf(order, lines)
}

/** Moves the wished day of the order's live lines. */
export function wishedDayChange(order: OrderRow, day: number): OrderChange {
  const lines = liveLines(order).map(
    (line): LineChange =>
      line.entity === 'lahetys'
        ? { ...versionOf(line), entity: 'lahetys', set: { toivottu_toimitus: day }, back: { toivottu_toimitus: line.wishedDay } }
        : { ...versionOf(line), entity: 'tuntituote', set: { toimituspaiva: day }, back: { toimituspaiva: line.wishedDay } },
  )
  return changeOf(order, lines)
}

/** `table`: the state table of shipments in this company. */
export type Actor = { actor: StateActor; now: number; table: readonly Transition<ShipmentState>[] }
const shipmentSteps = (from: ShipmentState, { actor, now, table }: Actor) => allowedTransitions(table, { from, actor, now, since: now })
const hourlySteps = (from: HourlyState, { actor, now }: Actor) => allowedTransitions(hourlyTransitions, { from, actor, now, since: now })

/** Whether the state table lets the line go to `to`. */
export const mayTake = (line: LineRow, to: ShipmentState, actor: Actor): boolean =>
  (line.entity === 'lahetys' ? shipmentSteps(line.state, actor) : hourlySteps(line.state, actor)).some((step) => step.to === to)

/** Whether the line's step to `to` can be undone from a toast. */
export const isUndoable = (line: LineRow, to: ShipmentState, { actor, now, table }: Actor): boolean =>
  line.entity === 'lahetys'
    ? hasWayBack(table, { from: line.state, to, actor, now })
    : hasWayBack<ShipmentState>(hourlyTransitions, { from: line.state, to, actor, now })

/** The lines that a step changes: the live ones; in an order that has none, those that could be reopened. */
export function steppingLines(order: OrderRow): readonly LineRow[] {
  const live = liveLines(order)
  return live.length > 0 ? live : order.lines
}

/** The orders with a failed delivery that needs a decision: they are not delivered in bulk (decision 40). */
export const unanswered = <T extends Pick<OrderRow, 'failed'>>(orders: readonly T[], to: ShipmentState): readonly T[] =>
  to === 'toimitettu' ? orders.filter(({ failed }) => failed) : []

/** `asks`: it opens a dialog, since it requires a reason or cannot be undone for all lines. `back`: a step back, which is offered by itself. */
export type Step = { to: ShipmentState; label: string; reason: boolean; asks: boolean; back: boolean }
/** `able`: how many of the orders take the step. */
export type OfferedStep = Step & { able: number }
type OrderStep = { to: ShipmentState; back: boolean; words: readonly string[]; reason: boolean; asks: boolean }

/** The steps that the state table allows for all lines of an order. */
function stepsOfOrder(order: OrderRow, actor: Actor): OrderStep[] {
  const lines = steppingLines(order)
  const offers = lines.map((line) => {
    const steps = line.entity === 'lahetys' ? shipmentSteps(line.state, actor) : hourlySteps(line.state, actor)
    return new Map<ShipmentState, { action: string; reason?: true; back?: true }>(steps.map((step) => [step.to, step]))
  })
  return [...(offers[0]?.keys() ?? [])].flatMap((to) => {
    const steps = offers.flatMap((offer) => offer.get(to) ?? [])
    if (steps.length < offers.length) return []
    const reason = steps.some((step) => step.reason)
    const asks = reason || !lines.every((line) => isUndoable(line, to, actor))
    return [{ to, back: steps.every((step) => step.back), words: steps.map(({ action }) => action), reason, asks }]
  })
}

/** The steps that at least one of the orders takes as a whole, in the order of the state table. */
export function offeredSteps(orders: readonly OrderRow[], actor: Actor): OfferedStep[] {
  const steps = orders.flatMap((order) => stepsOfOrder(order, actor))
  return [...Map.groupBy(steps, ({ to, back }) => `${to} ${back}`).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const words = new Set(same.flatMap(({ words }) => words))
    const [word = ''] = words
    return [
      {
        to: first.to,
        back: first.back,
        label: words.size === 1 ? word : shipmentStates[first.to],
        reason: same.some(({ reason }) => reason),
        asks: same.some(({ asks }) => asks),
        able: same.length,
      },
    ]
  })
}

/** The orders that take the step as a whole. */
export const takersOf = (orders: readonly OrderRow[], { to, back }: Pick<Step, 'to' | 'back'>, actor: Actor): readonly OrderRow[] =>
  orders.filter((order) => stepsOfOrder(order, actor).some((step) => step.to === to && step.back === back))

/** Moves the order's lines to another state; null when the table does not allow it for all of them. */
export function stepTo(order: OrderRow, to: ShipmentState, reason: string, actor: Actor): OrderChange | null {
  const lines: LineChange[] = []
  for (const line of steppingLines(order)) {
    if (line.entity === 'lahetys') {
      if (!shipmentSteps(line.state, actor).some((step) => step.to === to)) return null
      const back = isUndoable(line, to, actor) ? { tila: line.state } : null
      lines.push({ ...versionOf(line), entity: 'lahetys', set: { tila: to }, back })
    } else {
      const step = hourlySteps(line.state, actor).find((step) => step.to === to)
      if (!step) return null
      const back = isUndoable(line, to, actor) ? { tila: line.state } : null
      lines.push({ ...versionOf(line), entity: 'tuntituote', set: { tila: step.to }, back })
    }
  }
  return lines.length === 0 ? null : changeOf(order, lines, reason)
}

/** The change that undoes this one, based on the version that it creates; null where the state table does not allow it. */
export function reversed(line: LineChange, vid: number): LineChange | null {
  if (line.back === null) return null
  return line.entity === 'lahetys'
    ? { id: line.id, vid, entity: 'lahetys', set: line.back, back: null }
    : { id: line.id, vid, entity: 'tuntituote', set: line.back, back: null }
}
