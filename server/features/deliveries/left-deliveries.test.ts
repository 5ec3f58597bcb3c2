import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  acknowledgementOperations,
  assignDriver,
  type MadeOrder,
  operations,
  orderType,
  placeOrder,
  setState,
  shipmentType,
  uploadFile,
} from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
let manager: Person
let rival: Person
let driver: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  const customerId = await server.customer('Pirkan Putki Oy')
  customer = await server.person(['asiakas'], customerId)
  manager = await server.person(['asiakas', 'asiakas_yllapito'], customerId)
  rival = await server.person(['asiakas'], await server.customer('Äänekosken Ässä Oy'))
  driver = await server.person(['kuljettaja'])
})

async function onTheWay(order: Record<string, unknown> = {}, who = customer): Promise<MadeOrder> {
  const made = await placeOrder(who, [{ toimitus_nimi: 'Kahvila Höyry' }], order)
  await assignDriver(admin, driver, made.shipments)
  await setState(driver, made.shipments, 'kuljetuksessa')
  return made
}
const photo = async () => (await uploadFile(driver, sampleSignature(), 'ovi.png', {}, 'lahetys_entity/lahetys/kuvat')).body.data.id
/** The operations that leave goods at a door, with these pictures. */
async function leave({ shipments }: MadeOrder, attributes: Record<string, unknown>, pictures: readonly string[]) {
  const relationships = {
    lahetykset: { data: shipments.map((id) => ({ type: shipmentType, id })) },
    kuvat: { data: pictures.map((id) => ({ type: 'file--file', id })) },
  }
  const data = { type: 'v_o_kuittaus_entity--v_o_kuittaus_entity', attributes: { jatetty: true, ...attributes }, relationships }
  return operations(driver, [
    { op: 'add', data },
    ...shipments.map((id) => ({ op: 'update', data: { type: shipmentType, id, attributes: { tila: 'toimitettu' } } })),
  ])
}
const orderOf = async (id: string) => (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data.attributes

test('goods are left without a signature where the order allows it, with a picture and the place', async () => {
  const order = await onTheWay({ saa_jattaa: 'kylla' })
  const picture = await photo()
  for (const [attributes, pictures, field] of [
    [{ jattopaikka: 'Kuistille' }, [], 'kuvat'],
    [{ jattopaikka: '' }, [picture], 'jattopaikka'],
  ] as const) {
    const refused = await leave(order, attributes, pictures)
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].source.pointer).toContain(field)
  }
  const answer = await leave(order, { jattopaikka: 'Kuistille', lat: 61.5, lng: 23.76 }, [picture])
  expect(answer.status, answer.text).toBe(200)
  expect((await orderOf(order.id)).tilauksen_tila).toBe('toimitettu')
  const [made] = answer.body['atomic:results']
  expect(made.data.attributes.tarkiste).toMatch(/^[0-9a-f]{64}$/)

  const read = await customer.call('GET', `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity/${made.data.id}`)
  expect(read.body.data.attributes).toMatchObject({ jatetty: true, jattopaikka: 'Kuistille' })
  expect(read.body.data.attributes).not.toHaveProperty('lat')
  expect((await customer.call('GET', `/file/${picture}`)).status).toBe(200)
  expect((await rival.call('GET', `/file/${picture}`)).status).toBe(404)
  const timeline = await customer.call('GET', `/api/tilaus/tapahtumat?id=${order.id}`)
  expect(timeline.text).toContain('ilman kuittausta: Kuistille')
  const waybill = await customer.call('POST', '/api/tilaus/rahtikirja?_format=json', { tilaus_id: order.id })
  const text = readPdfText((await customer.call('GET', waybill.body.file.uri)).raw).flatMap((page) => page.map((part) => part.text))
  expect(text.join(' ')).toContain('Jätetty ilman kuittausta: Kuistille')
})

