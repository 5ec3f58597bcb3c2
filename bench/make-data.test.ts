import { afterAll, beforeAll, expect, it } from 'vitest'
import { atTime } from '#domain/values/time/time.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { emptyDatabase, makeData } from './make-data.ts'

const options = { orders: 400, open: 120, seed: 1, now: atTime(1_795_252_800, 12), password: await hashPassword('kuorma-esittely', 'test') }
const quiet = () => undefined
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const all = async (sql: string) => (await database.pool.query(sql)).rows
const digest = async () =>
  all(`SELECT (SELECT md5(string_agg(t::text, '' ORDER BY tilausnro)) FROM tilaus t) AS tilaukset,
              (SELECT md5(string_agg(l::text, '' ORDER BY drupal_internal__id)) FROM lahetys l) AS lahetykset`)

it('makes the requested number of orders and shipments, the same ones every time', async () => {
  const figures = await makeData(database.pool, options, quiet)
  expect(figures).toMatchObject({ orders: 400, shipments: 1000, firstOrderNumber: 1000 })
  expect(await all('SELECT count(*)::int AS n, count(*) FILTER (WHERE avoin)::int AS open FROM tilaus')).toEqual([{ n: 400, open: 120 }])
  expect(await all('SELECT count(*)::int AS n FROM lahetys')).toEqual([{ n: 1000 }])
  const first = await digest()
  await emptyDatabase(database.pool)
  await makeData(database.pool, options, quiet)
  expect(await digest()).toEqual(first)
})

it('can be added to existing rows, and advances the running numbers', async () => {
  const figures = await makeData(database.pool, { ...options, orders: 40 }, quiet)
  expect(figures).toMatchObject({ orders: 40, shipments: 100, firstOrderNumber: 1400 })
  expect(await all(`SELECT seuraava::int AS n FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`)).toEqual([{ n: 1440 }])
  expect(await all('SELECT count(DISTINCT tilausnro)::int AS n, max(tilausnro)::int AS last FROM tilaus')).toEqual([{ n: 440, last: 1439 }])
})

it('has a revision for every version, and nothing in the future', async () => {
  for (const name of ['tilaus', 'lahetys', 'tuntituote', 'asiakas', 'user']) {
    expect(await all(`SELECT id FROM "${name}" t WHERE vid <> (SELECT count(*) FROM revisio WHERE rivi = t.id)`), name).toEqual([])
    expect(await all(`SELECT id FROM "${name}" WHERE changed > ${options.now} OR changed < created`), name).toEqual([])
  }
  const unordered =
    'SELECT a.tilausnro FROM tilaus a JOIN tilaus b ON b.tilausnro = a.tilausnro + 1 WHERE b.created < a.created AND b.tilausnro < 1280'
  expect(await all(unordered)).toEqual([])
})

it('has the search words, indexes, foreign keys and triggers that rows added one at a time would have', async () => {
  const definitions = async (pool: typeof database.pool) =>
    (
      await pool.query(
        `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY text`,
      )
    ).rows
  const fresh = await createTestDatabase()
  expect(await definitions(database.pool)).toEqual(await definitions(fresh.pool))
  await fresh.drop()
  const client = await database.pool.connect()
  const words = async () => (await client.query('SELECT * FROM tilaus_haku ORDER BY nro')).rows
  const known = async () => new Set((await client.query<{ sana: string }>('SELECT sana FROM hakusana')).rows.map(({ sana }) => sana))
  const [wordsBefore, knownBefore] = [await words(), await known()]
  // The same rows again, now with the triggers on.
  await client.query('BEGIN')
  for (const name of ['tilaus', 'lahetys', 'tuntituote'])
    await client.query(`CREATE TEMP TABLE vanha_${name} ON COMMIT DROP AS SELECT * FROM ${name}`)
  await client.query('DELETE FROM tuntituote; DELETE FROM lahetys; DELETE FROM tilaus; DELETE FROM tilaus_haku; DELETE FROM hakusana')
  for (const name of ['tilaus', 'lahetys', 'tuntituote'])
    await client.query(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM vanha_${name}`)
  expect(await words()).toEqual(wordsBefore)
  expect([...(await known())].filter((word) => !knownBefore.has(word))).toEqual([])
  await client.query('ROLLBACK')
  client.release()
})
