import * as z from 'zod/mini'
import {
  type HourlyState,
  hourlyStates,
  hourlyTransitions,
  isShipmentState,
  type ShipmentState,
  type StateActor,
} from '#domain/entities/order/order.states.ts'
import { hasWayBack } from '#domain/entities/order/order.transitions.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { OutboxItem } from '#web/data/device/outbox.ts'
import type { Values } from '#web/data/row.ts'
import { shipmentTable } from '../orders/shipment-table.ts'

type RowVersion = { id: string; vid: number }
/** The pieces that were counted at a pickup, by shipment (rules/deliveries.md#counted-pieces). */
export type Counts = Readonly<Record<string, number>>
type Of<N extends EntityName, S> = {
  name: N
  rows: readonly RowVersion[]
  from: S
  to: S
  actor: StateActor
  reason?: string
  /** Values saved with the step, such as the terminal. */
  values?: Values<N>
  /** The toast's text: `Noudettu: Hämeen Huonekalu Oy`. */
  toast: string
}
export type StateStep = (Of<'lahetys', ShipmentState> & { counts?: Counts }) | Of<'tuntituote', HourlyState>

export const stepKind = 'tila'
export const undone = 'Kumottu'

const isHourlyState = (value: unknown): value is HourlyState => typeof value === 'string' && Object.hasOwn(hourlyStates, value)
const rowsShape = z.array(z.object({ id: z.string(), vid: z.number() }))
const common = { rows: rowsShape, reason: z.optional(z.string()), toast: z.string(), actor: z.enum(['yllapito', 'kuljettaja', 'asiakas']) }
const shipmentState = z.custom<ShipmentState>(isShipmentState)
const hourlyState = z.custom<HourlyState>(isHourlyState)
const terminal = z.object({ nykyinen_osoite: z.optional(z.nullable(z.string())) })
const counts = z.optional(z.record(z.string(), z.number()))
/** A step as the outbox holds it. */
export const stepShape = z.discriminatedUnion('name', [
  z.object({ ...common, name: z.literal('lahetys'), from: shipmentState, to: shipmentState, values: z.optional(terminal), counts }),
  z.object({ ...common, name: z.literal('tuntituote'), from: hourlyState, to: hourlyState }),
])
export type QueuedStep = z.infer<typeof stepShape>

/** The step in an outbox item; undefined in items of other kinds. */
export const stepOf = ({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>): QueuedStep | undefined =>
  kind === stepKind ? stepShape.safeParse(payload).data : undefined

/** Whether the state table lets the person take the step back without a reason. */
export function mayReturn(step: StateStep, now: number): boolean {
  return step.name === 'lahetys' ? hasWayBack(shipmentTable(), { ...step, now }) : hasWayBack(hourlyTransitions, { ...step, now })
}

export function backOf(step: StateStep): StateStep {
  const { rows, actor } = step
  return step.name === 'lahetys'
    ? { name: 'lahetys', rows, from: step.to, to: step.from, actor, toast: undone }
    : { name: 'tuntituote', rows, from: step.to, to: step.from, actor, toast: undone }
}

/** Whether the later step leads the same rows back to where the earlier one began. */
export function takesBack(later: QueuedStep, earlier: QueuedStep): boolean {
  const ids = new Set(earlier.rows.map(({ id }) => id))
  const isSame = later.rows.length === earlier.rows.length && later.rows.every(({ id }) => ids.has(id))
  return later.name === earlier.name && isSame && later.from === earlier.to && later.to === earlier.from
}
