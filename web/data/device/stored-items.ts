import type { StoredItem } from './database.ts'
import { readFromDevice, writeToDevice } from './device-store.ts'
import { itemOf, type OutboxItem } from './outbox-item.ts'
import { loadOf } from './senders.ts'

// The outbox's items as the device stores them, and those that it could not store.

/** The owners, by id, of the items that the device could not store: these exist only in the memory of this tab. */
const inMemory = new Map<string, string>()

/** Whether the device has stored it; otherwise this tab alone has it. */
export async function keep(item: OutboxItem): Promise<boolean> {
  const isStored = await writeToDevice(({ outbox }) => outbox.put(item))
  if (isStored) inMemory.delete(item.id)
  else inMemory.set(item.id, item.owner)
  return isStored
}

export async function remove({ owner, id }: StoredItem): Promise<void> {
  inMemory.delete(id)
  await writeToDevice(({ outbox }) => outbox.delete([owner, id]))
}

/** Removes both or neither, in one transaction: a step whose undo is gone would be sent. */
export async function removeBoth(...both: readonly [OutboxItem, OutboxItem]): Promise<boolean> {
  const keys = both.map(({ owner, id }): [string, string] => [owner, id])
  const isRemoved = (await writeToDevice(({ outbox }) => outbox.bulkDelete(keys))) || both.every(({ id }) => inMemory.has(id))
  if (isRemoved) for (const { id } of both) inMemory.delete(id)
  return isRemoved
}

/** The item as it is stored now, since another tab may have sent, discarded or changed it. Null when it no longer exists. */
export async function newestOf(item: OutboxItem): Promise<OutboxItem | null> {
  if (inMemory.has(item.id)) return item
  return readFromDevice(({ outbox }) => outbox.get([item.owner, item.id])).then(
    (stored) => (stored ? itemOf(stored, loadOf) : null),
    // If the device does not answer, the tab sends the copy that it holds.
    () => item,
  )
}

/**
 * Stores that sending the item has been tried. What is removed meanwhile, in any tab, is not stored again. `gone`: it was removed before;
 * `unstored`: the device does not store it.
 */
export async function markTried(item: OutboxItem): Promise<'stored' | 'unstored' | 'gone'> {
  const { owner, id } = item
  const tried: OutboxItem = { ...item, tried: true }
  let isGone = false
  const isStored = await writeToDevice(({ outbox, together }) =>
    together(async () => {
      isGone = !inMemory.has(id) && (await outbox.get([owner, id])) === undefined
      if (!isGone) await outbox.put(tried)
    }),
  )
  if (isGone) return 'gone'
  if (!isStored) return 'unstored'
  inMemory.delete(id)
  return 'stored'
}

/** From now on this tab's copy of the item is the newest one. */
export const holdInMemory = ({ owner, id }: OutboxItem): void => void inMemory.set(id, owner)

/** How many items of the person are unsent, including those being sent, those of other tabs and unreadable ones. */
export async function countUnsent(userId: string): Promise<number> {
  const stored = await readFromDevice(({ outbox }) => outbox.where('owner').equals(userId).primaryKeys())
  const own = [...inMemory].flatMap(([id, owner]) => (owner === userId ? [id] : []))
  return new Set([...stored.map(([, id]) => id), ...own]).size
}
