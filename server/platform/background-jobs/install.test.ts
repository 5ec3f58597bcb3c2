import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { insert } from '#server/testing/test-server.ts'
import { migrate } from '../database/migrate.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { enqueuePushes } from '../push/push-queue.ts'
import { enqueueSms } from '../sms/sms-queue.ts'
import { bossDatabase } from './open-boss.ts'
import { mailQueue, pushQueue, queues, smsQueue } from './queues.ts'

const log = { info: () => undefined }
const migrations = join(import.meta.dirname, '../database/migrations')
let database: TestDatabase

afterEach(() => database.drop())

/** The database at the last version that had its own queue tables. */
async function migrateToVersionBefore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kuorma-migrations-'))
  for (const file of await readdir(migrations)) if (Number(file.slice(0, 4)) < 39) await cp(join(migrations, file), join(folder, file))
  await migrate(database.pool, log, folder)
  await rm(folder, { recursive: true })
}

test('jobs and mail waiting in the tables of the previous version are queued once, and nothing else is queued', async () => {
  database = await createTestDatabase({ empty: true })
  const { pool } = database
  await migrateToVersionBefore()
  const [waiting, running, ended, mail, retried, sent] = Array.from({ length: 6 }, () => randomUUID())
  await pool.query(
    `INSERT INTO taustatyo (id, laji, avain, syote, tila, luotu, seuraava_yritys, yrityksia, ajaja) VALUES
       ($1, 'rahtikirjat', 'a', '{"muoto": "lahetys"}', 'odottaa', 1, 1, 0, NULL),
       ($2, 'tiedostojen-puhdistus', 'kaikki', '{}', 'kaynnissa', 1, 9999999999, 1, gen_random_uuid()),
       ($3, 'rahtikirjat', '', '{}', 'valmis', 1, 1, 1, NULL)`,
    [waiting, running, ended],
  )
  await pool.query(
    `INSERT INTO lahteva_posti (id, laji, vastaanottaja, luotu, seuraava_yritys, tila, yrityksia) VALUES
       ($1, 'kutsu', 'a@b.fi', 1, 1, 'odottaa', 0), ($2, 'kutsu', 'c@d.fi', 1, 9999999999, 'odottaa', 3), ($3, 'kutsu', 'e@f.fi', 1, 1, 'lahetetty', 1)`,
    [mail, retried, sent],
  )
  // Two servers at once, and a later start: one job for each.
  await Promise.all([migrate(pool, log), migrate(pool, log)])
  await migrate(pool, log)
  const { rows } = await pool.query<{ name: string; data: { id: string }; state: string }>('SELECT name, data, state FROM pgboss.job')
  const queued = rows.map(({ name, data, state }) => [name, data.id, state])
  expect(queued.sort()).toEqual(
    [
      ['rahtikirjat', waiting, 'created'],
      ['tiedostojen-puhdistus', running, 'created'],
      ['mail', mail, 'created'],
      ['mail', retried, 'created'],
    ].sort(),
  )
  const jobs = await pool.query('SELECT id, tila, syote, avain FROM taustatyo WHERE queue_job_id IS NOT NULL ORDER BY laji')
  expect(jobs.rows).toEqual([
    { id: waiting, tila: 'odottaa', syote: { muoto: 'lahetys' }, avain: 'a' },
    { id: running, tila: 'odottaa', syote: {}, avain: 'kaikki' },
  ])
})

test('a role without the right to create schemas uses one that an administrator created', async () => {
  database = await createTestDatabase({ empty: true })
  const { pool, connection } = database
  await pool.query('CREATE EXTENSION pg_trgm')
  await pool.query(`REVOKE CREATE ON DATABASE ${connection.database} FROM CURRENT_USER, PUBLIC`)
  await expect(migrate(pool, log)).rejects.toThrow('pyydä tietokannan ylläpitäjää ajamaan CREATE SCHEMA pgboss')
  await pool.query(`GRANT CREATE ON DATABASE ${connection.database} TO CURRENT_USER`)
  await pool.query('CREATE SCHEMA pgboss')
  await pool.query(`REVOKE CREATE ON DATABASE ${connection.database} FROM CURRENT_USER`)
  await migrate(pool, log)
  expect((await pool.query('SELECT name FROM pgboss.queue')).rowCount).toBe(queues.length)
})

