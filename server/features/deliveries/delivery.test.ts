import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import {
  acknowledge,
  acknowledgementOperations,
  assignDriver,
  failDelivery,
  failedDeliveryOperations,
  type MadeOrder,
  operations,
  placeOrder,
  setState,
  shipmentType,
  uploadFile,
} from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let rival: Person
let driver: Person
let otherDriver: Person
let mechanic: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  rival = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer('Äänekosken Ässä Oy'))
  driver = await server.person(['kuljettaja'])
  otherDriver = await server.person(['kuljettaja'])
  mechanic = await server.person(['huolto'])
})
afterAll(() => server.close())

const goods = {
  toimitus_nimi: 'Kahvila Höyry',
  toimitus_postinro: '33100',
  toimitus_postitmp: 'Tampere',
  nouto_postitmp: 'Turku',
  maara: 3,
  yksikkopaino: 12.5,
}

async function onTheWay(
  rows: Record<string, unknown>[] = [
    { ...goods, viite: 'PO-1' },
    { ...goods, viite: 'PO-2' },
  ],
): Promise<MadeOrder> {
  const made = await placeOrder(customer, rows, { laskutus_nimi: 'Putken laskut' })
  await assignDriver(admin, driver, made.shipments)
  await setState(driver, made.shipments, 'kuljetuksessa')
  return made
}

