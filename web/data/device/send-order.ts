import { isWaiting, type Load, loads, type OutboxItem } from './outbox-item.ts'

const chainOf = ({ chain, about }: Pick<OutboxItem, 'chain' | 'about'>): readonly string[] => chain ?? about

/** Whether the later item has to wait until the earlier one is sent or discarded. */
const holds = (earlier: OutboxItem, later: OutboxItem): boolean =>
  earlier.load !== 'picture' && !earlier.holdsNothing && chainOf(earlier).some((id) => chainOf(later).includes(id))

/** The earlier items, in their order, that the item waits for. `items`: in their order. */
export const heldBy = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] =>
  items.filter((other) => other.id !== item.id && other.queuedAt < item.queuedAt && holds(other, item))

/**
 * The item to send next: the first small one that nothing holds, then large ones, then pictures. A rejected item, and one in `skipped`, holds
 * only what depends on it. `items`: in their order.
 */
export function nextToSend(items: readonly OutboxItem[], skipped: ReadonlySet<string>): OutboxItem | undefined {
  const free = items.filter((item) => isWaiting(item) && !skipped.has(item.id) && heldBy(item, items).length === 0)
  return loads.map((load) => free.find((item) => item.load === load)).find((item) => item !== undefined)
}

/** Whether what has just been added goes before an item of the load `sending`, which is then interrupted and sent again after it. */
export const interrupts = (added: OutboxItem, items: readonly OutboxItem[], sending: Load): boolean =>
  loads.indexOf(added.load) < loads.indexOf(sending) && heldBy(added, items).length === 0

type TakesBack = (later: OutboxItem, earlier: OutboxItem) => boolean

/** The item that takes back this one, which has not been tried, before anything else depends on it. */
export function takenBackBy(item: OutboxItem, items: readonly OutboxItem[], takesBack: TakesBack): OutboxItem | undefined {
  if (item.tried) return undefined
  const next = items.find((other) => other.queuedAt > item.queuedAt && other.load !== 'picture' && holds(item, other))
  return next && isWaiting(next) && takesBack(next, item) ? next : undefined
}
