import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { RequestFault } from '#domain/errors.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { endPauses } from '#server/testing/queue-pauses.ts'
import { inTransaction } from '../database/transaction.ts'
import { defineJob, type JobRun, type Outcome } from './define-job.ts'
import { jobById } from './job-rows.ts'
import { type Jobs, makeJobs } from './jobs.ts'
import { bossDatabase } from './open-boss.ts'
import { deadLetterQueue, type QueueName } from './queues.ts'

const queue = 'rahtikirjat'
let database: TestDatabase
const now = 1_795_000_000
const log = pino({ level: 'silent' }) as FastifyBaseLogger
const servers: Jobs[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await database.pool.query('DELETE FROM taustatyo')
  await database.pool.query('DELETE FROM pgboss.job')
})
afterAll(() => database.drop())

type Work = (input: { nro: number }, running: JobRun) => Promise<Outcome>
const kindOf = (run: Work, name: QueueName = queue) => defineJob({ name, input: z.strictObject({ nro: z.number() }), run })
const done: Work = async ({ nro }) => ({ result: { nro } })

/** A server of the cluster that runs these kinds of jobs. */
function server(...kinds: ReturnType<typeof kindOf>[]): Jobs {
  const jobs = makeJobs({ pool: database.pool, clock: () => now, log, wakeStreams: () => undefined })
  for (const kind of kinds) jobs.add(kind)
  servers.push(jobs)
  return jobs
}
const addJob = (jobs: Jobs, nro: number, more: { avain?: string } = {}) =>
  inTransaction(database.pool, (client) => jobs.enqueue(client, kindOf(done), { tekija: null, input: { nro }, ...more }))
const stored = (id: string) => jobById(database.pool, queue, id)
const until = (id: string, tila: string) => expect.poll(() => stored(id), { timeout: 15_000 }).toMatchObject({ tila })

test('a worker says how long the pause before its next attempt is', async () => {
  const jobs = server()
  await jobs.work('laskut', { run: async () => ({ status: 'failed', output: { error: 'Busy' }, afterSeconds: 900 }) })
  await jobs.start()
  await inTransaction(database.pool, (client) => jobs.send(client, 'laskut', ['a']))
  const pause = async () =>
    (
      await database.pool.query(
        "SELECT round(extract(epoch FROM start_after - now()) / 60)::int AS minutes FROM pgboss.job WHERE state = 'retry'",
      )
    ).rows
  await expect.poll(pause, { timeout: 15_000 }).toEqual([{ minutes: 15 }])
})

/** Ends the pause before the next attempt and makes the servers poll. */
async function passPause(): Promise<void> {
  await expect.poll(() => endPauses(database.pool, queue)).toBe(1)
}
/** What pg-boss does every quarter of a minute: retries or fails the jobs whose servers send no heartbeat. */
async function checkServers(): Promise<void> {
  await database.pool.query('UPDATE pgboss.queue SET monitor_on = null, monitor_claim_on = null')
  await new PgBoss({ db: bossDatabase(database.pool) }).supervise(queue)
}
const silenceServer = () => database.pool.query("UPDATE pgboss.job SET heartbeat_on = now() - interval '61 s' WHERE state = 'active'")
const deadLetters = async () =>
  (await database.pool.query('SELECT data, source_output FROM pgboss.job WHERE name = $1', [deadLetterQueue])).rows

/** Work that runs until the test calls `end`, or until it is aborted. */
function pausedWork() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<JobRun>()
  const store = vi.fn(async () => {})
  const work: Work = async ({ nro }, running) => {
    begin(running)
    running.progress(1, 2)
    await Promise.race([ended, new Promise((_, reject) => running.signal.addEventListener('abort', () => reject(running.signal.reason)))])
    return { result: { nro }, store }
  }
  return { work, begun, end, store }
}

