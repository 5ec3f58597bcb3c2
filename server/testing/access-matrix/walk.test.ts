// Every entity × operation × role, and every hidden field, through the real app (rules/access.md).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { type Answer, startTestServer, type TestServer } from '../test-server.ts'
import type { AccessFixture, AccessOutcome, Cells, Pair } from './access-entry.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { accessMatrix, hiddenFrom } from './access-matrix.ts'

const statuses: Record<AccessOutcome, (verb: 'read' | 'create' | 'change' | 'delete') => number> = {
  done: (verb) => ({ read: 200, create: 201, change: 200, delete: 204 })[verb],
  absent: () => 404,
  refused: () => 403,
  invalid: () => 422,
}
const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const idsOf = (rows: { id: string }[] | undefined, { own, other }: Pair) =>
  (rows ?? []).map(({ id }) => id).filter((id) => id === own || id === other)
const visibleAs = (ids: string[], { own, other }: Pair) =>
  ids.includes(other) ? (ids.includes(own) ? 'all' : 'only the other') : ids.includes(own) ? 'own' : 'nothing'

let server: TestServer
const fixtures = new Map<Role, AccessFixture>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) fixtures.set(role, await makeAccessFixture(server, role))
}, 60_000)
afterAll(() => server.close())

function fixtureOf(role: Role): AccessFixture {
  const fixture = fixtures.get(role)
  if (!fixture) throw new Error(`No fixture for ${role}`)
  return fixture
}

/** Runs a call that must store nothing. */
async function storesNothing(call: () => Promise<Answer>): Promise<Answer> {
  const count = async () => (await server.pool.query('SELECT count(*) AS n, coalesce(max(aika), 0) AS last FROM revisio')).rows
  const before = await count()
  const answer = await call()
  expect(await count()).toEqual(before)
  return answer
}

/** Moves a profile to a disabled user; the id of its earlier user. */
async function giveToDisabled(profile: string, id: string, { loose }: Pick<AccessFixture, 'loose'>): Promise<string> {
  const user = await loose()
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [user])
  const { rows } = await server.pool.query<{ owner: string }>(
    `UPDATE "${profile}" p SET uid_id = $2 FROM (SELECT uid_id FROM "${profile}" WHERE id = $1) former WHERE p.id = $1 RETURNING former.uid_id AS owner`,
    [id, user],
  )
  return rows[0]?.owner ?? ''
}

async function expectOutcome(
  expected: AccessOutcome,
  verb: 'read' | 'create' | 'change' | 'delete',
  call: () => Promise<Answer>,
): Promise<void> {
  const answer = expected === 'done' ? await call() : await storesNothing(call)
  expect(answer.status, answer.text).toBe(statuses[expected](verb))
  if (expected !== 'done') expect(answer.body.errors[0]).toMatchObject({ status: String(answer.status), detail: expect.any(String) })
}

test('every entity of the registry has cells for every role', () => {
  expect(Object.keys(accessMatrix).sort()).toEqual([...entityNames].sort())
  for (const name of entityNames) expect(Object.keys(accessMatrix[name].cells).sort()).toEqual([...roles].sort())
})

