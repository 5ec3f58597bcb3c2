import { useMemo, useSyncExternalStore } from 'react'
import type { ShipmentState } from '#domain/entities/order/order.states.ts'
import type { Row } from '#domain/model/registry.ts'
import { type OutboxItem, useOutbox } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import type { Delivery } from './delivery.ts'
import { failureOf } from './failure-send.ts'
import { stepOf } from './state-step.ts'

/** The values shown of a line until the server's answer has been read. */
export type ShownLine = { tila: ShipmentState } & Partial<
  Pick<Row<'lahetys'>, 'vid' | 'timestamp_toimitettu' | 'timestamp_noudettu' | 'tila_muuttui' | 'laitteen_aika' | 'laitteen_ero'>
>
type ShownLines = ReadonlyMap<string, ShownLine>

/** What the server has answered to steps, by item, until the lists have been reread. */
let answered: ReadonlyMap<string, ShownLines> = new Map()
const listeners = new Set<() => void>()

function setAnswered(next: ReadonlyMap<string, ShownLines>): void {
  answered = next
  for (const listener of listeners) listener()
}

/** Shows the answer to an item until `reread` has ended. */
export function showUntilReread(itemId: string, lines: ShownLines, reread: Promise<unknown>): void {
  setAnswered(new Map([...answered, [itemId, lines]]))
  void reread.finally(() => setAnswered(new Map([...answered].filter(([id]) => id !== itemId))))
}

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

/** The unsent steps of this device, the later ones over the earlier ones; a rejected one is not shown. */
export const pendingLines = (items: readonly OutboxItem[], known: ReadonlyMap<string, ShownLines>): ShownLines =>
  new Map([...[...known.values()].flatMap((lines) => [...lines]), ...items.filter(({ refusal }) => refusal === '').flatMap(linesOf)])

/** A delivery page's data with this device's unsent steps: goods picked up without a network can be delivered. */
export const withPending = (delivery: Delivery, pending: ShownLines): Delivery => ({
  ...delivery,
  shipments: delivery.shipments.map((shipment) => ({ ...shipment, ...pending.get(shipment.id) })),
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** By line, what this device's unsent steps have changed. */
export function usePendingLines(): ShownLines {
  const { items } = useOutbox()
  const known = useSyncExternalStore(subscribe, () => answered)
  return useMemo(() => pendingLines(items, known), [items, known])
}