const stateOf = async (id: string) => (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data
const waybill = (who: Person, tilaus_id: string, more: Record<string, unknown> = {}) =>
  who.call('POST', '/api/tilaus/rahtikirja?_format=json', { tilaus_id, ...more })
const textOf = (pdf: Buffer) => readPdfText(pdf).map((page) => page.map(({ text }) => text).join(' | '))

test('the driver delivers with a signature in one call; only the order’s customer sees it', async () => {
  const { id, shipments } = await onTheWay()
  const png = sampleSignature()
  const uploaded = await uploadFile(driver, png, 'kuittaus.png')
  expect(uploaded.status, uploaded.text).toBe(201)
  const file = uploaded.body.data.id
  expect((await customer.call('GET', `/file/${file}`)).status).toBe(404)

  const answer = await acknowledge(driver, shipments, file)
  expect(answer.status, answer.text).toBe(200)
  const [made] = answer.body['atomic:results']
  expect(made.data.attributes.tarkiste).toMatch(/^[0-9a-f]{64}$/)
  expect(made.data.attributes.asiakas_id).toBe(customer.asiakasId)
  expect((await stateOf(id)).attributes).toMatchObject({
    tilauksen_tila: 'toimitettu',
    avoin: false,
    timestamp_toimitettu: server.clock.now,
  })

  const read = await customer.call(
    'GET',
    `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity?filter[lahetykset.id]=${shipments[0]}&include=kuittaus`,
  )
  expect(read.body.data, read.text).toHaveLength(1)
  expect(read.body.included[0].attributes.uri).toBe(`/file/${file}`)
  const fetched = await customer.call('GET', `/file/${file}`)
  expect(fetched.status).toBe(200)
  expect(fetched.raw.equals(Buffer.from(png))).toBe(true)
  for (const who of [rival, otherDriver, mechanic]) expect((await who.call('GET', `/file/${file}`)).status).toBe(404)
  expect((await server.call('GET', `/file/${file}`)).status).toBe(401)
})

test('one save delivers some shipments and records why others failed, with pictures', async () => {
  const { id, shipments } = await onTheWay()
  const [first = '', second = ''] = shipments
  const signature = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  const field = 'toimituspoikkeama_entity/toimituspoikkeama_entity/kuvat'
  const photo = (await uploadFile(driver, sampleSignature(), 'ovi.png', {}, field)).body.data.id
  expect((await customer.call('GET', `/file/${photo}`)).status).toBe(404)
  const answer = await operations(driver, [
    ...acknowledgementOperations([first], signature),
    ...failedDeliveryOperations([second], { syy: 'vaurioitunut', selite: 'Kulma painunut.' }, [photo]),
  ])
  expect(answer.status, answer.text).toBe(200)
  expect((await stateOf(id)).attributes).toMatchObject({ tilauksen_tila: 'kuljetuksessa', avoin: true })
  expect((await customer.call('GET', `/file/${photo}`)).status).toBe(200)
  for (const who of [rival, otherDriver, mechanic]) expect((await who.call('GET', `/file/${photo}`)).status).toBe(404)
})

test('a driver cannot mark a failed delivery as handled', async () => {
  const [shipment = ''] = (await onTheWay([goods])).shipments
  const type = 'toimituspoikkeama_entity--toimituspoikkeama_entity'
  const url = `/jsonapi/lahetys_entity/lahetys/${shipment}`
  const point = (who: Person, id: string | null) =>
    who.call('PATCH', url, {
      data: { type: shipmentType, id: shipment, relationships: { poikkeama: { data: id === null ? null : { type, id } } } },
    })
  const waits = async () => (await admin.call('GET', url)).body.data.relationships.poikkeama.data?.id ?? null
  const reported = await failDelivery(driver, [shipment], { syy: 'vaara_osoite' })
  expect(reported.status, reported.text).toBe(200)
  const failure = await waits()
  expect(failure).toBe(reported.body['atomic:results'][0].data.id)

  const cleared = await point(driver, null)
  expect(cleared.status, cleared.text).toBe(422)
  expect(cleared.body.errors[0]).toMatchObject({ detail: 'Epäonnistuneen toimituksen merkitsee käsitellyksi ajojärjestely.' })
  expect(await waits()).toBe(failure)
  server.clock.now += 60
  expect((await point(admin, null)).status).toBe(200)
  const again = await point(driver, failure)
  expect(again.status, again.text).toBe(422)
  expect(again.body.errors[0].source.pointer).toBe('/data/relationships/poikkeama')
  expect(await waits()).toBeNull()

  // The dispatcher undoes it, the driver reports another attempt in two calls, and then delivers the goods.
  expect((await point(admin, failure)).status).toBe(200)
  const second = await operations(driver, failedDeliveryOperations([shipment], { syy: 'kieltaytyi' }).slice(0, 1))
  expect(second.status, second.text).toBe(200)
  expect((await point(driver, second.body['atomic:results'][0].data.id)).status).toBe(200)
  server.clock.now += 60
  await setState(driver, [shipment], 'toimitettu')
  expect(await waits()).toBeNull()
})

test('a signature is for the driver’s own shipments of one order', async () => {
  const [first, second] = [await onTheWay(), await onTheWay()]
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  const both = await acknowledge(driver, [...first.shipments, ...second.shipments], file)
  expect(both.status).toBe(422)
  expect(both.body.errors[0].detail).toBe('Kuittaa kerralla yhden tilauksen lähetykset.')
  const foreign = await acknowledge(driver, first.shipments, file, { asiakas_id: rival.asiakasId })
  expect(foreign.status).toBe(422)
  expect((await acknowledge(otherDriver, first.shipments, file)).status).toBeGreaterThanOrEqual(400)
  // A line of the driver's own order that another driver has.
  await assignDriver(admin, otherDriver, first.shipments.slice(1))
  const half = await acknowledge(driver, first.shipments.slice(0, 1), file)
  expect(half.status, half.text).toBe(200)
  const others = await driver.call('POST', '/jsonapi/operations', {
    'atomic:operations': [
      { op: 'update', data: { type: 'lahetys_entity--lahetys', id: first.shipments[0], attributes: { tila: 'toimitettu' } } },
      {
        op: 'add',
        data: {
          type: 'v_o_kuittaus_entity--v_o_kuittaus_entity',
          attributes: { nimenselvennys: 'Ville' },
          relationships: { lahetykset: { data: [{ type: 'lahetys_entity--lahetys', id: first.shipments[1] }] } },
        },
      },
    ],
  })
  expect(others.status, others.text).toBe(422)
  expect((await stateOf(second.id)).attributes.tilauksen_tila).toBe('kuljetuksessa')
})

test('the waybill contains the goods, the sender, the receiver and the signature', async () => {
  const { id, tunniste, shipments } = await onTheWay()
  await server.pool.query('UPDATE lahetys SET hinta = 777.77 WHERE tilaus_id = $1', [id])
  const file = (await uploadFile(driver, sampleSignature(20), 'k.png')).body.data.id
  expect((await acknowledge(driver, shipments, file)).status).toBe(200)
  const answer = await waybill(driver, id)
  expect(answer.status, answer.text).toBe(200)
  const { file: made } = orderWaybillCall.output.parse(answer.body)
  expect(made.filename).toBe(`rahtikirja-${tunniste}.pdf`)
  const pdf = await driver.call('GET', made.uri)
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': `inline; filename=${made.filename}` })
  const pages = textOf(pdf.raw)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('Testikuljetus Oy')
  expect(pages[0]).toContain('Kahvila Höyry')
  expect(pages[0]).toContain('PO-1')
  expect(pages[1]).toContain('PO-2')
  expect(pages[0]).toContain('Virpi Vastaanottaja')
  expect(pages[0]).toContain('Putken laskut')
  expect(pages.join()).not.toMatch(/777/)
  expect((await stateOf(id)).relationships.rahtikirja.data).toEqual({ type: 'file--file', id: made.id })

  const summary = await waybill(customer, id, { multipage: false })
  expect(summary.body.file.filename).toBe(`rahtikirja-koonti-${tunniste}.pdf`)
  expect(textOf((await customer.call('GET', summary.body.file.uri)).raw)).toHaveLength(1)
  expect((await stateOf(id)).relationships.rahtikirja_koonti.data.id).toBe(summary.body.file.id)
})

test('a driver’s waybill contains no shipments of another driver, and is not stored as the order’s', async () => {
  const { id, shipments } = await placeOrder(customer, [
    { toimitus_nimi: 'Omakatu Oy', maara: 1 },
    { toimitus_nimi: 'Muualle Oy', maara: 2 },
  ])
  await assignDriver(admin, driver, shipments.slice(0, 1))
  await assignDriver(admin, otherDriver, shipments.slice(1))
  const answer = await waybill(driver, id)
  expect(answer.status, answer.text).toBe(200)
  const text = textOf((await driver.call('GET', answer.body.file.uri)).raw).join()
  expect(text).toContain('Omakatu Oy')
  expect(text).not.toContain('Muualle Oy')
  expect((await stateOf(id)).relationships.rahtikirja.data).toBeNull()
  expect((await otherDriver.call('GET', answer.body.file.uri)).status).toBe(404)
})

test('printing again, on another day and twice at once, returns the same file and writes no history', async () => {
  const { id, shipments } = await onTheWay()
  const [one, two] = await Promise.all([waybill(customer, id), waybill(admin, id)])
  expect(one.status, one.text).toBe(200)
  expect(two.body.file.id).toBe(one.body.file.id)
  const { vid } = (await stateOf(id)).attributes
  const bytes = (await customer.call('GET', one.body.file.uri)).raw
  server.clock.now += 5 * 86_400
  const later = await server.person(['yllapito'])
  expect((await waybill(later, id)).body).toEqual(one.body)
  server.clock.now -= 5 * 86_400
  expect((await stateOf(id)).attributes.vid).toBe(vid)
  expect((await customer.call('GET', one.body.file.uri)).raw.equals(bytes)).toBe(true)
  const count = await server.pool.query('SELECT count(*)::int AS count FROM file WHERE filename = $1', [one.body.file.filename])
  expect(count.rows[0].count).toBe(1)

  // Other content is another file; the old content is the old file again.
  const viite = async (text: string) => {
    const changed = await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, {
      data: { type: 'lahetys_entity--lahetys', id: shipments[0], attributes: { viite: text } },
    })
    expect(changed.status, changed.text).toBe(200)
  }
  await viite('PO-9')
  const changed = await waybill(driver, id)
  expect(changed.body.file.id).not.toBe(one.body.file.id)
  await viite('PO-1')
  expect((await waybill(driver, id)).body).toEqual(one.body)
  expect((await stateOf(id)).relationships.rahtikirja.data.id).toBe(one.body.file.id)
})

