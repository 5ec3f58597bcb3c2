// "Ilmoita myöhästymisestä": a reported delay of shipments (rules/deliveries.md#delays).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationsCall } from '#domain/features/notifications/notifications.ts'
import { operationResults } from '#domain/model/operation-results.ts'
import { assignDriver, deliveredOrder, failDelivery, operations, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let stranger: Person
let customer: Person

beforeAll(async () => {
  server = await startTestServer()
  // The bell compares with the database's clock.
  server.clock.now = Math.floor(Date.now() / 1000)
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  stranger = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

const report = (who: Person, shipments: readonly string[], values: Record<string, unknown> = {}) =>
  who.call('POST', '/api/myohastyminen', {
    id: randomUUID(),
    lahetykset: shipments,
    minuutit: 30,
    arvio: 0,
    laitteen_aika: server.clock.now,
    ...values,
  })
/** Why each shipment was refused; '' for those that are late as reported. */
async function outcome(...call: Parameters<typeof report>): Promise<string[]> {
  const answer = await report(...call)
  expect(answer.status, answer.text).toBe(200)
  return operationResults.parse(answer.body).results.map(({ message = '' }) => message)
}
async function driven(count = 1) {
  const rows = Array.from({ length: count }, () => ({ toimitus_nimi: 'Hotelli Kerava', toimitus_postitmp: 'Kerava' }))
  const order = await placeOrder(customer, rows)
  await assignDriver(admin, driver, order.shipments)
  return order
}
const shipment = async (id: string) =>
  (
    await server.pool.query(
      `select tila, luvattu_aika::float8 as luvattu_aika, myohastyminen, myohastyminen_ilmoitettu::float8 as myohastyminen_ilmoitettu, vid::float8 as vid
       from lahetys where id = $1`,
      [id],
    )
  ).rows[0]
const bell = async (who: Person) => notificationsCall.output.parse((await who.call('GET', '/api/notifications')).body).data
const five = (at: number) => Math.ceil(at / 300) * 300

test('goods on the way become late, with a new promised time, a reason in the history and a bell of the dispatchers', async () => {
  const { id, tunniste, shipments } = await driven(2)
  await setState(driver, shipments, 'kuljetuksessa')
  const { now } = server.clock
  expect(await outcome(driver, shipments, { arvio: now + 3600, minuutit: 45 })).toEqual(['', ''])
  for (const one of shipments)
    expect(await shipment(one)).toMatchObject({
      tila: 'myohassa',
      luvattu_aika: five(now + 3600 + 45 * 60),
      myohastyminen: 45,
      myohastyminen_ilmoitettu: now,
    })
  const { rows } = await server.pool.query('select syy, kayttaja from revisio where rivi = $1 order by vid desc limit 1', [shipments[0]])
  expect(rows).toEqual([{ syy: expect.stringMatching(/^Myöhässä noin 45 min, uusi arvio .* klo \d+\.\d\d$/), kayttaja: driver.id }])
  const rung = (await bell(admin)).filter(({ laji, kohde }) => laji === 'myohastyminen' && kohde === id)
  expect(rung).toMatchObject([
    { laji: 'myohastyminen', message: expect.stringContaining(`${tunniste} myöhästyy noin 45 min (Hotelli Kerava, Kerava)`) },
  ])
  expect(await bell(driver)).toEqual([])
  expect(await bell(customer)).toEqual([])
})

test('goods that wait for their pickup keep their state, so that the customer’s rights and the order stay as they are', async () => {
  const { id, shipments } = await driven()
  expect(await outcome(admin, shipments)).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({
    tila: 'odottaa_noutoa',
    myohastyminen: 30,
    luvattu_aika: five(server.clock.now + 1800),
  })
  const { rows } = await server.pool.query('select tilauksen_tila from tilaus where id = $1', [id])
  expect(rows).toEqual([{ tilauksen_tila: 'uusi' }])
})

test('a report that is sent again changes nothing, and one that comes late never replaces a newer one', async () => {
  const { id, shipments } = await driven()
  const { now } = server.clock
  const values = { id: randomUUID(), laitteen_aika: now - 600, minuutit: 15 }
  expect(await outcome(driver, shipments, values)).toEqual([''])
  const first = await shipment(shipments[0] ?? '')
  // Without an Idempotency-Key, as after seven days.
  expect(await outcome(driver, shipments, values)).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toEqual(first)
  expect(await outcome(driver, shipments, { laitteen_aika: now - 900, minuutit: 60 })).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toEqual(first)
  expect((await bell(admin)).filter(({ laji, kohde }) => laji === 'myohastyminen' && kohde === id)).toHaveLength(1)
  expect(await outcome(driver, shipments, { laitteen_aika: now - 60, minuutit: 60 })).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ myohastyminen: 60 })
})

test('a device whose clock is ahead reports as of now', async () => {
  const { shipments } = await driven()
  const { now } = server.clock
  expect(await outcome(driver, shipments, { laitteen_aika: now + 7200 })).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ luvattu_aika: five(now + 1800), myohastyminen_ilmoitettu: now })
})

