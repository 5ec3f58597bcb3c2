// Any value of a field is stored unchanged or refused with a pointer; the server never fails, and the value is never executed.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#domain/access/policy.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { type EntityName, entityNames, registry } from '#domain/model/registry.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { refusal } from '#server/testing/access-matrix/refusal.ts'
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const orderType = 'tilaus_entity--tilaus_entity'
const operations = '/jsonapi/operations'
const entities: Readonly<Record<EntityName, Entity>> = registry
const pathOf = (name: EntityName) => `/jsonapi/${registry[name].group}/${registry[name].bundle}`

let server: TestServer
let admin: AccessFixture

beforeAll(async () => {
  server = await startTestServer()
  admin = await makeAccessFixture(server, 'yllapito')
})
afterAll(() => server.close())

const refused = (call: () => Promise<Answer>, status: number | readonly number[], where: 'somewhere' | 'anywhere' = 'somewhere') =>
  refusal(server, call, status, where)
async function expectRefused(...call: Parameters<typeof refused>): Promise<void> {
  await refused(...call)
}

/** The entities that an administrator changes by JSON:API. */
const changeable = entityNames.filter((name) => 'update' in policy[name].yllapito)

const texts = changeable.flatMap((name) =>
  Object.entries(entities[name].fields).flatMap(([field, { kind, readOnly }]) =>
    (kind === 'text' || kind === 'area') && !readOnly ? [{ name, field, max: kind === 'area' ? 10_000 : 255 }] : [],
  ),
)
const patch = (name: EntityName, attributes: Record<string, unknown>) => {
  const id = admin.rows[name].own
  return admin.viewer.call('PATCH', `${pathOf(name)}/${id}`, { data: { type: registry[name].type, id, attributes } })
}

test('all but eight entities are changed by administrators', () => {
  expect(entityNames.filter((name) => !changeable.includes(name))).toEqual([
    'lahtotarkastus',
    'ajo_pysahdys',
    'tilausviesti',
    'lasku',
    'laskurivi',
    'ristiriita',
    'tyoaika_korjauspyynto',
    'hintalaskuri_log',
  ])
})

describe('text', () => {
  test.each(texts)('$name $field: SQL and HTML are stored as plain text, or refused', async ({ name, field }) => {
    for (const text of [
      `'); DROP TABLE "${name}"; --`,
      `<script>alert(1)</script>`,
      `"><img src=x onerror=alert(1)> ' " \\ % _ $1 \${x}`,
      "' OR 1=1 --",
    ]) {
      const answer = await patch(name, { [field]: text })
      expect([200, 422], answer.text).toContain(answer.status)
      if (answer.status === 200) {
        expect(answer.body.data.attributes[field]).toBe(text)
        expect((await admin.viewer.call('GET', `${pathOf(name)}/${admin.rows[name].own}`)).body.data.attributes[field]).toBe(text)
        const found = await admin.viewer.call('GET', `${pathOf(name)}?filter[${field}]=${encodeURIComponent(text)}`)
        expect(found.body.meta.count).toBe(1)
      } else expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${field}`)
    }
  })

  test.each(texts)('$name $field: control characters, lone surrogates and too long texts are refused', async ({ name, field, max }) => {
    for (const text of ['a\0b', '\u0001', 'a\u007fb', '\ud800', 'x\udfffx', 'x'.repeat(max + 1), 'x'.repeat(100_000)]) {
      const cut = text.length > 255 && 'cut' in (entities[name].fields[field] ?? {})
      if (cut) continue
      const answer = await patch(name, { [field]: text })
      expect(answer.status, `${JSON.stringify(text.slice(0, 9))} ${answer.text.slice(0, 200)}`).toBe(422)
      expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${field}`)
    }
  })
})