describe.each(roles)('%s', (role) => {
  describe.each(entityNames)('%s', (name) => {
    const [list, readOwn, readOther, createOwn, createOther, changeOwn, changeOther, deleteOwn, deleteOther, through]: Cells =
      accessMatrix[name].cells[role]
    const path = pathOf(name)

    test(`list: ${list}`, async () => {
      const { viewer, rows } = fixtureOf(role)
      const { own, other } = rows[name]
      const answer = await viewer.call('GET', `${path}?filter[id][operator]=IN&filter[id][value][]=${own}&filter[id][value][]=${other}`)
      expect(answer.status, answer.text).toBe(list === 'refused' ? 403 : 200)
      if (list === 'refused') return
      expect(visibleAs(idsOf(answer.body.data, rows[name]), rows[name]), answer.text).toBe(list)
      expect(answer.body.meta.count).toBe(list === 'all' ? 2 : 1)
      const whole = await viewer.call('GET', `${path}?page[limit]=250`)
      expect(visibleAs(idsOf(whole.body.data, rows[name]), rows[name])).toBe(list)
    })

    test.each([
      ['own', readOwn],
      ['other', readOther],
    ] as const)('read %s: %s', async (which, expected) => {
      const { viewer, rows } = fixtureOf(role)
      await expectOutcome(expected, 'read', () => viewer.call('GET', `${path}/${rows[name][which]}`))
    })

    test(`through a relation: ${through}`, async () => {
      const fixture = fixtureOf(role)
      const way = accessMatrix[name].relationTo
      expect(way === null).toBe(through === 'no way')
      if (way === null) return
      const target = name === 'user' ? fixture.driver : fixture.rows[name]
      const expected = { all: 200, own: 200, nothing: 200, refused: 403, unknown: 400, 'no way': 0 }[through]
      const included = await fixture.viewer.call('GET', `${pathOf(way.from)}?include=${way.relation}&page[limit]=250`)
      expect(included.status, included.text).toBe(expected)
      if (expected === 200) expect(visibleAs(idsOf(included.body.included, target), target)).toBe(through)
      for (const which of ['own', 'other'] as const) {
        const filtered = await fixture.viewer.call('GET', `${pathOf(way.from)}?filter[${way.relation}.id]=${target[which]}`)
        expect(filtered.status, filtered.text).toBe(way.filter || expected === 403 ? expected : 400)
        if (filtered.status === 200) expect(filtered.body.data.length > 0).toBe(through === 'all' || (through === 'own' && which === 'own'))
      }
    })

    test.each([
      ['own', createOwn],
      ['other', createOther],
    ] as const)('create %s: %s', async (which, expected) => {
      const fixture = fixtureOf(role)
      const draft = await accessMatrix[name].draft(fixture, which)
      const data = { type: registry[name].type, ...draft }
      await expectOutcome(expected, 'create', () => fixture.viewer.call('POST', path, { data }))
      if (expected === 'done') return
      const atomic = await storesNothing(() =>
        fixture.viewer.call('POST', '/jsonapi/operations', { 'atomic:operations': [{ op: 'add', data }] }),
      )
      expect(atomic.status, atomic.text).toBe(statuses[expected]('create'))
    })

    test.each([
      ['own', changeOwn],
      ['other', changeOther],
    ] as const)('change %s: %s', async (which, expected) => {
      const fixture = fixtureOf(role)
      const id = fixture.rows[name][which]
      const data = { type: registry[name].type, id, ...accessMatrix[name].change(fixture, which) }
      await expectOutcome(expected, 'change', () => fixture.viewer.call('PATCH', `${path}/${id}`, { data }))
      if (expected === 'done') return
      const atomic = await storesNothing(() =>
        fixture.viewer.call('POST', '/jsonapi/operations', { 'atomic:operations': [{ op: 'update', data }] }),
      )
      expect(atomic.status, atomic.text).toBe(statuses[expected]('change'))
    })

    test.each([
      ['own', deleteOwn],
      ['other', deleteOther],
    ] as const)('delete %s: %s', async (which, expected) => {
      const { viewer, rows } = fixtureOf(role)
      const id = rows[name][which]
      // A customer with open orders cannot be deleted by any role, so its orders are removed first.
      const setOrders = (status: number) => server.pool.query('UPDATE tilaus SET status = $2 WHERE asiakas_id = $1', [id, status])
      if (name === 'asiakas' && expected === 'done') await setOrders(0)
      // Only the profile of a disabled user may be deleted.
      const owner = name.startsWith('profile_') && expected === 'done' ? await giveToDisabled(name, id, fixtureOf(role)) : null
      await expectOutcome(expected, 'delete', () => viewer.call('DELETE', `${path}/${id}`))
      if (expected === 'done') {
        // Only yllapito may read a removed row.
        const gone = await viewer.call('GET', `${path}/${id}`)
        expect(gone.status).toBe(role === 'yllapito' ? 200 : 404)
        await server.pool.query(`UPDATE "${name}" SET status = 1 WHERE id = $1`, [id])
        if (owner) await server.pool.query(`UPDATE "${name}" SET uid_id = $2 WHERE id = $1`, [id, owner])
        // The lines were deleted with the order.
        if (name === 'tilaus')
          for (const line of ['lahetys', 'tuntituote']) await server.pool.query(`UPDATE ${line} SET status = 1 WHERE tilaus_id = $1`, [id])
        if (name === 'asiakas') await setOrders(1)
        // The tasks were deleted with the working day.
        if (name === 'tyovuoro_kirjaus')
          await server.pool.query('UPDATE tyovuoro_kirjaus_tehtava SET status = 1 WHERE tyovuoro_kirjaus_id = $1', [id])
      } else {
        const ref = { type: registry[name].type, id }
        const atomic = await storesNothing(() =>
          viewer.call('POST', '/jsonapi/operations', { 'atomic:operations': [{ op: 'remove', ref }] }),
        )
        expect(atomic.status, atomic.text).toBe(statuses[expected]('delete'))
      }
    })

    test('only yllapito may read a removed row', async () => {
      const { viewer, rows, driver } = fixtureOf(role)
      const id = rows[name].own
      // A removed user, or one whose company or profile is removed, cannot make calls any more.
      const isOwnCustomer = name === 'asiakas' && role.startsWith('asiakas')
      if (list === 'refused' || id === viewer.id || isOwnCustomer || (role === 'asiakas' && name === 'profile_asiakas')) return
      await server.pool.query(`UPDATE "${name}" SET status = 0 WHERE id = $1`, [id])
      try {
        const read = await viewer.call('GET', `${path}/${id}`)
        expect(read.status).toBe(role === 'yllapito' ? 200 : 404)
        const listed = await viewer.call('GET', `${path}?filter[id]=${id}`)
        expect(listed.body.meta.count).toBe(0)
        const named = await viewer.call('GET', `${path}?filter[id]=${id}&filter[status]=0`)
        expect(named.body.meta.count).toBe(role === 'yllapito' ? 1 : 0)
        const status = await viewer.call('GET', `${path}?filter[status]=0`)
        expect(status.body.meta.count > 0).toBe(role === 'yllapito')
        const way = accessMatrix[name].relationTo
        if (!way || role === 'yllapito' || !['own', 'all'].includes(through)) return
        const included = await viewer.call('GET', `${pathOf(way.from)}?include=${way.relation}&page[limit]=250`)
        if (id !== driver.own) expect(included.body.included?.some((row: { id: string }) => row.id === id) ?? false).toBe(false)
      } finally {
        await server.pool.query(`UPDATE "${name}" SET status = 1 WHERE id = $1`, [id])
      }
    })

    const secrets = hiddenFrom(name, role)
    if (secrets.length === 0) return
    test(`hidden: ${secrets.join(', ')}`, async () => {
      const { viewer, rows } = fixtureOf(role)
      const queries = secrets.flatMap((field) => [
        `fields[${registry[name].type}]=${field}`,
        `sort=${field}`,
        `sort=-${field}.id`,
        `filter[${field}]=1`,
        `filter[${field}.id]=${rows.user.own}`,
        `filter[a][condition][path]=${field}&filter[a][condition][operator]=IS NOT NULL`,
        `include=${field}`,
      ])
      for (const query of queries) {
        const answer = await viewer.call('GET', encodeURI(`${path}?${query}`))
        expect(answer.status, query).toBe(list === 'refused' ? 403 : 400)
      }
      const way = accessMatrix[name].relationTo
      if (way && accessMatrix[way.from].cells[role][0] !== 'refused') {
        for (const field of secrets) {
          for (const query of [`filter[${way.relation}.${field}]=1`, `sort=${way.relation}.${field}`, `include=${way.relation}.${field}`]) {
            const answer = await viewer.call('GET', `${pathOf(way.from)}?${query}`)
            expect(answer.status, query).toBe(400)
          }
        }
        const included = through === 'unknown' ? null : await viewer.call('GET', `${pathOf(way.from)}?include=${way.relation}`)
        for (const row of included?.body.included ?? []) if (row.type === registry[name].type) expectWithout(row, secrets)
      }
      if (list !== 'refused') expectWithout((await viewer.call('GET', `${path}/${rows[name].own}`)).body.data, secrets)
    })
  })

  test('every row that an answer refers to may be read by the viewer', async () => {
    const { viewer } = fixtureOf(role)
    const dangling = new Set<string>()
    const known = new Map<string, boolean>()
    for (const name of entityNames) {
      const { body } = await viewer.call('GET', `${pathOf(name)}?page[limit]=250`)
      for (const row of body.data ?? []) {
        for (const [relation, { data }] of Object.entries<{ data: unknown }>(row.relationships ?? {})) {
          for (const { type, id } of [data].flat().filter((item) => item !== null) as { type: string; id: string }[]) {
            const key = `${type} ${id}`
            if (!known.has(key)) known.set(key, (await viewer.call('GET', `/jsonapi/${type.replace('--', '/')}/${id}`)).status === 200)
            if (!known.get(key)) dangling.add(`${name}.${relation}`)
          }
        }
      }
    }
    expect([...dangling].sort()).toEqual([])
  })
})