test('existing queues are updated to their definition', async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`UPDATE pgboss.queue SET retry_limit = 0, heartbeat_seconds = NULL WHERE name = 'rahtikirjat'`)
  await migrate(pool, log)
  const { rows } = await pool.query(`SELECT retry_limit, heartbeat_seconds, dead_letter FROM pgboss.queue WHERE name = 'rahtikirjat'`)
  expect(rows).toEqual([{ retry_limit: 3, heartbeat_seconds: 60, dead_letter: 'dead-letters' }])
})

const stored = {
  [mailQueue]: (pool: TestDatabase['pool']) => enqueueMail(pool, 'kutsu', 'a@b.fi', 1).then(() => 'lahteva_posti'),
  [smsQueue]: async (pool: TestDatabase['pool']) => {
    const id = randomUUID()
    await insert(pool, 'user', { id, name: 'matti', mail: 'a@b.fi' })
    const message = { laji: 'viesti', lahettaja: null, vastaanottaja: id, numero: '+358401234567', teksti: 'Hei' } as const
    await enqueueSms(pool, [message], 1)
    return 'lahteva_tekstiviesti'
  },
  [pushQueue]: async (pool: TestDatabase['pool']) => {
    const person = randomUUID()
    await insert(pool, 'user', { id: person, name: 'maija', mail: 'c@d.fi' })
    await pool.query(
      `WITH client AS (INSERT INTO asiakasohjelma (client_id, client_secret, ryhma) VALUES ('x', 'x', 'asiakas') RETURNING client_id),
         session AS (INSERT INTO istunto (user_id, client_id, alkoi, kaytetty_viimeksi) SELECT $1, client_id, 1, 1 FROM client RETURNING id),
         token AS (INSERT INTO istunto_tunnus (tiiviste, istunto_id, laji, vanhenee) SELECT 'x', id, 'refresh', 9 FROM session)
       INSERT INTO push_subscription (person_id, session_id, endpoint, p256dh, auth, created) SELECT $1, id, 'x', 'x', 'x', 1 FROM session`,
      [person],
    )
    await enqueuePushes(pool, [{ person, kind: 'bell', subjects: [randomUUID()] }], 1)
    return 'push_message'
  },
}

test.each([mailQueue, smsQueue, pushQueue] as const)(
  'the database queues a message of %s as pg-boss does, in the same transaction',
  async (queue) => {
    database = await createTestDatabase()
    const { pool } = database
    const boss = new PgBoss({ db: bossDatabase(pool) })
    const received = vi.fn()
    const listener = await pool.connect()
    listener.on('notification', ({ channel, payload }) => received(channel, payload))
    // The channel that pg-boss uses: the notification of its `send` below arrives here too.
    await listener.query(`LISTEN pgboss_${await channelHash(pool)}`)
    const table = await stored[queue](pool)
    const { rows: mails } = await pool.query<{ id: string }>(`SELECT id FROM ${table}`)
    await boss.send(queue, { id: mails[0]?.id })
    const { rows } = await pool.query<{ job: Record<string, unknown> }>('SELECT to_jsonb(j) AS job FROM pgboss.job j')
    const [byTrigger, bySend] = rows.map(({ job }) => {
      const { id, start_after, created_on, keep_until, ...rest } = job
      const retention = Math.round((Date.parse(String(keep_until)) - Date.parse(String(start_after))) / 1000)
      return { ...rest, keptFor: retention, waits: String(start_after) > String(created_on) }
    })
    expect(byTrigger).toEqual(bySend)
    expect(byTrigger).toMatchObject({ name: queue, data: { id: mails[0]?.id }, state: 'created', keptFor: 180 * 86_400 })
    await expect.poll(() => received.mock.calls).toHaveLength(2)
    expect(received.mock.calls[0]).toEqual(received.mock.calls[1])
    listener.release(true)
  },
)

const channelHash = async (pool: TestDatabase['pool']): Promise<string> =>
  (await pool.query<{ hash: string }>(`SELECT left(encode(sha224('pgboss'), 'hex'), 24) AS hash`)).rows[0]?.hash ?? ''
