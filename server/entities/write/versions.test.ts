// A change must name the version that was edited: by `vid`, or by If-Match (rules/http-api.md#versions).
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operations, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { sharedServerWithUsers } from '#server/testing/shared-server.ts'
import type { Answer } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'

const { server, admin, customer } = await sharedServerWithUsers()

const newShipment = async (): Promise<string> => (await placeOrder(customer)).shipments[0] ?? ''
const change = (id: string, attributes: Record<string, unknown>) => ({ data: { type: shipmentType, id, attributes } })
const faultsOf = ({ body }: Answer): [string, string][] =>
  body.errors.map(({ status, source }: { status: string; source?: { pointer: string } }) => [status, source?.pointer])
const storedVid = async (id: string): Promise<number> =>
  (await server.pool.query('SELECT vid::int AS vid FROM lahetys WHERE id = $1', [id])).rows[0].vid
// An explicit null: the test harness adds the stored version to a body without `vid`.
const unversioned = { vid: null }

describe('a PATCH', () => {
  test('without a version is refused with a pointer to vid, and stores nothing', async () => {
    const id = await newShipment()
    const refused = await admin.call('PATCH', `${shipments}/${id}`, change(id, { ...unversioned, viite: 'A' }))
    expect(refused.status, refused.text).toBe(422)
    expect(faultsOf(refused)).toEqual([['422', '/data/attributes/vid']])
    const raw = await server.app.inject({
      method: 'PATCH',
      url: `${shipments}/${id}`,
      headers: { authorization: admin.authorization, 'content-type': 'application/vnd.api+json' },
      payload: change(id, { viite: 'A' }),
    })
    expect(raw.statusCode, raw.payload).toBe(422)
    expect(await storedVid(id)).toBe(1)
  })

  test('of a row that may not be read is 404 and of a role without the right 403, with a version or without', async () => {
    const missing = randomUUID()
    const nowhere = await admin.call('PATCH', `${shipments}/${missing}`, change(missing, { viite: 'A' }))
    expect(nowhere.status).toBe(404)
    const id = await newShipment()
    const mechanic = await server.person(['huolto'])
    expect((await mechanic.call('PATCH', `${shipments}/${id}`, change(id, { ...unversioned, viite: 'A' }))).status).toBe(403)
    const mine = await server.person(['asiakas'], await server.customer())
    expect((await mine.call('PATCH', `${shipments}/${id}`, change(id, { ...unversioned, viite: 'A' }))).status).toBe(404)
  })

  test('with an older version is a conflict that carries the stored row', async () => {
    const id = await newShipment()
    expect((await admin.call('PATCH', `${shipments}/${id}`, change(id, { vid: 1, viite: 'A' }))).status).toBe(200)
    const stale = await customer.call('PATCH', `${shipments}/${id}`, change(id, { vid: 1, viite: 'B' }))
    expect(stale.status).toBe(409)
    expect(stale.body.errors[0].meta.current.attributes).toMatchObject({ vid: 2, viite: 'A' })
  })

  test('accepts the ETag of a read, or the version in quotes, as If-Match', async () => {
    const id = await newShipment()
    const { etag } = (await admin.call('GET', `${shipments}/${id}`)).headers
    const patch = (ifMatch: string, viite: string, more = {}) =>
      admin.call('PATCH', `${shipments}/${id}`, change(id, { viite, ...more }), { 'if-match': ifMatch })
    expect((await patch(String(etag), 'A')).body.data.attributes).toMatchObject({ vid: 2, viite: 'A' })
    expect((await patch(String(etag), 'B')).status).toBe(409)
    expect((await patch('"2"', 'B')).body.data.attributes).toMatchObject({ vid: 3, viite: 'B' })
    for (const header of ['*', 'W/"abc-def"', '3', '""']) expect((await patch(header, 'C')).status, header).toBe(400)
    expect((await patch('"3"', 'C', { vid: 2 })).status).toBe(400)
    expect(await storedVid(id)).toBe(3)
  })

  test('the ETag of a read without the version still shows whether the row has changed', async () => {
    const id = await newShipment()
    const url = `${shipments}/${id}?fields[${shipmentType}]=viite`
    const { etag } = (await admin.call('GET', url)).headers
    expect((await admin.call('GET', url, undefined, { 'if-none-match': String(etag) })).status).toBe(304)
  })
})

test('an update among operations needs the version too, and nothing of the call is stored without it', async () => {
  const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
  const [first = '', second = ''] = lines
  const update = (line: string, attributes: object) => ({ op: 'update', data: { type: shipmentType, id: line, attributes } })
  const refused = await operations(customer, [update(first, { vid: 1, viite: 'A' }), update(second, { ...unversioned, viite: 'A' })])
  expect(refused.status, refused.text).toBe(422)
  expect(faultsOf(refused)).toEqual([['422', '/atomic:operations/1/data/attributes/vid']])
  expect([await storedVid(first), await storedVid(second)]).toEqual([1, 1])
  const stale = await operations(customer, [update(first, { vid: 9, viite: 'A' })])
  expect(stale.status).toBe(409)
  const ref = { type: orderType, id, relationship: 'lahetykset' }
  const replaced = await operations(customer, [{ op: 'update', ref, data: [], meta: unversioned }])
  expect(faultsOf(replaced)).toEqual([['422', '/atomic:operations/0/meta/vid']])
})

test('replacing a relation needs the version; adding and removing members does not', async () => {
  const { id, shipments: lines } = await placeOrder(customer, [{}, {}])
  const path = `${orders}/${id}/relationships/lahetykset`
  const linkage = lines.map((line) => ({ type: shipmentType, id: line }))
  const refused = await customer.call('PATCH', path, { data: linkage, meta: unversioned })
  expect(faultsOf(refused)).toEqual([['422', '/meta/vid']])
  expect((await customer.call('PATCH', path, { data: linkage, meta: { vid: 1 } })).status).toBe(200)
  expect((await customer.call('PATCH', path, { data: linkage }, { 'if-match': '"1"' })).status).toBe(200)
  expect((await customer.call('PATCH', path, { data: linkage }, { 'if-match': '"7"' })).status).toBe(409)
  expect((await customer.call('DELETE', path, { data: linkage.slice(1), meta: unversioned })).status).toBe(200)
})

test('a removal needs no version, and refuses an old one', async () => {
  const [first, second] = [await newShipment(), await newShipment()]
  expect((await customer.call('DELETE', `${shipments}/${first}`, undefined, { 'if-match': '"5"' })).status).toBe(409)
  expect((await customer.call('DELETE', `${shipments}/${first}`, undefined, { 'if-match': '"1"' })).status).toBe(204)
  expect((await customer.call('DELETE', `${shipments}/${second}`)).status).toBe(204)
})
