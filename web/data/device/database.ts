import type { PersistedClient } from '@tanstack/query-persist-client-core'
import Dexie, { type Transaction } from 'dexie'
import * as z from 'zod/mini'

/** A draft with more than text, such as pictures. `savedAt`: unix seconds. */
export type StoredDraft = { owner: string; name: string; savedAt: number; value: unknown }
/** A completed action that has not reached the server yet. outbox.ts validates the rest: an older build may have stored another shape. */
export type StoredItem = { owner: string; id: string }
/** The last answers of the queries that are stored on a driver's device. */
export type StoredReads = { owner: string; client: PersistedClient }

export type DeviceDatabase = ReturnType<typeof openDatabase>

/**
 * What localStorage has no room for, kept on this device over a reload or a crash (IndexedDB). Every row names its owner, the person who was
 * signed in. device-store.ts loads this file, and Dexie with it, when the device is used for the first time.
 */
export function openDatabase(name: string) {
  // Strict durability: a write resolves once it is on the disk.
  const database = new Dexie(name, { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict', cache: 'disabled' })
  // Until November 2026 one store held everything by the keys of `migrateStoredValues`. Dexie's 0.1 is version 1 of the browser's own count.
  database.version(0.1).stores({ kept: '' })
  database
    .version(1)
    .stores({ kept: null, drafts: '[owner+name], owner, savedAt', outbox: '[owner+id], owner', reads: 'owner' })
    .upgrade(migrateStoredValues)
  return {
    drafts: database.table<StoredDraft, [owner: string, name: string]>('drafts'),
    outbox: database.table<StoredItem, [owner: string, id: string]>('outbox'),
    reads: database.table<StoredReads, string>('reads'),
    /** Runs in one transaction: everything is stored, or nothing. */
    together: <T>(work: () => Promise<T>) => database.transaction('rw', ['drafts', 'outbox', 'reads'], work),
    open: () => database.open(),
    close: () => database.close(),
  }
}

const storedValue = z.object({ savedAt: z.number(), value: z.unknown() })
const storedItem = z.object({ savedAt: z.number(), value: z.looseObject({ id: z.string() }) })

/**
 * `<owner>.outbox.<id>`: an unsent item, `<owner>.reads`: the last answers, which are dropped, `<owner>.<name>`: a draft. An item that cannot be
 * read is kept all the same, so that its owner learns of it.
 */
async function migrateStoredValues(transaction: Transaction): Promise<void> {
  const table = transaction.table('kept')
  const drafts = transaction.table('drafts')
  const outbox = transaction.table('outbox')
  for (const key of await table.toCollection().primaryKeys()) {
    const [, owner, name] = /^([^.]*)\.(.*)$/s.exec(String(key)) ?? []
    if (owner === undefined || name === undefined || name === 'reads') continue
    const value: unknown = await table.get(key)
    const [, id] = /^outbox\.(.*)$/s.exec(name) ?? []
    if (id !== undefined) {
      const item = storedItem.safeParse(value)
      await outbox.put(item.success ? { ...item.data.value, owner, id } : { owner, id, unreadable: value })
      continue
    }
    const draft = storedValue.safeParse(value)
    if (draft.success) await drafts.put({ owner, name, savedAt: draft.data.savedAt, value: draft.data.value })
  }
}
