import { afterAll, beforeAll, expect, it } from 'vitest'
import { atTime } from '#domain/values/time.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { emptyDatabase, makeData } from './make-data.ts'

const options = { orders: 400, open: 120, seed: 1, now: atTime(1_795_252_800, 12), password: 'kuorma-esittely' }
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

it('makes the promised number of orders and shipments, the same ones every time', async () => {
  const figures = await makeData(database.pool, options, quiet)
  expect(figures).toMatchObject({ orders: 400, shipments: 1000, firstOrderNumber: 1000 })
  expect(await all('SELECT count(*)::int AS n, count(*) FILTER (WHERE avoin)::int AS open FROM tilaus')).toEqual([{ n: 400, open: 120 }])
  expect(await all('SELECT count(*)::int AS n FROM lahetys')).toEqual([{ n: 1000 }])
  const first = await digest()
  await emptyDatabase(database.pool)
  await makeData(database.pool, options, quiet)
  expect(await digest()).toEqual(first)
})

it('fits beside what is there, and leaves the numbers ready for the next', async () => {
  const figures = await makeData(database.pool, { ...options, orders: 40 }, quiet)
  expect(figures).toMatchObject({ orders: 40, shipments: 100, firstOrderNumber: 1400 })
  expect(await all(`SELECT seuraava::int AS n FROM numerosarja WHERE nimi = 'tilaus.tilausnro'`)).toEqual([{ n: 1440 }])
  expect(await all('SELECT count(DISTINCT tilausnro)::int AS n, max(tilausnro)::int AS last FROM tilaus')).toEqual([{ n: 440, last: 1439 }])
})

it('has a revision for every version, and lets nothing happen in the future', async () => {
  for (const name of ['tilaus', 'lahetys', 'tuntituote', 'asiakas', 'user']) {
    expect(await all(`SELECT id FROM "${name}" t WHERE vid <> (SELECT count(*) FROM revisio WHERE rivi = t.id)`), name).toEqual([])
    expect(await all(`SELECT id FROM "${name}" WHERE changed > ${options.now} OR changed < created`), name).toEqual([])
  }
  const unordered =
    'SELECT a.tilausnro FROM tilaus a JOIN tilaus b ON b.tilausnro = a.tilausnro + 1 WHERE b.created < a.created AND b.tilausnro < 1280'
  expect(await all(unordered)).toEqual([])
})