function expectWithout(row: { attributes: object; relationships?: object }, secrets: readonly string[]): void {
  for (const field of secrets) {
    expect(row.attributes).not.toHaveProperty([field])
    expect(row.attributes).not.toHaveProperty([`${field}_id`])
    expect(row.relationships ?? {}).not.toHaveProperty([field])
  }
}

describe('without sign-in', () => {
  test.each(entityNames)('%s: 401 for every operation', async (name) => {
    const { rows } = fixtureOf('yllapito')
    const one = `${pathOf(name)}/${rows[name].own}`
    const data = { type: registry[name].type, attributes: {} }
    const calls = [
      () => server.call('GET', pathOf(name)),
      () => server.call('GET', one),
      () => server.call('GET', `${pathOf(name)}/${randomUUID()}`),
      () => server.call('POST', pathOf(name), { data }),
      () => server.call('PATCH', one, { data: { ...data, id: rows[name].own } }),
      () => server.call('DELETE', one),
      () => server.call('POST', '/jsonapi/operations', { 'atomic:operations': [{ op: 'add', data }] }),
      () => server.call('GET', pathOf(name), undefined, { authorization: `Bearer ${'a'.repeat(43)}` }),
    ]
    for (const call of calls) {
      const answer = await storesNothing(call)
      expect(answer.status, answer.text).toBe(401)
      expect(answer.body.errors[0].status).toBe('401')
    }
  })
})
