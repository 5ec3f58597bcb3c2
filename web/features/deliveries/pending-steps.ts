import { useMemo } from 'react'
import type { ShipmentState } from '#domain/entities/order/order.states.ts'
import { type OutboxItem, useOutbox } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { type ShownLine, type ShownLines, shownOver, useAnsweredLines } from '../orders/answered-lines.ts'
import type { Delivery } from './delivery.ts'
import { failureOf } from './failure-send.ts'
import { stepOf } from './state-step.ts'

/** The times as the server will set them (rules/deliveries.md#true-times). */
function shownAt(to: ShipmentState, from: ShipmentState, at: number): ShownLine {
  const picksUp = from === 'odottaa_noutoa' && to === 'kuljetuksessa'
  return {
    tila: to,
    tila_muuttui: at,
    ...(picksUp ? { timestamp_noudettu: at } : to === 'odottaa_noutoa' ? { timestamp_noudettu: 0 } : {}),
    ...(to === 'toimitettu' ? { timestamp_toimitettu: at } : {}),
  }
}

function linesOf(item: OutboxItem): [string, ShownLine][] {
  const at = actionTime(item)
  const step = stepOf(item)
  if (step) return step.rows.map(({ id }) => [id, shownAt(step.to, step.from, at)])
  const failure = failureOf(item)
  return failure ? failure.shipments.map(({ id, tila }) => [id, shownAt('myohassa', tila, at)]) : []
}

/** The unsent steps of this device over what was answered, the later ones over the earlier ones; a rejected one is not shown. */
export const pendingLines = (items: readonly OutboxItem[], known: ShownLines): ShownLines =>
  new Map([...known, ...items.filter(({ refusal }) => refusal === '').flatMap(linesOf)])

/** A delivery page's data with this device's unsent steps: goods picked up without a network can be delivered. */
export const withPending = (delivery: Delivery, pending: ShownLines): Delivery => ({
  ...delivery,
  shipments: delivery.shipments.map((shipment) => ({ ...shipment, ...shownOver(shipment, pending.get(shipment.id)) })),
})

/** By line, what this device's unsent steps have changed. */
export function usePendingLines(): ShownLines {
  const { items } = useOutbox()
  const known = useAnsweredLines()
  return useMemo(() => pendingLines(items, known), [items, known])
}