test('users who may not read the order get no waybill; an order without live shipments has none', async () => {
  const { id, shipments } = await onTheWay([goods])
  for (const who of [rival, otherDriver]) {
    const answer = await waybill(who, id)
    expect(answer.status).toBe(404)
    expect(answer.body.message).toBe('Pyydettyä entiteettiä ei löydy')
  }
  expect((await waybill(mechanic, id)).status).toBe(403)
  expect((await server.call('POST', '/api/tilaus/rahtikirja', { tilaus_id: id })).status).toBe(401)
  const cancelled = await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, {
    data: { type: 'lahetys_entity--lahetys', id: shipments[0], attributes: { tila: 'peruutettu' }, meta: { syy: 'Asiakas perui.' } },
  })
  expect(cancelled.status, cancelled.text).toBe(200)
  const none = await waybill(admin, id)
  expect(none.status).toBe(422)
  expect(none.body.errors).toEqual([{ field: 'tilaus_id', message: none.body.message }])
  expect((await waybill(admin, id, { sivuja: 2 })).body.errors).toEqual([{ field: 'sivuja', message: 'Tuntematon kenttä: sivuja.' }])
  expect((await waybill(admin, 'T-1000')).status).toBe(422)
})

test('a waybill shows the picked car, and prints of an invoiced order too', async () => {
  const { id, shipments } = await onTheWay([goods])
  const auto = '10000000-0000-4000-8000-000000000001'
  await insert(server.pool, 'auto', { id: auto, rekisterinumero: 'KLR-418' })
  await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, {
    data: {
      type: 'lahetys_entity--lahetys',
      id: shipments[0],
      relationships: { auto: { data: { type: 'auto_entity--auto_entity', id: auto } } },
    },
  })
  await setState(driver, shipments, 'toimitettu')
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [id] })
  expect((await stateOf(id)).attributes.tilauksen_tila).toBe('laskutettu')
  const answer = await waybill(customer, id)
  expect(answer.status, answer.text).toBe(200)
  expect(textOf((await customer.call('GET', answer.body.file.uri)).raw)[0]).toContain('KLR-418')
})
