// The media types of requests and answers, and conditional requests: Content-Type, Accept, ETag, HEAD.

import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderType, placeOrder } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const jsonApi = 'application/vnd.api+json'
const atomic = 'https://jsonapi.org/ext/atomic'

let server: SharedServer
let customer: Person
let other: Person
let admin: Person
beforeAll(async () => {
  server = await sharedServer()
  customer = await server.person(['asiakas'], await server.customer())
  other = await server.person(['asiakas'], await server.customer())
  admin = await server.person(['yllapito'])
})

describe('the media type of a request', () => {
  const order = { data: { type: orderType, attributes: {} } }
  test.each([
    [jsonApi, 201],
    [`${jsonApi}; ext="${atomic}"`, 201],
    [`${jsonApi};profile="https://esimerkki.fi/a https://esimerkki.fi/b"`, 201],
    [`APPLICATION/VND.API+JSON; EXT="${atomic}"`, 201],
    [`${jsonApi}; charset=utf-8`, 415],
    [`${jsonApi}; ext="https://esimerkki.fi/muu"`, 415],
    [`${jsonApi}; ext="${atomic} https://esimerkki.fi/muu"`, 415],
    [`${jsonApi}; q=1`, 415],
    ['application/json', 415],
    ['text/plain', 415],
  ])('%s → %i', async (type, status) => {
    const answer = await customer.call('POST', orders, order, { 'content-type': type })
    expect(answer.status, answer.text).toBe(status)
    if (status === 415) expect(answer.body.errors[0].status).toBe('415')
    const atomically = await customer.call(
      'POST',
      '/jsonapi/operations',
      { 'atomic:operations': [{ op: 'add', ...order }] },
      { 'content-type': type },
    )
    expect(atomically.status).toBe(status === 201 ? 200 : 415)
    if (status === 201) expect(atomically.headers['content-type']).toBe(`${jsonApi}; ext="${atomic}"`)
  })
})

describe('the media type of an answer', () => {
  test.each([
    [jsonApi, 200],
    [`${jsonApi}; ext="${atomic}"`, 200],
    [`${jsonApi}; profile="https://esimerkki.fi/a,b"`, 200],
    ['*/*', 200],
    ['application/json, text/plain, */*', 200],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 200],
    ['application/json', 200],
    [`${jsonApi};charset=utf-8, ${jsonApi}`, 200],
    [`${jsonApi};charset=utf-8`, 406],
    [`${jsonApi}; ext="https://esimerkki.fi/muu"`, 406],
    // As the specification says: instances of the type itself take precedence over wider ranges.
    [`${jsonApi};charset=utf-8, */*`, 406],
    [`${jsonApi};q=0`, 406],
    ['text/html', 406],
    ['image/png, text/*', 406],
    ['', 406],
  ])('%s → %i', async (accept, status) => {
    for (const path of [orders, '/jsonapi', `/jsonapi/user/user/${customer.id}`]) {
      const answer = await customer.call('GET', path, undefined, { accept })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers['content-type']).toBe(jsonApi)
    }
  })

  test('a client that cannot set Accept uses _format', async () => {
    expect((await customer.call('GET', `${orders}?_format=json`, undefined, { accept: 'text/html' })).status).toBe(200)
  })

  test('a header of more than a thousand characters is refused without parsing it, whatever it contains', async () => {
    /** A header that says as much in any length. */
    const header = (length: number) => `${jsonApi};profile="${'a'.repeat(length - jsonApi.length - 11)}"`
    const order = { data: { type: orderType, attributes: {} } }
    for (const [length, read, added] of [
      [1000, 200, 201],
      [1001, 406, 415],
    ] as const) {
      expect(header(length)).toHaveLength(length)
      expect((await customer.call('GET', orders, undefined, { accept: header(length) })).status).toBe(read)
      expect((await customer.call('POST', orders, order, { 'content-type': header(length) })).status).toBe(added)
    }
  })

  test('a call that does not accept the answer’s media type stores nothing', async () => {
    const mark = randomUUID()
    const body = { data: { type: orderType, attributes: { laskutus_viesti: mark } } }
    expect((await customer.call('POST', orders, body, { accept: 'text/html' })).status).toBe(406)
    expect((await customer.call('GET', `${orders}?filter[laskutus_viesti]=${mark}`)).body.meta.count).toBe(0)
  })
})

