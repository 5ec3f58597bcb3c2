import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeRowsCall, maxChanges } from '#domain/features/orders/change-rows.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let stranger: Person
beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  stranger = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM security_events'))

const change = (id: string, rowId: string, values = {}) => ({ id, rows: [{ entityType: 'lahetys', id: rowId, vid: 1, values }] })
const refusals = async () => (await admin.call('GET', '/api/turvaloki?laji=esto')).body.data
const event = (who: Person, operaatio: string, maara: number) =>
  expect.objectContaining({ laji: 'esto', kayttaja_id: who.id, verkko: '127.0.0.0', operaatio, maara })

test('the rows that POST /api/muutokset refuses are one event of the security log, with their number', async () => {
  const [own, other] = [await placeOrder(stranger), await placeOrder(customer)]
  const [mine, theirs] = [String(own.shipments[0]), String(other.shipments[0])]
  const answer = await stranger.call('POST', changeRowsCall.path, {
    changes: [
      change(own.id, mine, { viite: 'Oma' }),
      change(other.id, theirs, { viite: 'Vieras' }),
      change(randomUUID(), randomUUID()),
      change(randomUUID(), String((await placeOrder(stranger)).shipments[0]), { eiole: 1 }),
    ],
  })
  expect(answer.body.results.map((result: { code?: string }) => result.code)).toEqual([undefined, 'not_found', 'not_found', 'invalid'])
  await expect.poll(refusals, { timeout: 10_000 }).toEqual([event(stranger, 'POST /api/muutokset', 2)])
  const customersOwn = String(customer.asiakasId)
  const rows = [{ entityType: 'asiakas', id: customersOwn, vid: 1, values: { name: 'Uusi' } }]
  const forbidden = await customer.call('POST', changeRowsCall.path, { changes: [{ id: customersOwn, rows }] })
  expect(forbidden.body.results).toMatchObject([{ code: 'forbidden' }])
  await expect
    .poll(refusals, { timeout: 10_000 })
    .toEqual(expect.arrayContaining([event(customer, 'POST /api/muutokset', 1), event(stranger, 'POST /api/muutokset', 2)]))
})

test('a call of a thousand refused rows is one event', async () => {
  const changes = Array.from({ length: maxChanges }, () => change(randomUUID(), randomUUID()))
  expect((await stranger.call('POST', changeRowsCall.path, { changes })).status).toBe(200)
  await expect.poll(refusals, { timeout: 10_000 }).toEqual([event(stranger, 'POST /api/muutokset', maxChanges)])
})

test('ids that other operations refuse are events too; invalid values are not', async () => {
  const other = await placeOrder(customer)
  const ids = [other.id, randomUUID()]
  const bulk = { entityType: 'tilaus', ids, operation: 'setTila', params: { tila: 'peruutettu' } }
  expect((await stranger.call('POST', '/api/bulk-operation', bulk)).status).toBe(200)
  const missing = [randomUUID()]
  expect((await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: missing })).status).toBe(200)
  expect(
    (await admin.call('POST', '/api/avoimet_tilaukset', { operation: 'markAsSiirrossa', params: { id: missing } })).body.results,
  ).toMatchObject([{ success: false }])
  const events = [
    event(stranger, 'POST /api/bulk-operation', 2),
    event(admin, 'POST /api/laskuttamattomat_tilaukset', 1),
    event(admin, 'POST /api/avoimet_tilaukset', 1),
  ]
  await expect.poll(refusals, { timeout: 10_000 }).toHaveLength(events.length)
  expect(await refusals()).toEqual(expect.arrayContaining(events))
  const invalid = { entityType: 'tilaus', ids: [other.id], operation: 'setTila', params: { tila: 'toimitettu' } }
  expect((await admin.call('POST', '/api/bulk-operation', invalid)).body.results).toMatchObject([{ success: false }])
  expect(await refusals()).toHaveLength(events.length)
})