describe('wrong values', () => {
  const fields = changeable.flatMap((name) =>
    Object.entries(entities[name].fields).map(([field, { kind, readOnly }]) => ({ name, field, kind, readOnly })),
  )

  test.each(fields.filter(({ kind, readOnly }) => (kind === 'moment' || kind === 'day') && !readOnly))(
    '$name $field: days before 1971 and broken ones are refused',
    async ({ name, field }) => {
      for (const value of [1, 86_400, 31_535_999, -1, 1.5, 1e300, '2026-01-01', '1795000000', [], {}, true])
        await expectRefused(() => patch(name, { [field]: value }), 422)
    },
  )

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    text: [1, true, [], {}, ['a']],
    area: [1, true, [], {}, ['a']],
    integer: ['1', 1.5, 1e300, true, [], {}, [1]],
    decimal: ['1', -1, 1e300, true, [], {}],
    money: ['1,50', '1.50', -0.01, 1e300, true, [], {}],
    coordinate: ['60', 181, -181, 1e300, true, [], {}],
    flag: ['true', 2, -1, [], {}],
    choice: ['eiole', '__proto__', 'toString', 1, true, [], {}],
    choices: ['laskutus', ['eiole'], [1], [null], [['laskutus']], {}, 1, true],
    numbers: ['1', [0], [8], ['1'], [1.5], [[1]], [null], {}, 1, true],
    days: ['1795039200', [1], [-1], ['1795039200'], [1.5], {}, 1_795_039_200, true],
    json: ['a', 1, true, [1], { eiole: 1 }, { value: 1 }, { value: 'a\u0001' }, { value: 'a', toinen: 1 }, { eiole: -1 }],
    mark: ['true', 2, [], {}],
    sequence: [1, '1', [], {}],
  }
  test.each(fields.filter(({ kind, readOnly }) => !readOnly && wrong[kind]))(
    '$name $field ($kind) takes no other kind of value',
    async ({ name, field, kind }) => {
      const shape = entities[name].fields[field]
      const below = shape?.kind === 'integer' ? [shape.min - 1] : []
      for (const value of [...below, ...(wrong[kind] ?? [])]) {
        const answer = await refused(() => patch(name, { [field]: value }), 422)
        expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${field}`)
      }
    },
  )

  test.each(entityNames)('%s: any JSON in any attribute is stored or refused; the server never fails', async (name) => {
    const names = [
      ...Object.keys(entities[name].fields),
      'name',
      'status',
      'vid',
      'drupal_internal__id',
      'tunniste',
      'asiakas_id',
      'created',
    ]
    // `status` is not changed: a removed row would refuse the later changes.
    const attribute = fc.constantFrom(...names.filter((field) => field !== 'status' && field !== 'user_roles'))
    await fc.assert(
      fc.asyncProperty(attribute, fc.jsonValue({ maxDepth: 3 }), async (field, value) => {
        const answer = await patch(name, { [field]: value })
        expect(answer.status, answer.text).toBeLessThan(500)
        if (answer.status === 422)
          for (const error of answer.body.errors) expect(error.source?.pointer, answer.text).toEqual(expect.any(String))
        const made = await admin.viewer.call('POST', pathOf(name), { data: { type: registry[name].type, attributes: { [field]: value } } })
        expect(made.status, made.text).toBeLessThan(500)
      }),
      { numRuns: 25 },
    )
  })

  test('any JSON as a document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        for (const body of [value, { data: value }, { data: { type: orderType, attributes: value, relationships: value } }]) {
          const answer = await admin.viewer.call('POST', orders, JSON.stringify(body))
          expect(answer.status, answer.text).toBeLessThan(500)
        }
        const atomic = [{ 'atomic:operations': value }, { 'atomic:operations': [value, { op: 'add', data: value, ref: value }] }]
        for (const body of atomic)
          await expectRefused(() => admin.viewer.call('POST', operations, JSON.stringify(body)), [400, 409, 422], 'anywhere')
      }),
      { numRuns: 100 },
    )
  })
})