test('each job is done once in a cluster, and keeps its result', async () => {
  const processed: number[] = []
  const kind = kindOf(async ({ nro }, { progress }) => {
    processed.push(nro)
    progress(3, 3)
    return { result: { nro } }
  })
  const cluster = [server(kind), server(kind), server(kind)]
  for (const one of cluster) await one.start()
  const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((nro) => addJob(servers[0] ?? server(kind), nro)))
  for (const id of ids) await until(id, 'valmis')
  expect(processed.sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(await stored(ids[1] ?? '')).toMatchObject({ tulos: { nro: 2 }, tehty: 3, kaikki: 3, paattynyt: now, virhe: '' })
})

test('another server takes over the job of a server that died, and what the dead one still stores is ignored', async () => {
  const slow = pausedWork()
  const first = server(kindOf(slow.work))
  const id = await addJob(first, 1)
  await first.start()
  await slow.begun
  const second = server(kindOf(done))
  await second.start()
  expect(await stored(id)).toMatchObject({ tila: 'kaynnissa' })
  await silenceServer()
  await checkServers()
  await passPause()
  await until(id, 'valmis')
  slow.end()
  await first.stop()
  expect(slow.store).not.toHaveBeenCalled()
  expect(await stored(id)).toMatchObject({ tila: 'valmis', tulos: { nro: 1 } })
})

test('cancelled work stops at once and stores nothing', async () => {
  const slow = pausedWork()
  const jobs = server(kindOf(slow.work))
  const id = await addJob(jobs, 1)
  await jobs.start()
  const { signal } = await slow.begun
  await expect.poll(() => stored(id)).toMatchObject({ tila: 'kaynnissa', tehty: 1, kaikki: 2 })
  expect(await jobs.cancel(id)).toBe(true)
  expect(signal.aborted).toBe(true)
  expect(await jobs.cancel(id)).toBe(false)
  await jobs.stop()
  expect(await stored(id)).toMatchObject({ tila: 'peruttu' })
  expect(slow.store).not.toHaveBeenCalled()
})

test('work cancelled through another server stops within seconds', async () => {
  const slow = pausedWork()
  const jobs = server(kindOf(slow.work))
  const id = await addJob(jobs, 1)
  await jobs.start()
  const { signal } = await slow.begun
  await server().cancel(id)
  await expect.poll(() => signal.aborted).toBe(true)
})

test('a stopping server returns its jobs without counting the attempt', async () => {
  const slow = pausedWork()
  const first = server(kindOf(slow.work))
  const id = await addJob(first, 1)
  await first.start()
  await slow.begun
  await first.stop()
  expect(await stored(id)).toMatchObject({ tila: 'odottaa' })
  const { rows } = await database.pool.query('SELECT yrityksia FROM taustatyo WHERE id = $1', [id])
  expect(rows).toEqual([{ yrityksia: 0 }])
  expect((await database.pool.query('SELECT state, retry_count FROM pgboss.job')).rows).toEqual([{ state: 'created', retry_count: 0 }])
  await server(kindOf(done)).start()
  await until(id, 'valmis')
})

test('a refusal is reported unchanged; after other faults a job is attempted three times in all', async () => {
  const refusing = server(
    kindOf(async () => {
      throw new RequestFault({ kind: 'invalid', detail: 'Tilaus on jo laskutettu.' })
    }),
  )
  const refused = await addJob(refusing, 1)
  await refusing.start()
  await until(refused, 'epaonnistui')
  expect(await stored(refused)).toMatchObject({ virhe: 'Tilaus on jo laskutettu.' })
  await refusing.stop()

  let tries = 0
  const failing = server(
    kindOf(async () => {
      tries++
      throw new Error('secret')
    }),
  )
  const failed = await addJob(failing, 2)
  await failing.start()
  for (const so of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(so)
    await until(failed, so === 3 ? 'epaonnistui' : 'odottaa')
    if (so < 3) await passPause()
  }
  expect((await stored(failed))?.virhe).toBe('Työ ei onnistunut. Yritä myöhemmin uudelleen.')
  // Without the message, which could contain personal data.
  await expect.poll(deadLetters).toEqual([{ data: { id: failed }, source_output: { error: 'Error' } }])
})

