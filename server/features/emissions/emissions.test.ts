import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emissionText } from '#domain/features/emissions/emission-text.ts'
import { defaultEmissionFactors } from '#domain/features/settings/emission-factors.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { deliveredOrder, operations, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person

const places = [
  { maa: 'FI', postinumero: '33100', paikka: 'Tampere', lat: 61.4991, lng: 23.7871 },
  { maa: 'FI', postinumero: '20100', paikka: 'Turku', lat: 60.4518, lng: 22.2666 },
]
// 142.2 km in a straight line.
const km = 185.2
const goods = { nouto_maa: 'FI', nouto_postinro: '33100', toimitus_maa: 'FI', toimitus_postinro: '20100', maara: 2, yksikkopaino: 250 }
const gramsFor = (kg: number, intensity: number): number =>
  Math.round((kg / 1000) * km * intensity * defaultEmissionFactors.etaisyyskerroin)

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  await addPostalCodes(server.pool, places)
})
beforeEach(async () => {
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

const ofOrder = (who: Person, id: string) => who.call('GET', `/api/tilaus/paastot?tilaus_id=${id}`)
const ofCustomer = (who: Person, id: string | null) => who.call('GET', `/api/asiakas/paastot?asiakas_id=${id}`)

async function giveCar(shipment: string, ajoneuvoluokka: string): Promise<void> {
  const id = randomUUID()
  await insert(server.pool, 'auto', { id, name: 'Auto', rekisterinumero: `PA-${id.slice(0, 6)}`, ajoneuvoluokka })
  const relationships = { auto: { data: { type: 'auto_entity--auto_entity', id } } }
  const data = { type: shipmentType, id: shipment, relationships }
  const answer = await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipment}`, { data })
  expect(answer.status, answer.text).toBe(200)
}

async function set(values: Record<string, unknown>): Promise<number> {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  return (await admin.call('PATCH', '/api/asetukset', { values, versio })).status
}

test('an order is estimated by weight, way and class of the car, and says what could not be estimated', async () => {
  const { id, shipments } = await placeOrder(customer, [
    goods,
    { ...goods, yksikkopaino: 0 },
    { ...goods, toimitus_postinro: '99999' },
    goods,
  ])
  const [first = '', noWeight = '', noPlace = '', cancelled = ''] = shipments
  await giveCar(first, 'pakettiauto')
  const cancel = { type: shipmentType, id: cancelled, attributes: { tila: 'peruutettu' }, meta: { syy: 'Asiakas perui.' } }
  expect((await operations(admin, [{ op: 'update', data: cancel }])).status).toBe(200)
  const { body } = await ofOrder(customer, id)
  const grams = gramsFor(500, defaultEmissionFactors.pakettiauto)
  expect(body).toEqual({
    ...{ grammat: grams, tonnikilometrit: km / 2, lahetyksia: 3, ilman_arviota: 2, lahteet: [defaultEmissionFactors.lahde] },
    rivit: [
      {
        ...{ lahetys: first, ajoneuvoluokka: 'pakettiauto', kg: 500 },
        arvio: { grammat: grams, tonnikilometrit: km / 2, km, kerroin: defaultEmissionFactors.pakettiauto },
      },
      { lahetys: noWeight, ajoneuvoluokka: '', kg: 0, arvio: null },
      { lahetys: noPlace, ajoneuvoluokka: '', kg: 500, arvio: null },
    ],
  })
})

test('a customer reads the year by month, of delivered orders alone and of its own', async () => {
  await deliveredOrder({ admin, customer, driver }, [goods, goods])
  await deliveredOrder({ admin, customer, driver }, [{ ...goods, yksikkopaino: 0 }])
  await placeOrder(customer, [goods])
  const { body } = await ofCustomer(customer, customer.asiakasId)
  expect(body.data).toHaveLength(12)
  const current = body.data.at(-1)
  expect(current).toMatchObject({
    lahetyksia: 3,
    ilman_arviota: 1,
    tonnikilometrit: km,
    grammat: gramsFor(1000, defaultEmissionFactors.keskiarvo),
  })
  expect(body.data[0]).toMatchObject({ grammat: 0, lahetyksia: 0 })
  const other = await server.person(['asiakas'], await server.customer())
  expect((await ofCustomer(other, customer.asiakasId)).status).toBe(403)
  expect((await ofCustomer(customer, 'kaikki')).status).toBe(400)
})

test('nobody reads the estimate of another customer’s order, or of one that does not exist', async () => {
  const { id } = await placeOrder(customer, [goods])
  const other = await server.person(['asiakas'], await server.customer())
  for (const [who, order, status] of [
    [other, id, 404],
    [customer, randomUUID(), 404],
    [driver, id, 403],
  ] as const)
    expect((await ofOrder(who, order)).status).toBe(status)
})

test('the intensities follow their table by day, and the documents the company’s choice', async () => {
  const { id } = await placeOrder(customer, [goods])
  const before = (await ofOrder(customer, id)).body.grammat
  const own = { ...defaultEmissionFactors, lahde: 'GLEC Framework', keskiarvo: 100, etaisyyskerroin: 1 }
  expect(await set({ paastokertoimet: [{ ...own, keskiarvo: 0 }] })).toBe(422)
  expect(await set({ paastokertoimet: [own] })).toBe(200)
  const { body } = await ofOrder(customer, id)
  expect(body).toMatchObject({ grammat: Math.round(0.5 * km * 100), lahteet: ['GLEC Framework'] })
  expect(body.grammat).not.toBe(before)

  const waybill = async () => {
    const { file } = (await customer.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: id })).body
    const answer = await customer.call('GET', file.uri)
    return readPdfText(answer.raw)
      .map((runs) => runs.map(({ text }) => text).join(' '))
      .join(' ')
  }
  const shown = emissionText(body.grammat)
  expect(await waybill()).toContain(shown)
  expect(await waybill()).toContain('GLEC Framework')
  expect(await set({ paastot_asiakirjoissa: false })).toBe(200)
  expect(await waybill()).not.toContain('CO₂e')
})
