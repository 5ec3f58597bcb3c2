// Every entity × relation × role at the relations' own addresses: a relation may be read and written as its row may be
// according to the access matrix.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#domain/access/roles.ts'
import type { Relation } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import { type Answer, startTestServer, type TestServer } from '../test-server.ts'
import type { AccessFixture, AccessOutcome, Pair } from './access-entry.ts'
import { makeAccessFixture } from './access-fixture.ts'
import { accessMatrix, hiddenFrom, withRelations } from './access-matrix.ts'

type Identifier = { type: string; id: string }

const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`
const relationsOf = (name: EntityName): [string, Relation][] => Object.entries<Relation>(registry[name].relations)
const related = entityNames.filter((name) => relationsOf(name).length > 0)
const listOf = ({ body }: Answer): Identifier[] => [body.data ?? []].flat()

let server: TestServer
const fixtures = new Map<Role, AccessFixture>()
beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) fixtures.set(role, await makeAccessFixture(server, role))
}, 60_000)
afterAll(() => server.close())

function fixtureOf(role: Role): AccessFixture {
  const fixture = fixtures.get(role)
  if (!fixture) throw new Error(`No world for ${role}`)
  return fixture
}

const statuses: Record<AccessOutcome, number> = { done: 200, absent: 404, refused: 403, invalid: 422 }
/** For a role that never sees the relation, its address does not exist. */
const expectedOf = (outcome: AccessOutcome, isVisible: boolean): number => (outcome === 'done' && !isVisible ? 404 : statuses[outcome])

function isVisible(name: EntityName, role: Role, relation: string): boolean {
  const found = relationsOf(name).find(([key]) => key === relation)?.[1]
  if (found?.kind === 'inverse' && found.hidden) return false
  return !hiddenFrom(name, role).includes(relation)
}

function mayWrite(name: EntityName, role: Role, relation: string): boolean {
  if (role === 'yllapito') return true
  const list = accessMatrix[name].writable?.[role]
  return list === 'all but asiakas' ? relation !== 'asiakas' : (list?.includes(relation) ?? false)
}

async function storesNothing(call: () => Promise<Answer>): Promise<Answer> {
  const count = async () => (await server.pool.query('SELECT count(*)::int AS n FROM revisio')).rows[0].n
  const before = await count()
  const answer = await call()
  expect(await count(), answer.text).toBe(before)
  return answer
}

describe.each(roles)('%s', (role) => {
  const known = new Map<string, boolean>()
  const isReadable = async ({ type, id }: Identifier): Promise<boolean> => {
    const path = `/jsonapi/${type.replace('--', '/')}/${id}`
    if (!known.has(path)) known.set(path, (await fixtureOf(role).viewer.call('GET', path)).status === 200)
    return known.get(path) ?? false
  }

  describe.each(related)('%s', (name) => {
    const [, readOwn, readOther, , , changeOwn, changeOther] = accessMatrix[name].cells[role]
    const relations = relationsOf(name)
    const sides: [keyof Pair, AccessOutcome, AccessOutcome][] = [
      ['own', readOwn, changeOwn],
      ['other', readOther, changeOther],
    ]

    test.each(relations.map(([relation]) => relation))('%s may be read as the row may be', async (relation) => {
      const { viewer, rows } = fixtureOf(role)
      for (const [which, read] of sides) {
        const path = `${pathOf(name)}/${rows[name][which]}`
        const expected = withRelations.includes(name) ? expectedOf(read, isVisible(name, role, relation)) : 404
        const [related, linkage] = [
          await viewer.call('GET', `${path}/${relation}`),
          await viewer.call('GET', `${path}/relationships/${relation}`),
        ]
        expect([related.status, linkage.status], related.text).toEqual([expected, expected])
        if (expected !== 200) {
          expect(related.body.errors[0]).toMatchObject({ status: String(expected), detail: expect.any(String) })
          continue
        }
        const found = listOf(related).map(({ type, id }) => ({ type, id }))
        expect(listOf(linkage)).toEqual(expect.arrayContaining(found))
        expect(listOf(linkage)).toHaveLength(found.length)
        for (const row of found) expect(await isReadable(row), `${path}/${relation} ${row.type} ${row.id}`).toBe(true)
      }
    })

    test.each(relations)('%s may be written as the row may be', async (relation, shape) => {
      const { kind } = shape
      const { viewer, rows } = fixtureOf(role)
      for (const [which, read, change] of sides) {
        const path = `${pathOf(name)}/${rows[name][which]}/relationships/${relation}`
        const expected = withRelations.includes(name) ? expectedOf(change, isVisible(name, role, relation)) : 404
        const current = read === 'done' && isVisible(name, role, relation) ? (await viewer.call('GET', path)).body.data : null
        const data = current ?? (kind === 'one' ? null : [])
        // The stored linkage is sent back: nothing is stored, for any role.
        const echoed = await storesNothing(() => viewer.call('PATCH', path, { data }))
        expect(echoed.status, `${path} ${echoed.text}`).toBe(expected)
        const isFilled = Array.isArray(data) ? data.length > 0 : data !== null
        if (kind === 'inverse' ? !isFilled || !isOnlyRead(shape) : expected === 200 && (!isFilled || mayWrite(name, role, relation)))
          continue
        const emptied = await storesNothing(() => viewer.call('PATCH', path, { data: kind === 'one' ? null : [] }))
        expect(expected === 200 ? refusedWrites(shape) : [expected], `${path} ${emptied.text}`).toContain(emptied.status)
        if (kind !== 'many') continue
        const left = await storesNothing(() => viewer.call('DELETE', path, { data }))
        expect(expected === 200 ? refusedWrites(shape) : [expected], left.text).toContain(left.status)
      }
    })
  })
})

/** An inverse relation can be written from this end only if the rows at the other end have a single reference to this one. */
function isOnlyRead(relation: Relation): boolean {
  if (relation.kind !== 'inverse') return false
  const [to = ''] = relation.to
  const target = entityNames.find((name) => name === to)
  return relation.through !== undefined || relationsOf(target ?? 'tilaus').find(([key]) => key === relation.via)?.[1].kind === 'many'
}

/** A relation that the server sets is invalid from every role, one that can be set only once may be; any other is outside the role. */
function refusedWrites(relation: Relation): number[] {
  if (relation.kind === 'inverse' || relation.readOnly) return [422]
  return relation.kind === 'one' && relation.once ? [403, 422] : [403]
}

describe('without sign-in', () => {
  test.each(related)('%s: 401 for every relation', async (name) => {
    const { rows } = fixtureOf('yllapito')
    for (const [relation] of relationsOf(name)) {
      const path = `${pathOf(name)}/${rows[name].own}`
      const calls = [
        () => server.call('GET', `${path}/${relation}`),
        () => server.call('GET', `${path}/relationships/${relation}`),
        () => server.call('PATCH', `${path}/relationships/${relation}`, { data: null }),
        () => server.call('POST', `${path}/relationships/${relation}`, { data: [] }),
        () => server.call('DELETE', `${path}/relationships/${relation}`, { data: [] }),
      ]
      for (const call of calls) expect((await storesNothing(call)).status).toBe(withRelations.includes(name) ? 401 : 404)
    }
  })
})
