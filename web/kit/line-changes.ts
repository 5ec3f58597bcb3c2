import {
  type HourlyState,
  hourlyTransitions,
  type ShipmentState,
  type StateActor,
  shipmentStates,
  type Transition,
} from '#domain/entities/order/order.states.ts'
import { allowedTransitions, hasWayBack } from '#domain/entities/order/order.transitions.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { CallFault, Conflict } from '../data/fault.ts'
import { type Operation, operations, update } from '../data/operations.ts'
import { newId, type Values } from '../data/row.ts'
import { plural } from './format.ts'
import type { LineRow, OrderRow } from './order-rows.ts'

/** A change of one shipment or hourly job, and what takes it back; `back` null: the table has no way back. */
export type LineChange = { id: string; vid: number } & (
  | { entity: 'lahetys'; set: Values<'lahetys'>; back: Values<'lahetys'> | null }
  | { entity: 'tuntituote'; set: Values<'tuntituote'>; back: Values<'tuntituote'> | null }
)
/** The changes of one order: saved together or not at all. */
export type OrderChange = { order: Pick<OrderRow, 'id' | 'number'>; lines: readonly LineChange[]; reason: string; key: string }

const seenOf = ({ id, vid }: LineRow) => ({ id, vid })
const changeOf = (order: OrderRow, lines: readonly LineChange[], reason = ''): OrderChange => ({
  order: { id: order.id, number: order.number },
  lines,
  reason,
  key: newId(),
})
const liveLines = (order: OrderRow): readonly LineRow[] => order.lines.filter(({ live }) => live)

type Crew = { kuljettaja?: string | null; auto?: string | null }

/** Gives the order's live lines a driver, a car or both; what is not named stays. */
export function assignment(order: OrderRow, crew: Crew): OrderChange {
  const lines = liveLines(order).map((line): LineChange => {
    const back: Crew = {
      ...('kuljettaja' in crew ? { kuljettaja: line.driver?.id ?? null } : {}),
      ...('auto' in crew ? { auto: line.car?.id ?? null } : {}),
    }
    return { ...seenOf(line), entity: line.entity, set: crew, back }
  })
  return changeOf(order, lines)
}

/** Moves the wished day of the order's live lines. */
export function newWish(order: OrderRow, day: number): OrderChange {
  const lines = liveLines(order).map(
    (line): LineChange =>
      line.entity === 'lahetys'
        ? { ...seenOf(line), entity: 'lahetys', set: { toivottu_toimitus: day }, back: { toivottu_toimitus: line.wish } }
        : { ...seenOf(line), entity: 'tuntituote', set: { toimituspaiva: day }, back: { toimituspaiva: line.wish } },
  )
  return changeOf(order, lines)
}

/** `table`: of shipments, as the company has it. */
export type Actor = { actor: StateActor; now: number; table: readonly Transition<ShipmentState>[] }
const shipmentSteps = (from: ShipmentState, { actor, now, table }: Actor) => allowedTransitions(table, { from, actor, now, since: now })
const hourlySteps = (from: HourlyState, { actor, now }: Actor) => allowedTransitions(hourlyTransitions, { from, actor, now, since: now })

/** Whether the state table lets the line go to `to`. */
export const mayTake = (line: LineRow, to: ShipmentState, actor: Actor): boolean =>
  (line.entity === 'lahetys' ? shipmentSteps(line.state, actor) : hourlySteps(line.state, actor)).some((step) => step.to === to)

/** Whether the line's step to `to` can be taken back at a press. */
export const isUndoable = (line: LineRow, to: ShipmentState, { actor, now, table }: Actor): boolean =>
  line.entity === 'lahetys'
    ? hasWayBack(table, { from: line.state, to, actor, now })
    : hasWayBack<ShipmentState>(hourlyTransitions, { from: line.state, to, actor, now })

/** Lines that a step is taken of: the live ones; of an order that has none, those that could be brought back. */
export function steppingLines(order: OrderRow): readonly LineRow[] {
  const live = liveLines(order)
  return live.length > 0 ? live : order.lines
}

/** Of the orders, those whose failed delivery waits for an answer: they are not delivered among others (decision 40). */
export const unanswered = <T extends Pick<OrderRow, 'failed'>>(orders: readonly T[], to: ShipmentState): readonly T[] =>
  to === 'toimitettu' ? orders.filter(({ failed }) => failed) : []

/** `asks`: it is not taken at a press, as it wants a reason or some of it cannot be taken back. */
export type Step = { to: ShipmentState; label: string; reason: boolean; asks: boolean }

/** The steps that the state table allows for all lines of all these orders. */
export function commonSteps(orders: readonly OrderRow[], actor: Actor): Step[] {
  const lines = orders.flatMap(steppingLines)
  const offers = lines.map((line) => {
    const steps = line.entity === 'lahetys' ? shipmentSteps(line.state, actor) : hourlySteps(line.state, actor)
    return new Map<ShipmentState, { action: string; reason?: true }>(steps.map((step) => [step.to, step]))
  })
  const [first, ...others] = offers
  if (!first) return []
  return [...first].flatMap(([to, step]) => {
    const same = others.map((offer) => offer.get(to))
    if (same.includes(undefined)) return []
    const oneWord = same.every((other) => other?.action === step.action)
    const reason = [step, ...same].some((offer) => offer?.reason)
    const asks = reason || !lines.every((line) => isUndoable(line, to, actor))
    return [{ to, label: oneWord ? step.action : shipmentStates[to], reason, asks }]
  })
}

