// With 20 000 saved addresses, the queries of the list and of suggestions use indexes instead of scanning the table. `npm run bench` measures their times.
import { randomUUID } from 'node:crypto'
import type { Compilable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#domain/access/roles.ts'
import { registry } from '#domain/model/registry.ts'
import type { Engine } from '#server/entities/engine.ts'
import { modelOf, resourceNamed } from '#server/entities/model.ts'
import { compilePlan } from '#server/entities/read/plan.ts'
import { parseQuery } from '#server/entities/read/wire-query.ts'
import { rightsOf } from '#server/entities/rights.ts'
import { openContext } from '#server/open-context.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { addManyAddresses } from '#server/testing/many-addresses.ts'
import { insert } from '#server/testing/test-server.ts'
import { knownStreetsQuery, knownTownsQuery, matchingQuery } from './queries.ts'

let database: TestDatabase
const customers = Array.from({ length: 400 }, () => randomUUID())
const [ownCustomer = ''] = customers
const admin: Viewer = { userId: randomUUID(), name: 'Ylläpito', roles: ['yllapito'], asiakasId: null }
const customer: Viewer = { userId: randomUUID(), name: 'Asiakas', roles: ['asiakas'], asiakasId: ownCustomer }

beforeAll(async () => {
  database = await createTestDatabase()
  for (const [index, id] of customers.entries()) await insert(database.pool, 'asiakas', { id, name: `Asiakas ${index} Oy` })
  await addManyAddresses(database.pool, customers, 20_000)
})
afterAll(() => database.drop())

async function explained(text: string, values: readonly unknown[]): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('SET plan_cache_mode = force_generic_plan')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release()
  }
}

describe('the list', () => {
  const model = modelOf(registry)
  const resource = resourceNamed(model, 'postiosoite')
  test.each<[string, Record<string, string>]>([
    ['by name', { sort: 'name' }],
    ['of a customer', { sort: 'name', 'filter[asiakas.id]': ownCustomer }],
    ['that is searched', { 'filter[q]': 'satama tampere' }],
    ['that is searched by a common part of words', { 'filter[q]': 'va' }],
  ])('%s', async (_, filter) => {
    const rights = rightsOf({ roles: ['yllapito'] })
    const query = parseQuery(model, rights, [resource], { 'filter[status]': '1', 'page[limit]': '50', ...filter })
    const { text, sources } = compilePlan(model, rights, [resource], { page: query })
    const values = sources.map((source) => ('value' in source ? [...query.values, query.offset][source.value] : admin.userId))
    expect(await explained(text, values)).not.toMatch(/Seq Scan on (postiosoite_haku|hakusana)/)
  })
})

describe('suggestions', () => {
  const plan = async (query: Compilable) => {
    const { sql, parameters } = query.compile()
    return explained(sql, parameters)
  }
  const search = { bundle: 'postiosoite', limit: 10, asiakas_id: null } as const
  const known = { typed: 'hämeen', code: '', town: 'tam', asiakas_id: null, limit: 10 }

  test.each<[string, (engine: Engine) => Compilable, RegExp]>([
    ['saved addresses', (engine) => matchingQuery(engine, admin, { ...search, words: ['satama', 'ta'] }), /postiosoite_osat/],
    ['saved addresses by two letters', (engine) => matchingQuery(engine, admin, { ...search, words: ['te'] }), /postiosoite_nimen_alku/],
    ['a customer’s', (engine) => matchingQuery(engine, customer, { ...search, asiakas_id: ownCustomer, words: ['satama'] }), /asiakas_id/],
    ['streets', (engine) => knownStreetsQuery(engine, admin, known), /postiosoite_katu/],
    ['towns', (engine) => knownTownsQuery(engine, admin, known), /postiosoite_paikka/],
  ])('%s are found by an index', async (_, query, index) => {
    const found = await plan(query(openContext({ pool: database.pool, clock: () => 0 }).engine))
    expect(found).toMatch(index)
    expect(found).not.toMatch(/Seq Scan on postiosoite/)
  })
})
