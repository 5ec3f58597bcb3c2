// No read may block the server for others: its steps through relations are limited, PostgreSQL ends it after five seconds, and each user
// gets only a share of the running reads.
import { availableParallelism } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { registry } from '#domain/model/registry.ts'
import { openReadPool } from '#server/platform/database/pool.ts'
import { assignDriver, placeOrder } from '#server/testing/deliveries.ts'
import { copyOrders } from '#server/testing/many-orders.ts'
import { type Person, startServerWithUsers } from '#server/testing/test-server.ts'
import { modelOf, relationOf } from '../model.ts'
import { rightsOf } from '../rights.ts'
import { compilePlan } from './plan.ts'
import { maxFilterSteps, maxSteps, type Query, stepTo } from './query.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const products = `/jsonapi/${registry.tuote.group}/${registry.tuote.bundle}`
const model = modelOf(registry)

const { server, admin, customer, driver } = await startServerWithUsers()
const colleague = await server.person(['asiakas'], customer.asiakasId ?? '')
afterAll(() => server.close())

beforeAll(async () => {
  const { id, shipments } = await placeOrder(customer, [{}, {}])
  await assignDriver(admin, driver, shipments)
  await copyOrders(server.pool, id, 3000)
})

const conditions = (path: string, count: number) =>
  Array.from({ length: count }, (_, at) => `filter[c${at}][condition][path]=${path}&filter[c${at}][condition][value]=x${at}`).join('&')

describe('steps through relations', () => {
  const long = 'lahetykset.tilaus.lahetykset.viite'
  test.each([
    ['a list', `${orders}?${conditions(long, 24)}`],
    ['as many conditions as there may be', `${orders}?${conditions(long, 60)}`],
    ['one condition too many', `${orders}?${conditions('lahetykset.viite', maxFilterSteps + 1)}`],
    ['an export as CSV', `/api/tilaukset-vienti?muoto=csv&${conditions(long, 24)}`],
    ['an export as a sheet', `/api/tilaukset-vienti?muoto=xlsx&${conditions(long, 24)}`],
  ])('are limited in the filters of %s', async (_, url) => {
    const answer = await customer.call('GET', url)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain(`enintään ${maxFilterSteps} suhteen kautta`)
  })

  test('are limited in sorts, in includes and in the whole request', async () => {
    const shipments = '/jsonapi/lahetys_entity/lahetys'
    const deep = ['created', 'changed', 'name', 'tunniste', 'maa'].map((leaf) => `tilaus.asiakas.kayntiosoite.asiakas.kayntiosoite.${leaf}`)
    const sorted = await admin.call('GET', `${shipments}?sort=${deep.slice(0, 4).join(',')},tilaus.tilausnro`)
    expect(sorted.body.errors[0], sorted.text).toMatchObject({ status: '400', source: { parameter: 'sort' } })
    const relations = Object.keys(registry.lahetys.relations).filter((name) =>
      stepTo(model, rightsOf({ roles: ['yllapito'] }), resource('lahetys'), name),
    )
    const include = [...relations, ...relations.slice(0, 12).map((name) => `tilaus.lahetykset.${name}`)].join(',')
    const both = await admin.call('GET', `${shipments}?include=${include}&${conditions('tilaus.asiakas.name', 4)}`)
    expect(both.body.errors[0], both.text).toMatchObject({
      status: '400',
      source: { parameter: 'include' },
      detail: expect.stringContaining(`enintään ${maxSteps} suhdetta`),
    })
  })

  test('of the dispatcher’s fullest list are allowed', async () => {
    const include =
      'asiakas,tilaus_ryhma,lahetykset,tuntituotteet,lahetykset.kuljettaja,lahetykset.auto,tuntituotteet.kuljettaja,tuntituotteet.auto'
    const of = (name: string, path: string) => `filter[${name}][condition][path]=${path}&filter[${name}][condition][operator]=IS NULL`
    const lines = ['kuljettaja.id', 'auto.id', 'viite', 'nouto_nimi'].flatMap((leaf) => [`lahetykset.${leaf}`, `tuntituotteet.${leaf}`])
    const late = 'filter[late][condition][path]=lahetykset.tila&filter[late][condition][value]=myohassa'
    const answer = await admin.call(
      'GET',
      `${orders}?${lines.map((path, at) => of(`c${at}`, path)).join('&')}&${late}&sort=asiakas.name&include=${include}`,
    )
    expect(answer.status, answer.text).toBe(200)
  })
})

const resource = (name: EntityName) => {
  const found = model.byName.get(name)
  if (!found) throw new Error(name)
  return found
}

