// Invalid documents, operations and addresses: a 4xx that names the place of the fault, never a 5xx, and nothing is stored or run.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import type { AccessFixture } from '#server/testing/access-matrix/access-entry.ts'
import { makeAccessFixture } from '#server/testing/access-matrix/access-fixture.ts'
import { refusal } from '#server/testing/access-matrix/refusal.ts'
import { type Answer, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'
const orderType = 'tilaus_entity--tilaus_entity'
const shipmentType = 'lahetys_entity--lahetys'
const operations = '/jsonapi/operations'

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

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const order = (attributes: Record<string, unknown> = {}) => ({
  data: { type: orderType, attributes: { asiakas_id: admin.customer.own, ...attributes } },
})

// Fastify's default has no limit: an unfinished body would keep its connection, and count against its sender's limit of large bodies.
test('a request that is never completed is ended', () => {
  expect(server.app.server.requestTimeout).toBe(20 * 60 * 1000)
})

describe('a body that is not a document', () => {
  test.each([
    ['half of one', '{"data": {'],
    ['nothing', ''],
    ['words', 'hei'],
    ['__proto__', '{"data":{"type":"tilaus_entity--tilaus_entity","__proto__":{"x":1}}}'],
    ['constructor.prototype', '{"data":{"type":"tilaus_entity--tilaus_entity","constructor":{"prototype":{"x":1}}}}'],
    ['a byte order mark only', '\ufeff'],
    ['null bytes', '\0\0\0'],
  ])('%s: 400', (_what, body) => expectRefused(() => admin.viewer.call('POST', orders, body), 400, 'anywhere'))

  test.each([
    ['null', 'null'],
    ['a number', '1'],
    ['a list', '[]'],
    ['no data', '{}'],
    ['data null', '{"data":null}'],
    ['data a list', '{"data":[]}'],
    ['data a text', '{"data":"tilaus"}'],
  ])('%s: 400 with a pointer', async (_what, body) => {
    await expectRefused(() => admin.viewer.call('POST', orders, body), 400)
    await expectRefused(() => admin.viewer.call('PATCH', `${orders}/${admin.rows.tilaus.own}`, body), 400)
    await expectRefused(() => admin.viewer.call('POST', operations, body), 400)
  })

  test.each([
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('of the type %s: 415', (type) =>
    expectRefused(() => admin.viewer.call('POST', orders, JSON.stringify(order()), { 'content-type': type }), [400, 415], 'anywhere'),
  )

  test('of 20 MB: 413', async () => {
    const body = JSON.stringify(order({ laskutus_viesti: 'x'.repeat(20 * 1024 * 1024) }))
    await expectRefused(() => admin.viewer.call('POST', orders, body), 413, 'anywhere')
    await expectRefused(() => admin.viewer.call('POST', operations, body), 413, 'anywhere')
  })

  const deep = nested(100_000)
  test.each([
    ['in an attribute', `{"data":{"type":"${orderType}","attributes":{"laskutus_viesti":${deep}}}}`],
    ['in a field that the server keeps', `{"data":{"type":"${shipmentType}","attributes":{"paino":${deep}}}}`],
    ['in a base field', `{"data":{"type":"${orderType}","attributes":{"extra_fields":${deep}}}}`],
    ['in meta', `{"data":{"type":"${orderType}","attributes":{},"meta":{"x":${deep}}}}`],
    ['beside data', `{"data":{"type":"${orderType}","attributes":{}},"meta":${deep}}`],
    ['in a relation', `{"data":{"type":"${orderType}","relationships":{"asiakas":{"data":${deep}}}}}`],
  ])('nested a hundred thousand deep %s: 4xx', async (_where, body) => {
    const path = body.includes(shipmentType) ? shipments : orders
    await expectRefused(() => admin.viewer.call('POST', path, body, { 'idempotency-key': randomUUID() }), [400, 422])
    const data = body.slice(body.indexOf('{', 1), -1)
    await expectRefused(
      () =>
        admin.viewer.call('POST', operations, `{"atomic:operations":[{"op":"add","data":${data}}]}`, { 'idempotency-key': randomUUID() }),
      [400, 422],
      'anywhere',
    )
  })

  test.each(['x'.repeat(129), 'kaksi sanaa', 'ä', ''])('an Idempotency-Key %j is refused', (key) =>
    expectRefused(() => admin.viewer.call('POST', orders, order(), { 'idempotency-key': key }), 400, 'anywhere'),
  )
})

describe('unknown members, fields and relations', () => {
  const odd = [
    'eiole',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '__defineGetter__',
    'id',
    'type',
    'asiakas',
    'tilaus_id',
    '"; DROP TABLE tilaus; --',
    '<b>',
    'a/b~c',
    '\0',
  ]
  test.each(odd)('attribute %j: 422', (name) => expectRefused(() => admin.viewer.call('POST', orders, order({ [name]: 1 })), 422))
  test.each([...odd, 'laskutus_nimi', 'asiakas_id', 'tilausnro'].filter((name) => name !== 'asiakas'))('relationship %j: 422', (name) =>
    expectRefused(() => admin.viewer.call('POST', orders, { data: { type: orderType, relationships: { [name]: { data: null } } } }), 422),
  )
  test.each(odd.filter((name) => name !== 'id' && name !== 'type'))('member %j: 422', (name) =>
    expectRefused(() => admin.viewer.call('POST', orders, { data: { ...order().data, [name]: 1 } }), 422),
  )

  test.each([
    ['attributes a list', { attributes: [] }, 422],
    ['attributes a text', { attributes: 'x' }, 422],
    ['relationships a list', { relationships: [] }, 422],
    ['a relation without data', { relationships: { asiakas: {} } }, 422],
    ['a relation null', { relationships: { asiakas: null } }, 422],
    ['one for many', { relationships: { lahetykset: { data: { type: shipmentType, id: randomUUID() } } } }, 422],
    ['many for one', { relationships: { asiakas: { data: [] } } }, 422],
    ['a relation of another type', { relationships: { asiakas: { data: { type: orderType, id: randomUUID() } } } }, 422],
    ['a relation to nowhere', { relationships: { asiakas: { data: { type: 'asiakas_entity--asiakas_entity', id: randomUUID() } } } }, 422],
    ['a relation to no UUID', { relationships: { asiakas: { data: { type: 'asiakas_entity--asiakas_entity', id: '1' } } } }, 422],
    ['a relation to an unknown lid', { relationships: { asiakas: { data: { type: 'asiakas_entity--asiakas_entity', lid: 'x' } } } }, 422],
    ['a reference that is an object', { attributes: { asiakas_id: { id: 1 } } }, 422],
    ['a reference that is a number', { attributes: { asiakas_id: 7 } }, 422],
    ['another type', { type: shipmentType }, 409],
    ['no type', { type: undefined }, 409],
    ['a type that is an object', { type: { toString: 1 } }, 409],
    ['an id that is no UUID', { id: '12' }, 422],
    ['an id that is an object', { id: {} }, 422],
    ['a reason that is no text', { meta: { syy: 5 } }, 422],
    ['a reason with a null byte', { meta: { syy: 'a\0b' } }, 422],
    ['a reason with half a character', { meta: { syy: 'a\ud800b' } }, 422],
    ['a reason of 10 000 characters', { meta: { syy: 'x'.repeat(10_000) } }, 422],
  ])('%s: %#', (_what, change, status) =>
    expectRefused(() => admin.viewer.call('POST', orders, { data: { ...order().data, ...change } }), status),
  )

  test('an id that is taken: 409', () =>
    expectRefused(() => admin.viewer.call('POST', orders, { data: { ...order().data, id: admin.rows.tilaus.own } }), 409))
})

describe('addresses', () => {
  test.each(['1', 'new', '..', '%00', "'", 'undefined', '%F0%9F%9A%9A', 'g'.repeat(36)])('no row has the id %j: 404', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { data: { type: orderType, id, attributes: {} } } : undefined
      await expectRefused(() => admin.viewer.call(method, `${orders}/${id}`, body), [404, 414], 'anywhere')
    }
  })

  test.each([
    ['PUT', orders],
    ['PATCH', orders],
    ['DELETE', orders],
    ['POST', `${orders}/${randomUUID()}`],
    ['PUT', `${orders}/${randomUUID()}`],
    ['GET', operations],
    ['DELETE', operations],
    ['GET', '/jsonapi/eiole/eiole'],
    ['GET', '/jsonapi/tilaus/tilaus'],
    ['POST', '/jsonapi'],
  ] as const)('%s %s: 404 or 405', async (method, url) => {
    const answer = await refused(() => admin.viewer.call(method as 'GET', url, method === 'GET' ? undefined : {}), [404, 405], 'anywhere')
    expect(answer.body.errors[0].detail).not.toContain(url)
  })

  test.each(['/%zz', '/api/%zz', '/jsonapi/%E0%A4%A', `${orders}/${'x'.repeat(200)}`, '/eiole', '/file/%zz'])(
    '%s is refused with the headers of every answer',
    async (url) => {
      const { status, headers, body } = await server.call('GET', url)
      expect([400, 401, 404, 414]).toContain(status)
      expect(headers).toMatchObject({ 'x-app-version': appVersion, 'x-content-type-options': 'nosniff' })
      expect(body).toHaveProperty('errors')
    },
  )
})

describe('atomic operations', () => {
  const add = (more: Record<string, unknown> = {}) => ({ op: 'add', data: { ...order().data, ...more } })
  const call =
    (list: unknown, headers = {}) =>
    () =>
      admin.viewer.call('POST', operations, { 'atomic:operations': list }, headers)
  const ref = (id: unknown = admin.rows.tilaus.own) => ({ type: orderType, id })

  test.each([
    ['none', () => []],
    ['no list', () => ({})],
    ['a text', () => 'add'],
    ['one that is null', () => [null]],
    ['one that is a list', () => [[]]],
    ['an unknown op', () => [{ op: 'upsert', data: {} }]],
    ['an op that is an object', () => [{ op: { toString: 1, valueOf: 1 } }]],
    ['no op', () => [{ data: {} }]],
    ['a type that is an object', () => [add({ type: { toString: 1, valueOf: 1 }, lid: 'a' })]],
    ['an unknown type', () => [add({ type: 'eiole--eiole' })]],
    ['a remove without ref', () => [{ op: 'remove' }]],
    ['a remove of no UUID', () => [{ op: 'remove', ref: ref('1') }]],
    ['a remove of an unknown type', () => [{ op: 'remove', ref: { type: 'x', id: randomUUID() } }]],
    ['an update without an id', () => [{ op: 'update', data: { type: orderType, attributes: {} } }]],
    ['an update of no UUID', () => [{ op: 'update', data: { type: orderType, id: 'x', attributes: {} } }]],
    ['an update of an unknown row', () => [{ op: 'update', data: { type: orderType, id: randomUUID(), attributes: {} } }]],
    [
      'an update of an unknown lid',
      () => [{ op: 'update', ref: { type: orderType, lid: 'x' }, data: { type: orderType, attributes: {} } }],
    ],
    ['the same lid twice', () => [add({ lid: 'a' }), add({ lid: 'a' })]],
    ['the same id twice', () => [add({ id: '7d9f0000-0000-4000-8000-000000000001' }), add({ id: '7d9f0000-0000-4000-8000-000000000001' })]],
    ['a good one and a bad one', () => [add(), add({ attributes: { eiole: 1 } })]],
    ['a good one and a row that is not there', () => [add(), { op: 'remove', ref: ref(randomUUID()) }]],
    ['an id that is taken', () => [add({ id: admin.rows.tilaus.own })]],
    ['a stale version', () => [{ op: 'update', data: { ...ref(), attributes: { vid: 77 } } }]],
    [
      'a removed row changed too',
      () => [
        { op: 'remove', ref: ref(randomUUID()) },
        { op: 'update', data: { ...ref(randomUUID()), attributes: {} } },
      ],
    ],
    [
      'a line of a row that is not there',
      () => [{ op: 'add', data: { type: shipmentType, relationships: { tilaus: { data: ref(randomUUID()) } } } }],
    ],
    ['a line of nothing', () => [{ op: 'add', data: { type: shipmentType } }]],
    [
      'a relation to a lid of another type',
      () => [add({ lid: 'a' }), add({ relationships: { asiakas: { data: { type: 'asiakas_entity--asiakas_entity', lid: 'a' } } } })],
    ],
    ['an unknown member', () => [{ ...add(), eiole: 1 }]],
  ])('%s: a clear 4xx, nothing done', (_what, list) => expectRefused(call(list()), [400, 404, 409, 422]))

  test('1001 of them: 400', () => expectRefused(call(Array.from({ length: 1001 }, () => add())), 400))

  test('the same row changed twice is one change', async () => {
    const id = admin.rows.tilaus.own
    const change = (attributes: Record<string, unknown>) => ({ op: 'update', data: { ...ref(), attributes } })
    const { vid } = (await admin.viewer.call('GET', `${orders}/${id}`)).body.data.attributes
    const answer = await call([change({ laskutus_osoite1: 'Katu 1', vid }), change({ laskutus_osoite2: 'Portti 2', vid })])()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body['atomic:results'][1].data.attributes).toMatchObject({
      laskutus_osoite1: 'Katu 1',
      laskutus_osoite2: 'Portti 2',
      vid: vid + 1,
    })
  })
})
