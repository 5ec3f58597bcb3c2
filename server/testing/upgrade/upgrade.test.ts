// Migrates a database of the version of commit b5326fd, before background work moved to pg-boss. It has 64 orders of the demo company in
// every state, its files, three sessions, three messages that no mail server accepted, and three prints: one done, one waiting and one
// whose server died. It was made by running that version's server, using it over HTTP, stopping it, and copying every table; the two
// unfinished prints are copies of the first one.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { mailWriters } from '../../mail-writers.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { localFiles } from '../../platform/files/store/local-files.ts'
import { startMailing } from '../../platform/mail/send-mail.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const fixture = z.object({
  /** The rows in the format of COPY, by `"table" ("column", …)`. */
  tables: z.record(z.string(), z.string()),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** File contents in base64, by path in the folder of files. */
  files: z.record(z.string(), z.string()),
  sessions: z.record(z.string(), z.object({ client_id: z.string(), client_secret: z.string(), refresh_token: z.string() })),
})
/** When the old version was stopped. */
const stopped = 1_795_390_420
/** Columns whose values migrations change in existing rows, and why. All other values stay the same. */
const changedColumns: Readonly<Record<string, readonly string[]>> = {
  // 0039: pg-boss retries the jobs of a server that died.
  taustatyo: ['tila', 'yrityksia'],
}
/** Columns that migrations drop, and why. Every other column of the old rows must exist. */
const droppedColumns: Readonly<Record<string, readonly string[]>> = {
  // 0039: the time of the next attempt and the server of a job are in pg-boss's tables.
  lahteva_posti: ['seuraava_yritys'],
  taustatyo: ['ajaja', 'seuraava_yritys'],
}

let old: z.infer<typeof fixture>
let database: TestDatabase
let folder: string
let app: FastifyInstance
const sentTo: string[] = []
const all = async <T extends object>(sql: string, values: unknown[] = []) => (await database.pool.query<T>(sql, values)).rows
const columnsIn = async (schema: string, table: string): Promise<string[]> => {
  const sql = 'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY 1'
  return (await all<{ name: string }>(sql, [schema, table])).map(({ name }) => name)
}
const tableOf = (key: string): string => /^"(\w+)"/.exec(key)?.[1] ?? ''

/** A folder with only the migrations of the old version. */
async function oldMigrations(): Promise<string> {
  const known = old.tables['"migraatio" ("numero", "nimi", "tiiviste", "ajettu")'] ?? ''
  const names = known.split('\n').map((line) => line.split('\t')[1])
  const path = join(folder, 'migrations')
  await mkdir(path)
  for (const { nimi, sql } of await readMigrations()) if (names.includes(nimi)) await writeFile(join(path, nimi), sql)
  return path
}

/** Inserts the old rows into the tables, and stores a copy of them in the schema `old`. */
async function restoreRows(): Promise<void> {
  // Only a superuser may switch foreign keys off.
  const client = new pg.Client({ ...inject('postgres').superuser, database: database.connection.database })
  await client.connect()
  await client.query(`SET session_replication_role = replica; CREATE SCHEMA old`)
  const { rows } = await client.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
  await client.query(`TRUNCATE ${rows.map(({ name }) => `public."${name}"`).join(', ')}`)
  for (const [key, text] of Object.entries(old.tables)) {
    await pipeline(Readable.from([text]), client.query(copyFrom(`COPY public.${key} FROM STDIN`)))
    await client.query(`CREATE TABLE old."${tableOf(key)}" AS TABLE public."${tableOf(key)}"`)
  }
  for (const { name, last } of old.sequences) await client.query(`SELECT setval('${name}', ${last})`)
  await client.query(`GRANT USAGE ON SCHEMA old TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA old TO PUBLIC`)
  await client.end()
}