describe('an answer that the client already has', () => {
  const tagOf = (headers: Record<string, unknown>) => String(headers.etag)

  test('is not sent again until it has changed', async () => {
    const { id } = await placeOrder(customer)
    const paths = [
      `${orders}/${id}`,
      `${orders}?filter[id]=${id}`,
      `${orders}/${id}/lahetykset`,
      `${orders}/${id}/relationships/lahetykset`,
      '/jsonapi',
    ]
    const tags = new Map<string, string>()
    for (const path of paths) {
      const first = await customer.call('GET', path)
      expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.stringMatching(/^W\/"[0-9a-z.-]+"$/) })
      for (const header of ['Accept', 'Authorization']) expect(String(first.headers.vary)).toContain(header)
      tags.set(path, tagOf(first.headers))
      for (const known of [tagOf(first.headers), `"x", ${tagOf(first.headers)}`, tagOf(first.headers).slice(2), '*']) {
        const again = await customer.call('GET', path, undefined, { 'if-none-match': known })
        expect([again.status, again.text], known).toEqual([304, ''])
        expect(again.headers.etag).toBe(tagOf(first.headers))
      }
      expect((await customer.call('GET', path, undefined, { 'if-none-match': '"x"' })).status).toBe(200)
    }
    const line = (await customer.call('GET', `${orders}/${id}/lahetykset`)).body.data[0]
    await customer.call('DELETE', `/jsonapi/lahetys_entity/lahetys/${line.id}`)
    for (const path of paths.slice(0, 4))
      expect((await customer.call('GET', path, undefined, { 'if-none-match': tags.get(path) ?? '' })).status).toBe(200)
  })

  test('is checked with the server each time: another viewer does not learn that it exists', async () => {
    const { id } = await placeOrder(customer)
    const { headers } = await customer.call('GET', `${orders}/${id}`)
    for (const known of [tagOf(headers), '*']) {
      expect((await other.call('GET', `${orders}/${id}`, undefined, { 'if-none-match': known })).status).toBe(404)
      expect((await server.call('GET', `${orders}/${id}`, undefined, { 'if-none-match': known })).status).toBe(401)
    }
  })

  test('has the same ETag whether compressed or not', async () => {
    await placeOrder(customer, [{}, {}, {}])
    const path = `${orders}?include=lahetykset`
    const plain = await customer.call('GET', path)
    const packed = await server.app.inject({ url: path, headers: { authorization: customer.authorization, 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.text)
    expect(packed.headers.etag).toBe(plain.headers.etag)
    expect(String(packed.headers.vary)).toMatch(/accept-encoding/i)
    const headers = { authorization: customer.authorization, 'accept-encoding': 'gzip', 'if-none-match': String(plain.headers.etag) }
    expect((await server.app.inject({ url: path, headers })).statusCode).toBe(304)
  })
})

test('HEAD answers as GET does, without the body', async () => {
  const { id } = await placeOrder(customer)
  for (const path of [orders, `${orders}/${id}`, `${orders}/${id}/lahetykset`, `${orders}/${id}/relationships/asiakas`, '/jsonapi']) {
    const got = await customer.call('GET', path)
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { authorization: customer.authorization } })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) expect(head.headers[name]).toBe(got.headers[name])
  }
  const missing = await server.app.inject({
    method: 'HEAD',
    url: `${orders}/${randomUUID()}`,
    headers: { authorization: admin.authorization },
  })
  expect([missing.statusCode, missing.payload]).toEqual([404, ''])
})
