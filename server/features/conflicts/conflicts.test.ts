import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignDriver, operations, placeOrder, setState, shipmentType, uploadFile } from '#server/testing/deliveries.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let otherDriver: Person
let mechanic: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas', 'asiakas_yllapito'], await server.customer('Pirkan Putki Oy'))
  driver = await server.person(['kuljettaja'])
  otherDriver = await server.person(['kuljettaja'])
  mechanic = await server.person(['huolto'])
})
afterAll(() => server.close())

const place = { toimitus_nimi: 'Kahvila Höyry', toimitus_postinro: '33100', maara: 3, yksikkopaino: 12.5 }

async function shipmentOf(who = driver): Promise<string> {
  const { shipments } = await placeOrder(customer, [place])
  await assignDriver(admin, who, shipments)
  return shipments[0] ?? ''
}

const shipment = async (id: string) => (await admin.call('GET', `/jsonapi/lahetys_entity/lahetys/${id}`)).body.data
const conflict = async (id: string, who = admin) => who.call('GET', `/jsonapi/ristiriita/ristiriita/${id}`)

const report = (who: Person, toimi: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const id = randomUUID()
  const body = {
    id,
    kuvaus: 'Noudettu: Kahvila Höyry',
    syy: 'Muutettu.',
    laitteen_aika: server.clock.now - 1800,
    laitteen_ero: 0,
    toimi,
    ...more,
  }
  return who.call('POST', '/api/ristiriita', body).then((answer) => ({ id, answer, body }))
}
const solve = (who: Person, id: string, ratkaisu: string) => who.call('POST', '/api/ristiriita/ratkaise', { id, ratkaisu })
const cancel = (id: string) =>
  operations(admin, [
    { op: 'update', data: { type: shipmentType, id, attributes: { tila: 'peruutettu' }, meta: { syy: 'Asiakas perui.' } } },
  ])
const pickup = (id: string) => ({ laji: 'tila', lahetykset: [id], tila: 'kuljetuksessa', nykyinen_osoite: null })

test('a rejected pickup waits for the dispatcher with both sides, and is applied with the driver’s time', async () => {
  const id = await shipmentOf()
  expect((await cancel(id)).status).toBe(200)
  const { id: reported, answer, body } = await report(driver, pickup(id), { laitteen_ero: 600 })
  expect(answer.status, answer.text).toBe(200)
  // The answer was lost, and the device sends it again.
  expect((await driver.call('POST', '/api/ristiriita', body)).status).toBe(200)

  const { attributes, relationships } = (await conflict(reported)).body.data
  expect(attributes).toMatchObject({
    laji: 'tila',
    tila: 'avoin',
    tapahtui: server.clock.now - 1200,
    laitteen_aika: server.clock.now - 1800,
    nykytila: expect.stringContaining('Peruutettu'),
  })
  expect(relationships.kuljettaja.data.id).toBe(driver.id)

  expect((await solve(admin, reported, 'hyvaksytty')).status).toBe(200)
  expect((await shipment(id)).attributes).toMatchObject({ tila: 'kuljetuksessa' })
  expect((await conflict(reported)).body.data.attributes).toMatchObject({ tila: 'ratkaistu', ratkaisu: 'hyvaksytty' })
  expect((await solve(admin, reported, 'hyvaksytty')).status).toBe(200)
  expect((await solve(admin, reported, 'pidetty')).status).toBe(422)
})

test('what was picked up and delivered without a network is applied in its order, with its true times', async () => {
  const id = await shipmentOf()
  await assignDriver(admin, otherDriver, [id])
  const file = (await uploadFile(driver, sampleSignature(), 'kuittaus.png')).body.data.id
  const delivery = {
    laji: 'kuittaus',
    id: randomUUID(),
    lahetykset: [id],
    nimenselvennys: 'Virpi Vastaanottaja',
    kuittaus: file,
    jattopaikka: null,
    kuvat: [],
    poikkeamat: [],
    lat: null,
    lng: null,
  }
  const created = (await shipment(id)).attributes.created
  server.clock.now += 200
  const first = await report(driver, pickup(id), { laitteen_aika: created + 60, laitteen_ero: 0 })
  const second = await report(driver, delivery, { laitteen_aika: created + 3750, laitteen_ero: -3600 })
  for (const { answer, id: reported } of [first, second]) {
    expect(answer.status, answer.text).toBe(200)
    expect((await conflict(reported)).body.data.attributes.nykytila).toContain('Kuljettaja on vaihtunut.')
    const solved = await solve(admin, reported, 'hyvaksytty')
    expect(solved.status, solved.text).toBe(200)
  }
  expect((await shipment(id)).attributes).toMatchObject({
    tila: 'toimitettu',
    timestamp_noudettu: created + 60,
    timestamp_toimitettu: created + 150,
  })
  const { body } = await admin.call('GET', `/jsonapi/v_o_kuittaus_entity/v_o_kuittaus_entity/${delivery.id}`)
  expect(body.data.attributes).toMatchObject({ nimenselvennys: 'Virpi Vastaanottaja', laitteen_aika: created + 150 })
})