beforeAll(async () => {
  old = fixture.parse(JSON.parse(brotliDecompressSync(await readFile(join(import.meta.dirname, 'b5326fd.json.br'))).toString()))
  folder = await mkdtemp(join(tmpdir(), 'kuorma-upgrade-'))
  database = await createTestDatabase({ empty: true })
  const silent = { info: () => undefined }
  await migrate(database.pool, silent, await oldMigrations())
  await restoreRows()
  for (const [path, base64] of Object.entries(old.files)) {
    const file = join(folder, 'files', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, Buffer.from(base64, 'base64'))
  }
  await migrate(database.pool, silent)
})
afterAll(async () => {
  await app?.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('the migrations keep every row, with its values', async () => {
  const tables = Object.keys(old.tables).map(tableOf)
  expect(tables.length).toBeGreaterThan(30)
  for (const table of tables) {
    const [before, after] = [await columnsIn('old', table), await columnsIn('public', table)]
    const missing = before.filter((name) => !after.includes(name))
    expect(missing, `columns of ${table} that the migrations drop`).toEqual([...(droppedColumns[table] ?? [])].sort())
    const skipped = [...missing, ...(changedColumns[table] ?? [])]
    const compared = before.filter((name) => !skipped.includes(name)).map((name) => `"${name}"`)
    expect(compared.length, table).toBeGreaterThan(0)
    const rows = (schema: string) => `SELECT ${compared.join(', ')} FROM ${schema}."${table}"`
    expect(await all(`${rows('old')} EXCEPT ALL ${rows('public')}`), table).toEqual([])
  }
  expect(await all('SELECT DISTINCT tilauksen_tila AS state FROM tilaus ORDER BY 1')).toEqual(
    ['kuljetuksessa', 'laskutettu', 'toimitettu', 'uusi'].map((state) => ({ state })),
  )
})

test('unfinished work is queued once: messages, waiting prints and prints of a server that died', async () => {
  expect(await all(`SELECT tila, count(*)::int FROM taustatyo GROUP BY 1 ORDER BY 1`)).toEqual([
    { tila: 'odottaa', count: 2 },
    { tila: 'valmis', count: 1 },
  ])
  const queued = await all(
    `SELECT name, count(*)::int FROM pgboss.job WHERE data->>'id' IN (SELECT id::text FROM lahteva_posti UNION SELECT id::text FROM taustatyo)
     GROUP BY 1 ORDER BY 1`,
  )
  expect(queued).toEqual([
    { name: 'mail', count: 3 },
    { name: expect.any(String), count: 2 },
  ])
})

test('the server starts on it: sessions are valid, files can be read, waiting prints and messages are completed', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: 'https://kuorma.test', RATE_LIMIT_MULTIPLIER: '1000' })
  const log = pino({ level: 'error' }, { write: (line) => console.error(line) }) as FastifyBaseLogger
  const files = await localFiles(join(folder, 'files'))
  const { pool } = database
  const clock = () => stopped
  app = await buildApp({ config, pool, files, log, clock, webRoot: null })
  await app.ready()
  const send = async ({ to }: { to: string }) => {
    sentTo.push(to)
    return 'lahetetty' as const
  }
  const mail = { send, close: () => undefined }
  await startMailing(app.jobs, {
    pool,
    files,
    mail,
    log,
    clock,
    publicUrl: 'https://kuorma.test',
    companyName: async () => 'Kuorma',
    writers: mailWriters,
  })

  for (const [name, session] of Object.entries(old.sessions)) {
    const payload = new URLSearchParams({ grant_type: 'refresh_token', ...session }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/oauth/token', payload, headers })
    expect(answer.statusCode, `${name}: ${answer.payload}`).toBe(200)
    if (name !== 'yllapito') continue
    const authorization = `Bearer ${answer.json<{ access_token: string }>().access_token}`
    for (const { id } of await all<{ id: string }>('SELECT id FROM old.file')) {
      const file = await app.inject({ method: 'GET', url: `/file/${id}`, headers: { authorization } })
      expect(file.statusCode).toBe(200)
      const path = Object.keys(old.files).find((one) => one.endsWith(id)) ?? ''
      expect(file.rawPayload.equals(Buffer.from(old.files[path] ?? '', 'base64')), path).toBe(true)
    }
  }

  await expect.poll(() => sentTo.length).toBe(3)
  expect([...sentTo].sort()).toEqual(['kuljettaja@kuorma.example', 'kutsuttu@kuorma.example', 'vastaanottaja@esimerkki.example'])
  await expect.poll(() => all('SELECT DISTINCT tila FROM taustatyo')).toEqual([{ tila: 'valmis' }])
  await expect.poll(() => all('SELECT DISTINCT tila FROM lahteva_posti')).toEqual([{ tila: 'lahetetty' }])
})
