import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whyUnpricedCall } from '#domain/features/prices/why-unpriced.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { orderType, placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

const why = async (tilaus_id: string, who = admin) => who.call('GET', `${whyUnpricedCall.path}?tilaus_id=${tilaus_id}`)
const reasonOf = async (tilaus_id: string) => whyUnpricedCall.output.parse((await why(tilaus_id)).body)
const addList = (values: Record<string, unknown>) =>
  insert(server.pool, 'hinnasto', { id: randomUUID(), name: 'Oma', asiakas_id: customer.asiakasId, ...values })

test('an order without a price says what is missing, until it is corrected', async () => {
  const { id, shipments } = await placeOrder(customer, [{ nouto_postinro: '33100', toimitus_postinro: '99998', maara: 1 }])
  expect(await reasonOf(id)).toEqual({ puute: 'hinnasto', kohde: null, rivi: 0, paikka: '' })
  await addList({ voimassa_alkaen: addDays(server.clock.now, -1), hinta_km: 1 })
  expect(await reasonOf(id)).toEqual({ puute: 'matka', kohde: null, rivi: 1, paikka: 'nouto' })
  const data = { type: 'lahetys_entity--lahetys', id: shipments[0], attributes: { tila: 'peruutettu' } }
  expect((await customer.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, { data })).status).toBe(200)
  expect(await reasonOf(id)).toMatchObject({ puute: 'rivit' })
})

test('one with a price has no reason, and another’s order is not found', async () => {
  await addList({ voimassa_alkaen: startOfDay(server.clock.now), perusmaksu: 12 })
  const priced = await placeOrder(customer, [{ maara: 1 }])
  expect(await reasonOf(priced.id)).toMatchObject({ puute: '' })
  expect((await why(randomUUID())).status).toBe(404)
  expect((await why('tilaus')).status).toBe(400)
  expect((await why(priced.id, customer)).status).toBe(403)
})

test('recorded working time is charged when no duration was typed, and a longer one prices the order again', async () => {
  const type = '00000000-0000-4000-8000-000000000002'
  await insert(server.pool, 'tuntituote_instanssi', {
    ...{ id: randomUUID(), asiakas_id: customer.asiakasId, tuntituote_tyyppi_id: type, hinta_h: 60 },
  })
  const [tilaus, job] = [
    { type: orderType, id: randomUUID() },
    { type: 'tuntituote--tuntituote', id: randomUUID() },
  ]
  const relationships = {
    tilaus: { data: tilaus },
    tuntituote_tyyppi: { data: { type: 'tuntituote_tyyppi--tuntituote_tyyppi', id: type } },
  }
  const made = await admin.call('POST', '/jsonapi/operations', {
    'atomic:operations': [
      { op: 'add', data: { ...tilaus, attributes: { tyyppi: 'tunti', asiakas_id: customer.asiakasId } } },
      { op: 'add', data: { ...job, attributes: { minimilaskutus: 120 }, relationships } },
    ],
  })
  expect(made.status, made.text).toBe(200)
  const priceOf = async () => (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${tilaus.id}`)).body.data.attributes.hinta
  const change = async (attributes: Record<string, unknown>) => {
    const answer = await admin.call('PATCH', `/jsonapi/tuntituote/tuntituote/${job.id}`, { data: { ...job, attributes } })
    expect(answer.status, answer.text).toBe(200)
  }
  // The minimum of two hours.
  expect(await priceOf()).toBe(120)
  const aloitusaika = server.clock.now - 5 * 3600
  await change({ aloitusaika, lopetusaika: aloitusaika + 3 * 3600 })
  expect(await priceOf()).toBe(180)
  await change({ lopetusaika: aloitusaika + 4 * 3600 })
  expect(await priceOf()).toBe(240)
  await change({ aika: 150 })
  expect(await priceOf()).toBe(150)
  // A typed price stays.
  await change({ hinta: 99 })
  const typed = await priceOf()
  await change({ aika: 600 })
  expect(await priceOf()).toBe(typed)
})