/** Takes the order's lines to another state; null when the table does not let all of them. */
export function stepTo(order: OrderRow, to: ShipmentState, reason: string, actor: Actor): OrderChange | null {
  const lines: LineChange[] = []
  for (const line of steppingLines(order)) {
    if (line.entity === 'lahetys') {
      if (!shipmentSteps(line.state, actor).some((step) => step.to === to)) return null
      const back = isUndoable(line, to, actor) ? { tila: line.state } : null
      lines.push({ ...seenOf(line), entity: 'lahetys', set: { tila: to }, back })
    } else {
      const step = hourlySteps(line.state, actor).find((step) => step.to === to)
      if (!step) return null
      const back = isUndoable(line, to, actor) ? { tila: line.state } : null
      lines.push({ ...seenOf(line), entity: 'tuntituote', set: { tila: step.to }, back })
    }
  }
  return lines.length === 0 ? null : changeOf(order, lines, reason)
}

export type ChangeResult = { done: true; undo: OrderChange | null } | { done: false; message: string; mayRetry: boolean }

const operationOf = (line: LineChange, reason: string): Operation =>
  line.entity === 'lahetys' ? update('lahetys', line, line.set, reason) : update('tuntituote', line, line.set, reason)

/** What takes the change back from the version that it made; null where there is no way back. */
export function reversed(line: LineChange, vid: number): LineChange | null {
  if (line.back === null) return null
  return line.entity === 'lahetys'
    ? { id: line.id, vid, entity: 'lahetys', set: line.back, back: null }
    : { id: line.id, vid, entity: 'tuntituote', set: line.back, back: null }
}

/** The catalogue's sentence asks to reload the page; the lists here have read themselves anew by now. */
const overtaken = 'Joku muu ehti muuttaa tilausta. Katso muutos ja yritä uudelleen.'

/** Saves one order's changes in one transaction; a refusal is an answer here, for whoever shows the results row by row. */
export async function saveChange(change: OrderChange, conflict = overtaken): Promise<ChangeResult> {
  const { lines, reason, order, key } = change
  if (lines.length === 0) return { done: false, message: 'Tilauksella ei ole rivejä, joita voisi muuttaa.', mayRetry: false }
  try {
    const results = await operations(
      lines.map((line) => operationOf(line, reason)),
      key,
      { quiet: [0, 403, 404, 409, 422, 500, 503] },
    )
    const back = lines.map((line, index) => {
      const saved = results.row(line.entity, index)
      return saved && reversed(line, saved.vid)
    })
    const undoable = back.filter((line) => line !== null)
    return { done: true, undo: undoable.length === back.length ? { order, lines: undoable, reason: '', key: newId() } : null }
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    const message = failure instanceof Conflict ? conflict : failure.message
    return { done: false, message, mayRetry: failure.status === 0 || failure.status >= 500 }
  }
}

/** So many orders are saved at once: hundreds of them take seconds, and the server has room for others. */
const together = 4

/** Saves the changes of many orders, each for itself; `tell` hears how far it has come. */
export async function saveChanges(
  changes: readonly OrderChange[],
  { tell, conflict }: { tell?: (results: ReadonlyMap<string, ChangeResult>) => void; conflict?: string } = {},
): Promise<ReadonlyMap<string, ChangeResult>> {
  const results = new Map<string, ChangeResult>()
  for (const part of inParts(changes, together)) {
    const saved = await Promise.all(part.map((change) => saveChange(change, conflict)))
    part.forEach(({ order }, index) => {
      const result = saved[index]
      if (result) results.set(order.id, result)
    })
    tell?.(new Map(results))
  }
  return results
}

/** `T-1042: Laskutettua tilausta ei voi muuttaa.` A reason that several orders have is said once; '' when none was refused. */
export function refusalsOf(changes: readonly OrderChange[], results: ReadonlyMap<string, ChangeResult>): string {
  const refused = changes.flatMap(({ order }) => {
    const result = results.get(order.id)
    return result && !result.done ? [{ number: order.number, message: result.message }] : []
  })
  return [...Map.groupBy(refused, ({ message }) => message)]
    .map(
      ([message, orders]) =>
        `${orders.length > 3 ? plural(orders.length, 'tilaus', 'tilausta') : orders.map(({ number }) => number).join(', ')}: ${message}`,
    )
    .join(' ')
}

/** What takes the saved changes back. Each carries the versions that it wrote: what has been changed since stays as it is. */
export const undosOf = (results: ReadonlyMap<string, ChangeResult>): OrderChange[] =>
  [...results.values()].flatMap((result) => (result.done && result.undo ? [result.undo] : []))
