import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

const log = { info: () => undefined }
let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  folder = await mkdtemp(join(tmpdir(), 'kuorma-migrations-'))
  await writeFile(join(folder, '0001-first.sql'), 'CREATE TABLE a (id int); INSERT INTO a VALUES (1)')
  await writeFile(join(folder, '0002-second.sql'), 'ALTER TABLE a ADD nimi text')
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const history = async () => (await database.pool.query('SELECT numero, nimi FROM migraatio ORDER BY numero')).rows

test('runs the files in order, once', async () => {
  await migrate(database.pool, log, folder)
  await migrate(database.pool, log, folder)
  expect(await history()).toEqual([
    { numero: 1, nimi: '0001-first.sql' },
    { numero: 2, nimi: '0002-second.sql' },
  ])
  expect((await database.pool.query('SELECT id, nimi FROM a')).rows).toEqual([{ id: 1, nimi: null }])
})

test('several servers at once run each file once', async () => {
  const others = [1, 2, 3].map(() => new pg.Pool({ connectionString: database.url, max: 1 }))
  // Their connections may still be closing when the database is dropped.
  for (const pool of others) pool.on('error', () => undefined)
  await Promise.all([database.pool, ...others].map((pool) => migrate(pool, log, folder)))
  await Promise.all(others.map((pool) => pool.end()))
  expect((await database.pool.query('SELECT id FROM a')).rowCount).toBe(1)
})

test('a file that fails is rolled back, and the files before it stay applied', async () => {
  await writeFile(join(folder, '0002-second.sql'), 'CREATE TABLE b (id int); SELECT 1/0')
  await expect(migrate(database.pool, log, folder)).rejects.toThrow(/^Siirto 0002-second.sql ei onnistunut: division by zero/)
  expect(await history()).toHaveLength(1)
  expect((await database.pool.query("SELECT to_regclass('b') AS b")).rows).toEqual([{ b: null }])
})

test('a changed file stops with one sentence', async () => {
  await migrate(database.pool, log, folder)
  await writeFile(join(folder, '0001-first.sql'), 'CREATE TABLE c (id int)')
  await expect(migrate(database.pool, log, folder)).rejects.toThrow(/^Jo ajettu siirto 0001-first.sql on muuttunut[^\n]*\.$/)
})

test('a database newer than the code stops with one sentence', async () => {
  await migrate(database.pool, log, folder)
  await rm(join(folder, '0002-second.sql'))
  await expect(migrate(database.pool, log, folder)).rejects.toThrow(
    /^Tietokanta on uudempi kuin ohjelma \(siirto 0002-second.sql\)[^\n]*\.$/,
  )
})

test('a number is used once', async () => {
  await writeFile(join(folder, '0002-again.sql'), 'SELECT 1')
  await expect(migrate(database.pool, log, folder)).rejects.toThrow(/väärin nimetty/)
})

test('a file numbered before one already run is refused', async () => {
  await rm(join(folder, '0001-first.sql'))
  await writeFile(join(folder, '0002-second.sql'), 'CREATE TABLE a (id int)')
  await migrate(database.pool, log, folder)
  await writeFile(join(folder, '0001-late.sql'), 'SELECT 1')
  await expect(migrate(database.pool, log, folder)).rejects.toThrow(/^Siirto 0001-late.sql on numeroitu jo ajetun edelle/)
})
