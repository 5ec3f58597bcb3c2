import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskName } from '#domain/features/background-jobs/tasks.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { housekeepingQueue } from '#server/platform/background-jobs/queues.ts'
import { openSms } from '#server/platform/ports/sms/open-sms.ts'
import { insert, startTestServer, type TestServer } from '#server/testing/test-server.ts'

// Three servers with workers of their own on one database: pg-boss hands out the tasks that simulated-year.test.ts calls by itself.

const tasks: readonly TaskName[] = ['recurring-orders', 'route-orders', 'rental-orders']
const log = pino({ level: 'error' }, { write: (line) => console.error(line) }) as FastifyBaseLogger

let first: TestServer
const pools: pg.Pool[] = []
const apps: FastifyInstance[] = []
let now = midnightOf('2027-03-27')
/** How often a task of each server has asked for the time. */
const asked = [0, 0, 0]

beforeAll(async () => {
  first = await startTestServer()
  const { files, folder, databaseUrl } = first
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: 'https://kuorma.test' })
  for (const nth of asked.keys()) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    pools.push(pool)
    const clock = () => now + nth * 60
    const app = await buildApp({ config, pool, files, log, clock, webRoot: null })
    await app.ready()
    apps.push(app)
    const countingClock = () => {
      asked[nth] = (asked[nth] ?? 0) + 1
      return clock()
    }
    await startHousekeeping(app.jobs, { pool, files, clock: countingClock, sms: openSms(config), log, geocoder: null, roads: null })
  }
  await first.pool.query(`INSERT INTO asetus (avain, arvo, muutettu) VALUES ('tilauksia_etukateen', '5', 1)`)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  for (const pool of pools) await pool.end()
  await first.close()
})

const everyDay = { viikonpaivat: [1, 2, 3, 4, 5, 6, 7], aktivointipaiva: midnightOf('2027-01-01') }

async function addSources(): Promise<void> {
  const asiakas_id = await first.customer()
  const address = randomUUID()
  await insert(first.pool, 'postiosoite', { id: address, asiakas_id, field_osoite_1: 'Katu 1' })
  await insert(first.pool, 'tuntituote_toisto', { id: randomUUID(), ...everyDay, ajetaan_pyhapaivat: true, asiakas_id })
  await insert(first.pool, 'reitti', { id: randomUUID(), ...everyDay, asiakkaat_ids: [asiakas_id], osoitteet_ids: [address], hinta: 10 })
  const rental = { laskutuspaiva: 't', laskutuskausi: 'Y-m-t', aktivointipaiva: midnightOf('2027-10-20'), hinta_total: 10 }
  await insert(first.pool, 'vuokraus', { id: randomUUID(), ...rental, asiakas_id })
}

/** Every server queues every task at once, as it would by its schedule; settles once all of them are done. */
async function runEverywhere(): Promise<void> {
  await Promise.all(apps.flatMap((app, nth) => tasks.map((task) => app.jobs.send(pools[nth] ?? first.pool, housekeepingQueue, [task]))))
  const unfinished = async () => {
    const { rows } = await first.pool.query(
      `SELECT data ->> 'id' FROM pgboss.job WHERE name = $1 AND state < 'completed' AND data ->> 'id' = ANY ($2)`,
      [housekeepingQueue, tasks],
    )
    return rows
  }
  await expect.poll(unfinished, { interval: 20, timeout: 30_000 }).toEqual([])
}

async function made(): Promise<string[]> {
  const { rows } = await first.pool.query<{ kind: string; day: number }>(
    `SELECT CASE WHEN reitti_id IS NOT NULL THEN 'route' WHEN vuokraus_id IS NOT NULL THEN 'rental' ELSE 'job' END AS kind,
       (CASE WHEN vuokraus_id IS NULL THEN ajopaiva ELSE vuokrakausi END)::int AS day FROM tilaus WHERE status = 1 ORDER BY 1, 2`,
  )
  return rows.map(({ kind, day }) => `${kind} ${formatDate(day)}`)
}
const of = (kind: string, days: readonly string[]): string[] => days.map((day) => `${kind} ${day}`)

test('three servers run the scheduled jobs every hour around both clock changes, and each order is made exactly once', async () => {
  await addSources()
  for (const night of ['2027-03-28', '2027-10-31'])
    for (let hour = -1; hour < 7; hour++) {
      now = midnightOf(night) + hour * 3600
      await runEverywhere()
    }
  const [spring, autumn] = [
    ['27.3.2027', '28.3.2027', '29.3.2027', '30.3.2027', '31.3.2027', '1.4.2027'],
    ['30.10.2027', '31.10.2027', '1.11.2027', '2.11.2027', '3.11.2027', '4.11.2027'],
  ]
  // Routes leave out Easter.
  const driven = spring.filter((day) => day !== '28.3.2027' && day !== '29.3.2027')
  expect(await made()).toEqual([
    ...of('job', [...spring, ...autumn]),
    ...of('rental', ['31.10.2027']),
    ...of('route', [...driven, ...autumn]),
  ])
  expect(asked.every((count) => count > 0)).toBe(true)
}, 300_000)
