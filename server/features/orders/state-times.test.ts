import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { assignDriver, operations, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let driver: Person
let start: number

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
  start = server.clock.now
})
// Within the life of an access token.
afterEach(() => {
  server.clock.now = start
})
afterAll(() => server.close())

async function pickedUp(): Promise<{ order: string; shipment: string }> {
  const { id, shipments } = await placeOrder(customer)
  await assignDriver(admin, driver, shipments)
  await setState(driver, shipments, 'kuljetuksessa')
  return { order: id, shipment: shipments[0] ?? '' }
}
const read = async (shipment: string, who = admin) =>
  (await who.call('GET', `/jsonapi/lahetys_entity/lahetys/${shipment}`)).body.data.attributes

async function change(who: Person, shipment: string, attributes: Record<string, unknown>) {
  const { vid } = await read(shipment)
  return operations(who, [{ op: 'update', data: { type: shipmentType, id: shipment, attributes: { ...attributes, vid } } }])
}

test('the time of a delivery is that of the signature, not that of its upload', async () => {
  const { order, shipment } = await pickedUp()
  const pickup = server.clock.now
  server.clock.now += 800
  const signed = pickup + 600
  const answer = await change(driver, shipment, { tila: 'toimitettu', laitteen_aika: signed })
  expect(answer.status, answer.text).toBe(200)
  expect(await read(shipment)).toMatchObject({
    timestamp_noudettu: pickup,
    timestamp_toimitettu: signed,
    laitteen_aika: signed,
    tila_muuttui: server.clock.now,
  })
  const { body } = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${order}`)
  expect(body.data.attributes).toMatchObject({ tilauksen_tila: 'toimitettu', timestamp_toimitettu: signed })
  // Customers do not see fields about transfers or the driver's phone.
  const shown = await read(shipment, customer)
  expect(shown).toMatchObject({ timestamp_toimitettu: signed })
  expect(shown).not.toHaveProperty('laitteen_aika')
  expect(shown).not.toHaveProperty('tila_muuttui')
})

test.each([
  ['before the pickup', -7200],
  ['in the future', 7200],
])('a delivery with a device time %s is stored with the server’s time, and the history has both times', async (_when, wrongBy) => {
  const { shipment } = await pickedUp()
  server.clock.now += 60
  const device = server.clock.now + wrongBy
  expect((await change(driver, shipment, { tila: 'toimitettu', laitteen_aika: device })).status).toBe(200)
  expect((await read(shipment)).timestamp_toimitettu).toBe(server.clock.now)
  const { rows } = await server.pool.query<{ muutokset: Record<string, unknown> }>(
    'SELECT muutokset FROM revisio WHERE rivi = $1 ORDER BY vid DESC LIMIT 1',
    [shipment],
  )
  expect(JSON.stringify(rows[0]?.muutokset)).toContain(String(device))
  expect(JSON.stringify(rows[0]?.muutokset)).toContain(String(server.clock.now))
})

test('a driver can undo a pickup within ten minutes', async () => {
  const { order, shipment } = await pickedUp()
  server.clock.now += 599
  expect((await change(driver, shipment, { tila: 'odottaa_noutoa' })).status).toBe(200)
  expect(await read(shipment)).toMatchObject({ tila: 'odottaa_noutoa', timestamp_noudettu: 0 })
  const { body } = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${order}`)
  expect(body.data.attributes.tilauksen_tila).toBe('uusi')
})

test('a driver cannot undo an older pickup, also after other changes; an administrator can', async () => {
  const { shipment } = await pickedUp()
  server.clock.now += 500
  expect((await change(admin, shipment, { viite: 'PO-77' })).status).toBe(200)
  server.clock.now += 101
  const late = await change(driver, shipment, { tila: 'odottaa_noutoa' })
  expect(late.status).toBe(422)
  expect(late.body.errors[0].detail).toBe('Tilaa ei voi vaihtaa: Kuljetuksessa → Odottaa noutoa')
  expect((await change(admin, shipment, { tila: 'odottaa_noutoa' })).status).toBe(200)
})

test('a delivery cannot be undone once its order is invoiced', async () => {
  const { order, shipment } = await pickedUp()
  expect((await change(driver, shipment, { tila: 'toimitettu' })).status).toBe(200)
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [order] })
  for (const who of [driver, admin])
    for (const tila of ['kuljetuksessa', 'odottaa_noutoa']) expect((await change(who, shipment, { tila })).status).toBe(422)
  expect((await read(shipment)).tila).toBe('toimitettu')
})