test('goods of other orders are not left, and a signature needs a name', async () => {
  const order = await onTheWay()
  const refused = await leave(order, { jattopaikka: 'Kuistille' }, [await photo()])
  expect(refused.status).toBe(422)
  const forbidden = {
    detail: `Tilauksen ${order.tunniste} tavaroita ei saa jättää ilman kuittausta.`,
    source: { pointer: '/atomic:operations/0/data/attributes/jatetty' },
  }
  expect(refused.body.errors).toMatchObject([forbidden])
  // All faults are reported at once.
  const twice = await leave(order, { jattopaikka: '' }, [await photo()])
  expect(twice.body.errors).toHaveLength(2)
  expect(twice.body.errors).toEqual(expect.arrayContaining([expect.objectContaining(forbidden)]))
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  const nameless = await operations(driver, acknowledgementOperations(order.shipments, file, { nimenselvennys: '' }))
  expect(nameless.status).toBe(422)
  expect((await orderOf(order.id)).tilauksen_tila).toBe('kuljetuksessa')
})

test('the order’s values in the same save count, not the stored ones', async () => {
  const order = await onTheWay({ saa_jattaa: 'kylla' })
  const { vid } = await orderOf(order.id)
  const pictures = { data: [{ type: 'file--file', id: await photo() }] }
  const lahetykset = { data: order.shipments.map((id) => ({ type: shipmentType, id })) }
  const answer = await operations(admin, [
    { op: 'update', data: { type: orderType, id: order.id, attributes: { saa_jattaa: 'ei', vid } } },
    {
      op: 'add',
      data: {
        type: 'v_o_kuittaus_entity--v_o_kuittaus_entity',
        attributes: { jatetty: true, jattopaikka: 'Kuistille' },
        relationships: { lahetykset, kuvat: pictures },
      },
    },
  ])
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors).toMatchObject([{ source: { pointer: '/atomic:operations/1/data/attributes/jatetty' } }])
})

test('an order without a choice follows its customer’s default; one with a choice keeps it', async () => {
  const customerId = `/jsonapi/asiakas_entity/asiakas_entity/${customer.asiakasId}`
  const { vid } = (await admin.call('GET', customerId)).body.data.attributes
  const data = { type: 'asiakas_entity--asiakas_entity', id: customer.asiakasId, attributes: { saa_jattaa: true, vid } }
  expect((await customer.call('PATCH', customerId, { data })).status).toBe(403)
  expect((await manager.call('PATCH', customerId, { data })).status).toBe(200)
  expect((await orderOf((await placeOrder(customer)).id)).saa_jattaa).toBe('kylla')
  expect((await orderOf((await placeOrder(customer, [{}], { saa_jattaa: 'ei' })).id)).saa_jattaa).toBe('ei')
  expect((await orderOf((await placeOrder(rival)).id)).saa_jattaa).toBe('ei')
  const { id } = await placeOrder(customer)
  const changed = await operations(customer, [
    { op: 'update', data: { type: orderType, id, attributes: { saa_jattaa: 'ei', vid: (await orderOf(id)).vid } } },
  ])
  expect(changed.status, changed.text).toBe(200)
})

test('one signature can cover several orders of two customers at one door, with a record for each order', async () => {
  const [first, second] = [await onTheWay(), await onTheWay({}, rival)]
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  // The versions that the device has, so that both calls are the same.
  const vids = new Map<string, number>()
  for (const id of [...first.shipments, ...second.shipments])
    vids.set(id, (await driver.call('GET', `/jsonapi/lahetys_entity/lahetys/${id}`)).body.data.attributes.vid)
  const operations = [first, second]
    .flatMap(({ shipments }) => acknowledgementOperations(shipments, file))
    .map(({ op, data }) => ({ op, data: 'id' in data ? { ...data, attributes: { ...data.attributes, vid: vids.get(data.id) } } : data }))
  const key = { 'idempotency-key': randomUUID() }
  const send = () => driver.call('POST', '/jsonapi/operations', { 'atomic:operations': operations }, key)
  const answer = await send()
  expect(answer.status, answer.text).toBe(200)
  // As if the response had been lost: the same signature once more stores nothing new.
  expect((await send()).status).toBe(200)
  for (const [who, { shipments }] of [
    [customer, first],
    [rival, second],
  ] as const) {
    const read = await who.call('GET', '/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity?include=lahetykset')
    const own = read.body.data.filter((row: { relationships: { lahetykset: { data: { id: string }[] } } }) =>
      row.relationships.lahetykset.data.some(({ id }) => id === shipments[0]),
    )
    expect(own).toHaveLength(1)
    expect((await who.call('GET', `/file/${file}`)).status).toBe(200)
  }
})
