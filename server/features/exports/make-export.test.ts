import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#domain/access/roles.ts'
import { registry } from '#domain/model/registry.ts'
import { openContext } from '#server/open-context.ts'
import { openExportPool } from '#server/platform/database/pool.ts'
import { draftsIn, type WithDraft } from '#server/platform/files/drafts.ts'
import { openWorkerPool, type WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { insert } from '#server/testing/test-server.ts'
import { exportRegister } from '../registers/export-register.ts'
import { exportOrders } from './export-orders.ts'
import type { ExportParts } from './make-export.ts'

let database: TestDatabase
let exportPool: Pool
let folder: string
let programs: string
let hanging: URL
let workers: WorkerPool
const admin: Viewer = { userId: randomUUID(), name: 'Ylläpito', roles: ['yllapito'], asiakasId: null }
/** More rows than are read at a time. */
const count = 300

beforeAll(async () => {
  database = await createTestDatabase()
  exportPool = openExportPool(database.pool, 1)
  folder = await mkdtemp(join(tmpdir(), 'kuorma-export-'))
  programs = await mkdtemp(join(tmpdir(), 'kuorma-hang-'))
  hanging = pathToFileURL(join(programs, 'hang.mjs'))
  await writeFile(hanging, 'export default () => { for (;;); }')
  workers = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1, maxPending: 1 })
  const asiakas_id = randomUUID()
  await insert(database.pool, 'asiakas', { id: asiakas_id, name: 'Vanha' })
  for (let number = 0; number < count; number++) {
    await insert(database.pool, 'auto', { id: randomUUID(), name: 'Vanha', rekisterinumero: `AAA-${number}` })
    await insert(database.pool, 'tilaus', { id: randomUUID(), asiakas_id, tilausnro: number + 1 })
  }
})
afterAll(async () => {
  await workers.close()
  await exportPool.end()
  await database.drop()
  await rm(folder, { recursive: true })
  await rm(programs, { recursive: true })
})

const waiting = new AbortController().signal
const parts = (changed: Partial<ExportParts> = {}): ExportParts => ({
  ...openContext({ pool: database.pool, clock: () => 1_795_000_000 }),
  withDraft: draftsIn(folder),
  workers,
  exportPool,
  ...changed,
})
const exports = {
  register: (changed?: Partial<ExportParts>, signal = waiting) =>
    exportRegister(parts(changed), admin, {
      input: { tyyppi: registry.auto.type, sarakkeet: ['name', 'rekisterinumero'], muoto: 'csv' },
      signal,
    }),
  orders: (changed?: Partial<ExportParts>, signal = waiting) =>
    exportOrders(parts(changed), admin, { muoto: 'csv', params: { sort: 'tilausnro' }, signal }),
}
const names = ['register', 'orders'] as const
/** Runs `work` when the first rows of an export have been read. */
const afterFirstRows =
  (work: () => Promise<unknown>): WithDraft =>
  ({ bytes, maxMegabytes: max }, use) => {
    const paused = async function* () {
      let isFirst = true
      for await (const chunk of bytes) {
        if (isFirst) await work()
        isFirst = false
        yield chunk
      }
    }
    return draftsIn(folder)({ bytes: paused(), maxMegabytes: max }, use)
  }
const openTransactions = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  return rows[0]?.n ?? 0
}
async function expectNothingLeft(): Promise<void> {
  expect([exportPool.totalCount - exportPool.idleCount, await openTransactions(), await readdir(folder)]).toEqual([0, 0, []])
}

describe.each(names)('the export of a %s', (name) => {
  test('contains its rows as they were when the read began, whatever changes meanwhile', async () => {
    const rename = async () => {
      await database.pool.query(`UPDATE auto SET name = 'Uusi'`)
      await database.pool.query(`UPDATE asiakas SET name = 'Uusi'`)
    }
    const { bytes } = await exports[name]({ withDraft: afterFirstRows(rename) })
    const text = (await buffer(bytes)).toString()
    expect(text.match(/Vanha/g)).toHaveLength(count)
    await database.pool.query(`UPDATE auto SET name = 'Vanha'`)
    await database.pool.query(`UPDATE asiakas SET name = 'Vanha'`)
    await expectNothingLeft()
  })

  test('has no transaction open while it waits for a worker', async () => {
    const seen: Promise<number>[] = []
    const run: WorkerPool['run'] = (...call) => {
      seen.push(Promise.resolve(exportPool.idleCount), openTransactions())
      return workers.run(...call)
    }
    const { bytes } = await exports[name]({ workers: { ...workers, run } })
    await buffer(bytes)
    expect(await Promise.all(seen)).toEqual([1, 0])
    await expectNothingLeft()
  })

  test('is refused when every worker is busy and the queue is full, and leaves no file behind', async () => {
    const full = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1, maxPending: 1 })
    const busy = full.run<(input: object) => never>(hanging, {}, { timeoutSeconds: 60 })
    const ended = expect(busy).rejects.toMatchObject({ name: 'WorkerFailure' })
    await expect(exports[name]({ workers: full })).rejects.toMatchObject({ status: 503 })
    await full.close()
    await ended
    await expectNothingLeft()
  })

  test('stops when the client has disconnected', async () => {
    const client = new AbortController()
    let used = false
    const withDraft = afterFirstRows(async () => client.abort())
    const run: WorkerPool['run'] = (...call) => {
      used = true
      return workers.run(...call)
    }
    await expect(exports[name]({ withDraft, workers: { ...workers, run } }, client.signal)).rejects.toMatchObject({ status: 503 })
    expect(used).toBe(false)
    await expectNothingLeft()
    await expect(exports[name]({}, client.signal)).rejects.toMatchObject({ status: 503 })
  })

  test('ends at its time limit', async () => {
    await expect(exports[name]({ maxExportSeconds: 0 })).rejects.toMatchObject({
      status: 503,
      message: 'Haku kesti liian kauan, joten se keskeytettiin. Rajaa hakua ja yritä uudelleen.',
    })
    await expectNothingLeft()
  })
})
