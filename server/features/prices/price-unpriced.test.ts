// Orders without a price are priced again once a price list or an hourly price that fits has been saved.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RequestFault } from '#domain/errors.ts'
import { addDays } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { deliveredHourlyOrder, insertDeliveredOrder } from '#server/testing/invoicing/invoices.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { priceUnpricedOrders } from './price-unpriced.ts'

let server: TestServer
let admin: Person
let customer: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
beforeEach(async () => {
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

const listType = 'hinnasto_entity--hinnasto_entity'
const ownPriceType = 'tuntituote_instanssi--tuntituote_instanssi'
const hourlyType = '00000000-0000-4000-8000-000000000001'

async function add(type: string, attributes: Record<string, unknown>, relationships: Record<string, unknown> = {}): Promise<string> {
  const path = type.replace('--', '/')
  const answer = await admin.call('POST', `/jsonapi/${path}`, {
    data: { type, attributes: { asiakas_id: customer.asiakasId, ...attributes }, relationships },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const addList = (values: Record<string, unknown>) =>
  add(listType, { name: 'Oma', voimassa_alkaen: addDays(server.clock.now, -400), ...values })
async function runTask(): Promise<void> {
  server.clock.now += 60
  await priceUnpricedOrders(openContext({ pool: server.pool, clock: () => server.clock.now }))
}
const priceOf = async (id: string) => (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data.attributes
const versionOf = async (id: string) => (await priceOf(id)).vid

test('open and delivered orders are priced by a new list; typed and calculated prices stay', async () => {
  const goods = [{ maara: 2 }]
  const [open, typed] = [await placeOrder(customer, goods), await placeOrder(customer, goods)]
  const delivered = await insertDeliveredOrder(server.pool, String(customer.asiakasId), { hinta: 0, hinta_kasin: false })
  const answer = await admin.call('PATCH', `/jsonapi/tilaus_entity/tilaus_entity/${typed.id}`, {
    data: { type: 'tilaus_entity--tilaus_entity', id: typed.id, attributes: { hinta: 7 } },
  })
  expect(answer.status, answer.text).toBe(200)
  await addList({ perusmaksu: 12 })
  await runTask()
  expect(await priceOf(open.id)).toMatchObject({ hinta: 12, hinta_kasin: false })
  expect(await priceOf(delivered)).toMatchObject({ hinta: 12, hinta_kasin: false })
  expect(await priceOf(typed.id)).toMatchObject({ hinta: 7, hinta_kasin: true })
  // A later list does not change what has a price.
  await addList({ perusmaksu: 99, voimassa_alkaen: addDays(server.clock.now, -300) })
  await runTask()
  expect(await priceOf(open.id)).toMatchObject({ hinta: 12 })
})

test('an order that still has no price stays as it is, and nothing is done when no price was saved', async () => {
  const { id } = await placeOrder(customer, [{ maara: 1 }])
  const before = await versionOf(id)
  await addList({ hinta_km: 1 })
  await runTask()
  expect(await versionOf(id)).toBe(before)
  await server.pool.query(`UPDATE hinnasto SET perusmaksu = 5 WHERE asiakas_id = $1`, [customer.asiakasId])
  await runTask()
  expect(await priceOf(id)).toMatchObject({ hinta: 0 })
})

test('a changed list and an hourly price count too', async () => {
  const { id } = await placeOrder(customer, [{ maara: 3 }])
  const list = await addList({})
  await runTask()
  expect(await priceOf(id)).toMatchObject({ hinta: 0 })
  const changed = await admin.call('PATCH', `/jsonapi/hinnasto_entity/hinnasto_entity/${list}`, {
    data: { type: listType, id: list, attributes: { hinta_rullakko: 4, perusmaksu: 1 } },
  })
  expect(changed.status, changed.text).toBe(200)
  const relationships = { tuntituote_tyyppi: { data: { type: 'tuntituote_tyyppi--tuntituote_tyyppi', id: hourlyType } } }
  const work = await deliveredHourlyOrder({ admin, customer }, [{ attributes: { aika: 90, minimilaskutus: 0 }, relationships }])
  await add(ownPriceType, { name: 'Oma', hinta_h: 60 }, relationships)
  await runTask()
  expect((await priceOf(id)).hinta).toBeGreaterThan(0)
  expect(await priceOf(work)).toMatchObject({ hinta: 90 })
})

test('a new list is noted even by a server that ends before the orders are priced', async () => {
  const { id } = await placeOrder(customer, [{ maara: 1 }])
  await addList({ name: randomUUID(), perusmaksu: 3 })
  const context = openContext({ pool: server.pool, clock: () => server.clock.now + 60 })
  const failing = { ...context, engine: { ...context.engine, save: () => Promise.reject(new Error('The server ended')) } }
  await expect(priceUnpricedOrders(failing)).rejects.toThrow('The server ended')
  await runTask()
  expect(await priceOf(id)).toMatchObject({ hinta: 3 })
})

test('an order that cannot be saved is reported once, and does not keep back the others', async () => {
  const [refused, other] = [await placeOrder(customer, [{ maara: 1 }]), await placeOrder(customer, [{ maara: 1 }])]
  await addList({ perusmaksu: 6 })
  const context = openContext({ pool: server.pool, clock: () => server.clock.now + 60 })
  const save: typeof context.engine.save = (actor, changes, options) =>
    changes.some(({ id }) => id === refused.id)
      ? Promise.reject(new RequestFault({ kind: 'invalid', detail: 'Ei käy.' }))
      : context.engine.save(actor, changes, options)
  const refusing = { ...context, engine: { ...context.engine, save } }
  await expect(priceUnpricedOrders(refusing)).rejects.toThrow('1 orders were not priced')
  expect(await priceOf(other.id)).toMatchObject({ hinta: 6 })
  await expect(priceUnpricedOrders(refusing)).resolves.toBeUndefined()
})