test('a transient failure is retried, and reported with its own message when it persists', async () => {
  let tries = 0
  const away = server(
    kindOf(async () => {
      tries++
      throw new RequestFault({ kind: 'unavailable', detail: 'Tulosteen piirtäminen keskeytyi. Yritä uudelleen.' })
    }),
  )
  const id = await addJob(away, 1)
  await away.start()
  for (const so of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(so)
    await until(id, so === 3 ? 'epaonnistui' : 'odottaa')
    if (so < 3) await passPause()
  }
  expect((await stored(id))?.virhe).toBe('Tulosteen piirtäminen keskeytyi. Yritä uudelleen.')
})

test('a job that crashes its servers is given up', async () => {
  const id = await addJob(server(), 1)
  const boss = new PgBoss({ db: bossDatabase(database.pool) })
  for (const _attempt of [1, 2, 3]) {
    expect(await boss.fetch(queue)).toHaveLength(1)
    await silenceServer()
    await checkServers()
    await passPause()
  }
  const run = vi.fn(done)
  await server(kindOf(run)).start()
  await until(id, 'epaonnistui')
  expect(run).not.toHaveBeenCalled()
  await expect.poll(deadLetters).toEqual([{ data: { id }, source_output: { error: 'Interrupted' } }])
})

test('a kind of work that is added after the start is refused, as no worker would run it', async () => {
  const jobs = server()
  await jobs.start()
  expect(() => jobs.add(kindOf(done))).toThrow('Jobs of the kind rahtikirjat were added after the start: nothing would run them')
})

test('a request that is repeated while its job is unfinished adds no second job', async () => {
  const jobs = server(kindOf(done))
  const [first, second, other] = await Promise.all([
    addJob(jobs, 1, { avain: 'a' }),
    addJob(jobs, 1, { avain: 'a' }),
    addJob(jobs, 1, { avain: 'b' }),
  ])
  expect(second).toBe(first)
  expect(other).not.toBe(first)
  await jobs.start()
  await until(first, 'valmis')
  expect(await addJob(jobs, 1, { avain: 'a' })).not.toBe(first)
})

test('a job whose stored input is no longer valid fails and does not block other jobs', async () => {
  const jobs = server(kindOf(done))
  const old = await addJob(jobs, 1)
  await database.pool.query(`UPDATE taustatyo SET syote = '{"vanha": 1}' WHERE id = $1`, [old])
  await database.pool.query('UPDATE pgboss.job SET retry_count = 1, started_on = now()')
  await jobs.start()
  const good = await addJob(jobs, 7)
  await until(good, 'valmis')
  await until(old, 'epaonnistui')
})

test('a job starts on any free server as soon as it is added, not when a server polls', { timeout: 30_000 }, async () => {
  const begun: number[] = []
  const asking = server()
  const working = kindOf(async ({ nro }) => {
    begun.push(nro)
    return { result: { nro } }
  })
  // The clock of the polls stands still: only a notification can start a job.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  try {
    await server(working).start()
    for (const nro of [1, 2, 3, 4]) {
      await addJob(asking, nro)
      while (begun.length < nro) await nextTurn()
    }
  } finally {
    vi.useRealTimers()
  }
  expect(begun).toEqual([1, 2, 3, 4])
})

test('a job is queued in the caller’s transaction: when that is rolled back, nothing runs', async () => {
  const jobs = server(kindOf(done))
  const kind = kindOf(done)
  await expect(
    inTransaction(database.pool, async (client) => {
      await jobs.enqueue(client, kind, { tekija: null, input: { nro: 1 } })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const { rows } = await database.pool.query('SELECT id FROM taustatyo UNION ALL SELECT id FROM pgboss.job')
  expect(rows).toEqual([])
})
