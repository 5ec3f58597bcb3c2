import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignDriver, failDelivery, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let dispatcher: Person
let driver: Person
let colleague: Person
let customer: Person
const day = 86_400
beforeAll(async () => {
  server = await startTestServer()
  // The queries compare with the database's clock.
  server.clock.now = Math.floor(Date.now() / 1000)
  admin = await server.person(['yllapito'])
  dispatcher = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  colleague = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
})
afterAll(() => server.close())

type Entry = { id: string; laji: string; message: string; kohde: string | null }
const bellOf = async (who: Person) => (await who.call('GET', '/api/notifications')).body as { data: Entry[]; meta: Record<string, unknown> }
const shownTo = async (who: Person) => (await bellOf(who)).data.map(({ id }) => id)
const dismiss = (who: Person, ...ids: string[]) => who.call('POST', '/api/notifications', { operation: 'dismiss', ids })

async function notify(values: Record<string, unknown>): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'notification', { id, message: 'Tiedoksi', ...values }, server.clock.now)
  return id
}

test('the bell shows what is for the person now, and each dismisses for themselves', async () => {
  const { now } = server.clock
  const forDrivers = await notify({ roles: ['kuljettaja'], start: now - day, end: now + day })
  const personal = await notify({ tyyppi: 'PERSONAL', henkilot_ids: [driver.id] })
  const others = [
    await notify({ roles: ['kuljettaja'], start: now + day }),
    await notify({ roles: ['kuljettaja'], end: now - day }),
    await notify({ roles: ['kuljettaja'], disabled: true }),
    await notify({ roles: ['huolto'] }),
    await notify({ tyyppi: 'PERSONAL', roles: ['kuljettaja'], henkilot_ids: [admin.id] }),
  ]
  expect((await shownTo(driver)).sort()).toEqual([forDrivers, personal].sort())
  expect(await shownTo(colleague)).toEqual([forDrivers])
  // An administrator reads every notification, and the bell shows those for administrators.
  expect(await shownTo(admin)).toEqual([others[4]])
  expect((await bellOf(driver)).meta).toEqual({ count: 2, asetukset: null })

  const hidden = others[3] ?? ''
  const answer = await dismiss(driver, forDrivers, hidden)
  expect(answer.body).toEqual({
    success: true,
    results: [
      { id: forDrivers, success: true },
      { id: hidden, success: false, message: 'Pyydettyä entiteettiä ei löydy' },
    ],
  })
  expect(await shownTo(driver)).toEqual([personal])
  expect(await shownTo(colleague)).toEqual([forDrivers])
  expect((await dismiss(driver, forDrivers)).body.results).toEqual([{ id: forDrivers, success: true }])
})

test('many dismiss the same notification at once, and none of it is lost', async () => {
  const id = await notify({ roles: ['kuljettaja'] })
  const drivers = await Promise.all(Array.from({ length: 6 }, () => server.person(['kuljettaja'])))
  const answers = await Promise.all(drivers.map((one) => dismiss(one, id)))
  expect(answers.map(({ body }) => body.results[0].success)).toEqual(drivers.map(() => true))
  const { rows } = await server.pool.query('select ohittaneet_ids from notification where id = $1', [id])
  expect(rows[0].ohittaneet_ids.sort()).toEqual(drivers.map((one) => one.id).sort())
})

test('customers’ new orders ring for dispatchers until somebody begins them or each dismisses them', async () => {
  const order = await placeOrder(customer, [{ toimitus_nimi: 'Kahvila Höyry' }])
  const own = await placeOrder(admin, [{ toimitus_nimi: 'Kahvila Höyry' }], { asiakas_id: customer.asiakasId })
  const found = (await bellOf(admin)).data.filter(({ laji }) => laji === 'tilaus')
  expect(found).toMatchObject([{ id: order.id, kohde: order.id, message: `Uusi tilaus ${order.tunniste}: Pirkan Putki Oy` }])
  expect(found.map(({ id }) => id)).not.toContain(own.id)
  expect((await bellOf(customer)).data).toEqual([])

  expect((await dismiss(admin, order.id)).body.results).toEqual([{ id: order.id, success: true }])
  // Nobody dismisses what their bell does not show.
  expect((await dismiss(driver, order.id)).body.results[0].success).toBe(false)
  expect(await shownTo(admin)).not.toContain(order.id)
  expect(await shownTo(dispatcher)).toContain(order.id)
  await assignDriver(admin, driver, order.shipments)
  await setState(driver, order.shipments, 'kuljetuksessa')
  expect(await shownTo(dispatcher)).not.toContain(order.id)
})

test('a failed delivery rings until it is decided on, and a dispatcher switches off what they do not want to hear', async () => {
  const order = await placeOrder(customer, [{ toimitus_nimi: 'Kahvila Höyry', toimitus_postitmp: 'Tampere' }])
  await assignDriver(admin, driver, order.shipments)
  await setState(driver, order.shipments, 'kuljetuksessa')
  const failed = await failDelivery(driver, order.shipments, { syy: 'ei_tavoitettu' })
  expect(failed.status, failed.text).toBe(200)
  const rings = async (who: Person) => (await bellOf(who)).data.filter(({ laji, kohde }) => laji === 'poikkeama' && kohde === order.id)
  expect(await rings(dispatcher)).toMatchObject([
    { message: `Toimitus ei onnistunut, ${order.tunniste} (Kahvila Höyry, Tampere): Vastaanottajaa ei tavoitettu` },
  ])
  const choose = (who: Person, epaonnistuneet: boolean) =>
    who.call('POST', '/api/notifications', { operation: 'asetukset', uudet_tilaukset: true, epaonnistuneet, vikailmoitukset: true })
  expect((await choose(driver, false)).status).toBe(403)
  expect((await choose(admin, false)).status).toBe(200)
  expect((await bellOf(admin)).meta.asetukset).toEqual({ uudet_tilaukset: true, epaonnistuneet: false, vikailmoitukset: true })
  expect([(await rings(admin)).length, (await rings(dispatcher)).length]).toEqual([0, 1])
  await choose(admin, true)

  const [shipment] = order.shipments
  const decided = await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipment}`, {
    data: { type: shipmentType, id: shipment, relationships: { poikkeama: { data: null } } },
  })
  expect(decided.status, decided.text).toBe(200)
  expect([(await rings(admin)).length, (await rings(dispatcher)).length]).toEqual([0, 0])
})

test('a document that waits for an acknowledgement cannot be dismissed', async () => {
  const made = await admin.call('POST', '/api/dokumentit', { operation: 'create', name: 'Ohje', roolit: ['kuljettaja'] })
  const id = made.body.results[0].id
  expect(await shownTo(driver)).toContain(id)
  expect((await dismiss(driver, id)).body.results).toEqual([
    { id, success: false, message: 'Dokumentti poistuu luettelosta, kun kuittaat sen.' },
  ])
})

test('an unknown operation, none, or too many ids are refused', async () => {
  for (const body of [
    { operation: 'poista', ids: [randomUUID()] },
    { ids: [randomUUID()] },
    { operation: 'dismiss', ids: [] },
    { operation: 'dismiss', ids: ['x'] },
  ])
    expect((await driver.call('POST', '/api/notifications', body)).status).toBe(422)
  expect((await driver.call('GET', '/api/notifications?sivu=1')).status).toBe(400)
})