test.each([
  ['an hour ahead', 3600],
  ['an hour behind', -3600],
])('a device whose clock is %s, and sends later, reports as of the press', async (_, ahead) => {
  const { shipments } = await driven()
  const pressed = server.clock.now
  await setState(driver, shipments, 'kuljetuksessa')
  server.clock.now += 200
  expect(await outcome(driver, shipments, { laitteen_aika: pressed + ahead, laitteen_ero: -ahead })).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ luvattu_aika: five(pressed + 1800), myohastyminen_ilmoitettu: pressed })
  const { rows } = await server.pool.query('select laitteen_aika::float8 + laitteen_ero as at from lahetys where id = $1', [shipments[0]])
  expect(rows).toEqual([{ at: pressed }])
  // A newer report by a device that is behind replaces an older one.
  expect(await outcome(driver, shipments, { laitteen_aika: pressed + 100 - 3600, laitteen_ero: 3600 })).toEqual([''])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ myohastyminen_ilmoitettu: pressed + 100 })
})

test("another driver's shipments and unknown ones are not found; customers and maintenance staff may not report", async () => {
  const { shipments } = await driven()
  const own = await placeOrder(customer)
  await assignDriver(admin, stranger, own.shipments)
  expect(await outcome(stranger, [...shipments, randomUUID(), ...own.shipments])).toEqual([
    'Pyydettyä entiteettiä ei löydy',
    'Pyydettyä entiteettiä ei löydy',
    '',
  ])
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ myohastyminen: 0, luvattu_aika: 0 })
  expect((await report(customer, shipments)).status).toBe(403)
  expect((await report(await server.person(['huolto']), shipments)).status).toBe(403)
})

test('delivered goods and those that wait for a decision are refused in their own result', async () => {
  const delivered = await deliveredOrder({ admin, customer, driver })
  const failed = await driven()
  await setState(driver, failed.shipments, 'kuljetuksessa')
  expect((await failDelivery(driver, failed.shipments, { syy: 'ei_tavoitettu' })).status).toBe(200)
  const late = await driven()
  expect(await outcome(driver, [...delivered.shipments, ...failed.shipments, ...late.shipments])).toEqual([
    'Lähetys on jo toimitettu tai peruttu.',
    'Toimitus on epäonnistunut ja odottaa ajojärjestelyn päätöstä.',
    '',
  ])
  expect(await shipment(delivered.shipments[0] ?? '')).toMatchObject({ tila: 'toimitettu', myohastyminen: 0 })
})

test('the delay ends with another promise, and when the driver goes on as planned', async () => {
  const { shipments } = await driven(2)
  await setState(driver, shipments, 'kuljetuksessa')
  await outcome(driver, shipments)
  await setState(driver, shipments.slice(0, 1), 'kuljetuksessa')
  expect(await shipment(shipments[0] ?? '')).toMatchObject({ myohastyminen: 0, myohastyminen_ilmoitettu: 0 })
  const promised = await operations(admin, [
    { op: 'update', data: { type: shipmentType, id: shipments[1], attributes: { luvattu_aika: server.clock.now + 7200 } } },
  ])
  expect(promised.status, promised.text).toBe(200)
  expect(await shipment(shipments[1] ?? '')).toMatchObject({ myohastyminen: 0, luvattu_aika: server.clock.now + 7200 })
})

test('drivers cannot write the promised time or the delay themselves', async () => {
  const { shipments } = await driven()
  for (const attributes of [
    { luvattu_aika: server.clock.now + 7200 },
    { myohastyminen: 5 },
    { myohastyminen_ilmoitettu: server.clock.now },
  ]) {
    const answer = await operations(driver, [{ op: 'update', data: { type: shipmentType, id: shipments[0], attributes } }])
    expect([403, 422]).toContain(answer.status)
  }
})

test.each([
  [{ minuutit: 0 }, 'minuutit'],
  [{ minuutit: 601 }, 'minuutit'],
  [{ minuutit: 2.5 }, 'minuutit'],
  [{ minuutit: '15' }, 'minuutit'],
  [{ lahetykset: [] }, 'lahetykset'],
  [{ lahetykset: ['L-1'] }, '0'],
  [{ laitteen_aika: 0 }, 'laitteen_aika'],
  [{ laitteen_aika: 12 }, 'laitteen_aika'],
  [{ arvio: -5 }, 'arvio'],
  [{ laitteen_ero: 'tunti' }, 'laitteen_ero'],
  [{ id: 'x' }, 'id'],
  [{ luvattu_aika: 1 }, 'luvattu_aika'],
])('%j is refused', async (values, field) => {
  const answer = await report(admin, [randomUUID()], values)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors[0]).toMatchObject({ field: expect.stringContaining(field), message: expect.stringMatching(/\.$/) })
})
