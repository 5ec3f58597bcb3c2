import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changingLasts, viewingLasts } from '#domain/features/presence/viewers.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let one: Person
let two: Person
let customer: Person
let id: string

beforeAll(async () => {
  server = await startTestServer()
  one = await server.person(['yllapito'])
  two = await server.person(['yllapito'])
  customer = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer('Pirkan Putki Oy'))
  const placed = await placeOrder(customer, [{ toimitus_nimi: 'Kahvila Höyry', toimitus_postinro: '33100', maara: 1, yksikkopaino: 1 }])
  id = placed.id
})
afterAll(() => server.close())

const look = (who: Person, body: object) => who.call('POST', '/api/katselijat', body)
const idsSeenBy = async (who: Person): Promise<string[]> => {
  const { body } = await look(who, { sivu: id })
  return body.data.map((viewer: { id: string }) => viewer.id)
}

test('two people see each other, and not themselves, until one leaves', async () => {
  expect(await idsSeenBy(one)).toEqual([])
  expect(await idsSeenBy(two)).toEqual([one.id])
  expect(await idsSeenBy(one)).toEqual([two.id])
  expect((await look(two, { sivu: id, katselee: false })).status).toBe(200)
  expect(await idsSeenBy(one)).toEqual([])
})

test('a page that has not said for a while that it is open does not count', async () => {
  await idsSeenBy(two)
  expect(await idsSeenBy(one)).toEqual([two.id])
  server.clock.now += viewingLasts + 1
  expect(await idsSeenBy(one)).toEqual([])
})

test('two people see each other on the shift calendar, and who is changing it', async () => {
  const open = async (who: Person, body: object = {}) => (await look(who, { sivu: 'tyovuorot', ...body })).body.data
  expect(await open(one)).toEqual([])
  expect(await open(two, { muuttaa: true })).toMatchObject([{ id: one.id, muuttaa: false }])
  expect(await open(one)).toMatchObject([{ id: two.id, muuttaa: true }])
  // Another page of the same person says nothing of the change.
  await open(two)
  expect(await open(one)).toMatchObject([{ id: two.id, muuttaa: true }])
  server.clock.now += changingLasts
  await open(two)
  expect(await open(one)).toMatchObject([{ id: two.id, muuttaa: false }])
  await open(two, { katselee: false })
  expect(await open(one)).toEqual([])
  await open(two)
  server.clock.now += viewingLasts + 1
  expect(await open(one)).toEqual([])
  expect((await look(customer, { sivu: 'tyovuorot' })).status).toBe(403)
  expect((await look(one, { sivu: 'tyovuorot', muuttaa: 'ehkä' })).status).toBe(422)
})

test('a customer may not ask, an unknown order is not found, and a faulty request is refused', async () => {
  expect((await look(customer, { sivu: id })).status).toBe(403)
  expect((await look(one, { sivu: randomUUID() })).status).toBe(404)
  expect((await look(one, { sivu: 'T-1' })).status).toBe(422)
  expect((await look(one, { sivu: id, katselee: 'ehkä' })).status).toBe(422)
})
