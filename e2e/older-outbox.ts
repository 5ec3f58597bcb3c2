// Outboxes as older builds left them on a device: frozen in e2e/outboxes, one file for each shape that items or stores have had.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { startOfDay } from '#domain/values/time/time.ts'
import { storedRows } from './device-database.ts'

const folder = join(import.meta.dirname, 'outboxes')
const state = z.enum(['odottaa_noutoa', 'kuljetuksessa', 'toimitettu', 'myohassa'])
const keyPath = z.union([z.null(), z.string(), z.array(z.string())])
const row = z.strictObject({ key: z.string().optional(), value: z.unknown() })

const outboxFile = z.strictObject({
  /** When such items were written, and what was new in them. */
  about: z.string(),
  /** The work of the items, and its state when the outbox was left. */
  jobs: z.array(
    z.strictObject({ door: z.string(), order: z.uuid(), shipment: z.uuid(), tila: state, leaving: z.literal('kylla').optional() }),
  ),
  /** `version`: of the browser, which is ten times Dexie's. */
  database: z.strictObject({
    version: z.int(),
    stores: z.array(z.strictObject({ name: z.string(), keyPath, indexes: z.array(z.string()), rows: z.array(row) })),
  }),
  /** What the server has once everything has been sent. `left`: labels of what had been refused before, and stays for its owner to decide. */
  expected: z.strictObject({
    shipments: z.record(z.uuid(), z.strictObject({ tila: state, signed: z.int(), failed: z.int(), pictures: z.int() })),
    left: z.array(z.string()),
    faults: z.int(),
    tasks: z.array(z.string()),
    requests: z.int(),
    checks: z.int(),
  }),
})
export type OlderOutbox = z.output<typeof outboxFile>

export const olderOutboxes = async (): Promise<string[]> => (await readdir(folder)).map((name) => name.replace(/\.json$/, '')).sort()

type Owner = { owner: string; car: string }

/** Reads a frozen outbox with the ids of this company and moments of today: `{"$ago": 60}` is a minute ago, `{"$midnight": true}` today's. */
export async function readOutbox(name: string, { owner, car }: Owner): Promise<OlderOutbox> {
  const now = Math.floor(Date.now() / 1000)
  const text = (await readFile(join(folder, `${name}.json`), 'utf8')).replaceAll('{owner}', owner).replaceAll('{car}', car)
  const revive = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('$ago' in value) return now - Number(value.$ago)
    return '$midnight' in value ? startOfDay(now) : value
  }
  return outboxFile.parse(JSON.parse(text, revive))
}

/** Writes the database as the older build had it, on a page of the origin that is not the app; `$blob` and `$map` become what they name. */
export const leaveOutbox = (page: Page, database: OlderOutbox['database']): Promise<void> =>
  page.evaluate(async ({ version, stores }) => {
    const revived = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(revived)
      if (typeof value !== 'object' || value === null) return value
      if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map)
      if ('$blob' in value && 'type' in value) {
        const bytes = Uint8Array.from(atob(String(value.$blob)), (digit) => digit.charCodeAt(0))
        return new Blob([bytes], { type: String(value.type) })
      }
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, revived(one)]))
    }
    const opening = indexedDB.open('kuorma', version)
    await new Promise((resolve, reject) => {
      opening.addEventListener('error', reject)
      opening.addEventListener('success', resolve)
      opening.addEventListener('upgradeneeded', () => {
        for (const { name, keyPath, indexes } of stores) {
          const store = opening.result.createObjectStore(name, { keyPath })
          for (const index of indexes) store.createIndex(index, index)
        }
      })
    })
    const names = stores.map(({ name }) => name)
    const writing = opening.result.transaction(names, 'readwrite')
    for (const { name, rows } of stores) for (const { key, value } of rows) writing.objectStore(name).put(revived(value), key)
    await new Promise((resolve, reject) => {
      writing.addEventListener('complete', resolve)
      writing.addEventListener('abort', () => reject(writing.error))
    })
    opening.result.close()
  }, database)

/** The labels of what the device still holds for the person. */
export async function storedLabels(page: Page, owner: string): Promise<string[]> {
  const items = await storedRows<{ owner: string; label: string }>(page, 'outbox')
  return items.filter((item) => item.owner === owner).map(({ label }) => label)
}