const jobType = 'tuntituote--tuntituote'
const job = async (id: string) => (await admin.call('GET', `/jsonapi/tuntituote/tuntituote/${id}`)).body.data.attributes

test('the start and the end of an hourly job are applied with the times of the driver', async () => {
  const { id: order } = await placeOrder(customer, [place])
  const id = randomUUID()
  const relationships = { tilaus: { data: { type: 'tilaus_entity--tilaus_entity', id: order } } }
  const added = await operations(admin, [
    { op: 'add', data: { type: jobType, id, attributes: { selite: 'Muutto', aika: 60 }, relationships } },
  ])
  expect(added.status, added.text).toBe(200)
  const step = async (tila: string, laitteen_aika: number) => {
    const { id: reported, answer } = await report(
      driver,
      { laji: 'tuntityo', tuntityot: [id], tila },
      { laitteen_aika, laitteen_ero: -3600 },
    )
    expect(answer.status, answer.text).toBe(200)
    const solved = await solve(admin, reported, 'hyvaksytty')
    expect(solved.status, solved.text).toBe(200)
  }
  const began = server.clock.now - 7200
  await step('kuljetuksessa', began + 3600)
  expect(await job(id)).toMatchObject({ tila: 'kuljetuksessa', aloitusaika: began, lopetusaika: 0 })
  await step('toimitettu', began + 5400 + 3600)
  expect(await job(id)).toMatchObject({ tila: 'toimitettu', aloitusaika: began, lopetusaika: began + 5400 })
  await step('kuljetuksessa', began + 5460 + 3600)
  expect(await job(id)).toMatchObject({ tila: 'kuljetuksessa', aloitusaika: began, lopetusaika: 0 })
})

test('pictures of an action that the server cannot carry out go to the dispatcher with it', async () => {
  const file = (await uploadFile(driver, sampleSignature(), 'vika.png')).body.data.id
  const { id: reported, answer } = await report(driver, { laji: 'muu', kuvaus: 'Vika: ABC-123, jarru vinkuu', kuvat: [file] })
  expect(answer.status, answer.text).toBe(200)
  expect((await conflict(reported)).body.data.relationships.tiedostot.data).toMatchObject([{ id: file }])
})

test('keeping what the server has changes nothing but the conflict', async () => {
  const id = await shipmentOf()
  const before = (await shipment(id)).attributes.vid
  const { id: reported } = await report(driver, pickup(id))
  expect((await solve(admin, reported, 'pidetty')).status).toBe(200)
  expect((await shipment(id)).attributes.vid).toBe(before)
})

test('an action that the server cannot carry out is refused, and stays open', async () => {
  const { id: reported } = await report(driver, { laji: 'muu', kuvaus: 'Työpäivän lopetus' })
  const refused = await solve(admin, reported, 'hyvaksytty')
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('ei voi hyväksyä')])
  expect((await conflict(reported)).body.data.attributes.tila).toBe('avoin')
})

test('strangers neither report, read nor solve, and a driver sees only their own side', async () => {
  const id = await shipmentOf()
  const { id: reported, body } = await report(driver, pickup(id))
  for (const who of [customer, mechanic, admin]) expect((await report(who, pickup(id))).answer.status).toBe(403)
  for (const who of [driver, otherDriver, customer, mechanic]) expect((await solve(who, reported, 'hyvaksytty')).status).toBe(403)
  expect((await conflict(reported, otherDriver)).status).toBe(404)
  expect((await otherDriver.call('POST', '/api/ristiriita', body)).status).toBe(404)
  const { attributes, relationships } = (await conflict(reported, driver)).body.data
  expect(attributes).toMatchObject({ tila: 'avoin', kuvaus: 'Noudettu: Kahvila Höyry' })
  expect([attributes.nykytila, relationships.lahetykset]).toEqual([undefined, undefined])
  // Another driver's signature cannot be attached to read it.
  const file = (await uploadFile(otherDriver, sampleSignature(), 'kuittaus.png')).body.data.id
  expect((await report(driver, { laji: 'kuva', lahetykset: [id], kuvat: [file] })).answer.status).toBe(404)
  for (const toimi of [null, {}, { laji: 'tila' }, { ...pickup(id), tila: 'lentää' }, { ...pickup(id), lahetykset: [] }])
    expect((await report(driver, toimi as Record<string, unknown>)).answer.status).toBe(422)
})

test('a driver’s undo is limited by when it was pressed, not by when it was sent', async () => {
  const [within, late] = [await shipmentOf(), await shipmentOf()]
  await setState(driver, [within, late], 'kuljetuksessa')
  const pressed = server.clock.now
  server.clock.now += 660
  const undo = (id: string, at: number) =>
    operations(driver, [
      {
        op: 'update',
        data: { type: shipmentType, id, attributes: { tila: 'odottaa_noutoa', laitteen_aika: at - 120, laitteen_ero: 120 } },
      },
    ])
  const undone = await undo(within, pressed + 300)
  expect(undone.status, undone.text).toBe(200)
  expect((await undo(late, pressed + 630)).status).toBe(422)
  expect((await undo(late, pressed - 60)).status).toBe(422)
  expect((await undo(late, server.clock.now + 60)).status).toBe(422)
})