describe('a read that takes too long', () => {
  /** Runs the work while a lock makes reads of products wait. */
  async function whileProductsAreLocked(work: () => Promise<void>): Promise<void> {
    const client = await server.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('LOCK TABLE tuote IN ACCESS EXCLUSIVE MODE')
      await work()
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  /** Reads of products that PostgreSQL runs, of those that began before this moment of its clock. */
  const runningReads = async (before: Date | null = null) =>
    (
      await server.pool.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
           AND query ILIKE '%"tuote"%' AND query_start < coalesce($1, clock_timestamp())`,
        [before],
      )
    ).rows.length

  test('is ended with an error, leaves no connection busy, and does not delay others', async () => {
    const ended: string[] = []
    const slow: Promise<unknown>[] = []
    await whileProductsAreLocked(async () => {
      for (let at = 0; at < 8; at++) {
        const read = (at % 2 ? customer : colleague).call('GET', `${products}?page[offset]=${at}`)
        slow.push(read.then(({ status, text }) => ended.push(`${status} ${text.includes('Haku kesti liian kauan')}`)))
      }
      // As many as one customer's users may run; the others wait for them.
      const share = Math.floor(Math.max(6, 2 * availableParallelism()) / 2)
      await expect.poll(() => runningReads()).toBe(share)
      const begun = (await server.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now ?? null
      for (let round = 0; round < 10; round++) {
        for (const who of [admin, driver]) {
          const answer = await who.call('GET', `${orders}?page[limit]=1&page[offset]=${round}`)
          expect(answer.status, answer.text).toBe(200)
          ended.push('another')
        }
      }
      // The tables stay locked: nothing but the time limit ends the reads.
      await expect.poll(() => ended.length).toBeGreaterThanOrEqual(20 + share)
      expect(ended.slice(0, 20 + share)).toEqual([...Array(20).fill('another'), ...Array(share).fill('503 true')])
      // PostgreSQL answers before it ends the transaction and reports the connection as idle.
      await expect.poll(() => runningReads(begun)).toBe(0)
    })
    await Promise.all(slow)
    expect((await customer.call('GET', products)).status).toBe(200)
  })

  test('is ended while PostgreSQL still plans it', async () => {
    const path = {
      steps: ['lahetykset', 'tilaus', 'lahetykset'],
      leaf: 'viite',
      kind: 'text',
      text: 'lahetykset.tilaus.lahetykset.viite',
    } as const
    const members = Array.from({ length: 60 }, (_, at) => ({ path, operator: '=' as const, values: [at], constants: null }))
    const values = members.map((_, at) => `x${at}`)
    const query: Query = {
      filter: { conjunction: 'AND', members },
      search: null,
      sort: [],
      include: [],
      fields: new Map(),
      offset: 0,
      limit: 1,
      values,
    }
    const plan = compilePlan(model, rightsOf({ roles: ['yllapito'] }), [resource('tilaus')], { page: query })
    const pool = openReadPool(server.pool, 1)
    expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }])
    // The same limit, shorter.
    await pool.query("SET statement_timeout = '100ms'")
    await expect(
      pool.query(
        plan.text,
        plan.sources.map((source) => ('value' in source ? values[source.value] : null)),
      ),
    ).rejects.toMatchObject({ code: '57014' })
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    await pool.end()
  })
})

test('every permitted query is answered before the time limit ends it', { timeout: 300_000 }, async () => {
  const people: [Role, Person][] = [
    ['yllapito', admin],
    ['asiakas', customer],
    ['kuljettaja', driver],
  ]
  const leaf = fc.constantFrom('id', 'created', 'status', 'name')
  const operator = fc.constantFrom('=', '<>', 'IS NULL', 'IS NOT NULL', 'IN')
  const sampleOf = (field: string) => (field === 'id' ? '00000000-0000-4000-8000-000000000001' : field === 'name' ? 'x' : '1')
  /** A random path through visible relations that lead to one type each. */
  const stepsBy = (role: Role, from: EntityName, steps: readonly number[]): string[] => {
    const rights = rightsOf({ roles: [role] })
    let at = resource(from)
    return steps.flatMap((step) => {
      const ways = Object.keys(at.entity.relations).filter(
        (name) =>
          stepTo(model, rights, at, name)?.length === 1 && rights.reach(stepTo(model, rights, at, name)?.[0]?.name ?? '').read !== 'none',
      )
      const name = ways[step % ways.length]
      if (name === undefined || !relationOf(at, name)) return []
      at = stepTo(model, rights, at, name)?.[0] ?? at
      return [name]
    })
  }
  const choices = fc.array(fc.nat(50), { minLength: 1, maxLength: 5 })
  const condition = fc.record({ choices, leaf, operator, isIn: fc.boolean() })
  const drawnQuery = fc.record({
    person: fc.constantFrom(...people),
    from: fc.constantFrom<EntityName>('tilaus', 'lahetys', 'asiakas'),
    isSame: fc.boolean(),
    conditions: fc.array(condition, { minLength: 1, maxLength: 20 }),
    includes: fc.array(choices, { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(drawnQuery, async ({ person: [role, who], from, isSame, conditions: drawn, includes }) => {
      let left = maxFilterSteps
      const parts: string[] = ['filter[g][group][conjunction]=OR']
      for (const [at, one] of drawn.entries()) {
        const steps = stepsBy(role, from, isSame ? (drawn[0]?.choices ?? []) : one.choices).slice(0, left)
        left -= steps.length
        const name = `filter[c${at}][condition]`
        parts.push(`${name}[path]=${[...steps, one.leaf].join('.')}`, `${name}[operator]=${one.operator}`)
        if (!one.operator.endsWith('NULL')) parts.push(`${name}[value]${one.operator === 'IN' ? '[]' : ''}=${sampleOf(one.leaf)}`)
        if (one.isIn) parts.push(`${name}[memberOf]=g`)
      }
      const include = includes.map((one) => stepsBy(role, from, one).slice(0, 4).join('.')).filter((text) => text !== '')
      if (include.length > 0) parts.push(`include=${include.join(',')}`)
      const { group, bundle } = registry[from]
      const url = `/jsonapi/${group}/${bundle}?${parts.join('&')}`
      const answer = await who.call('GET', url)
      expect([200, 400], `${role} ${url} ${answer.text.slice(0, 300)}`).toContain(answer.status)
    }),
    { numRuns: Number(process.env.READ_QUERIES ?? 40) },
  )
})
