import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferCall } from '#domain/features/orders/open-orders.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { assignDriver, operations, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let stranger: Person
let customer: Person
let terminal: string
const otherTerminal = randomUUID()

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  stranger = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer())
  terminal = randomUUID()
  await insert(server.pool, 'postiosoite', { id: terminal, name: 'Pirkkalan terminaali' })
  await insert(server.pool, 'postiosoite', { id: otherTerminal, name: 'Vaasan terminaali' })
})
afterAll(() => server.close())

const mark = (who: Person, operation: string, params: Record<string, unknown>) =>
  who.call('POST', '/api/avoimet_tilaukset', { operation, params })
/** The result for each id: '' means done. */
async function outcome(...call: Parameters<typeof mark>): Promise<string[]> {
  const answer = await mark(...call)
  expect(answer.status, answer.text).toBe(200)
  const { results } = transferCall.output.parse(answer.body)
  expect(results.map(({ id }) => id)).toEqual([call[2].id].flat())
  return results.map(({ message = '' }) => message)
}
const shipmentsOf = async (order: string) =>
  (
    await server.pool.query(
      'SELECT id, tila, nykyinen_osoite_id, siirto_osoitteet_ids FROM lahetys WHERE tilaus_id = $1 ORDER BY drupal_internal__id',
      [order],
    )
  ).rows

async function driven(count = 1) {
  const order = await placeOrder(
    customer,
    Array.from({ length: count }, () => ({})),
  )
  await assignDriver(admin, driver, order.shipments)
  return order
}

test('goods are moved to a terminal, which becomes their current terminal and one of their visited ones', async () => {
  const { id, shipments } = await driven()
  await setState(driver, shipments, 'odottaa_siirtoa')
  expect(await outcome(driver, 'markAsSiirrossa', { id: shipments[0] })).toEqual([''])
  expect(await outcome(driver, 'markAsSiirretty', { id: shipments[0] })).toEqual(['Valitse terminaali.'])
  expect(await outcome(driver, 'markAsSiirretty', { id: shipments[0], nykyinen_osoite: terminal })).toEqual([''])
  expect(await shipmentsOf(id)).toMatchObject([{ tila: 'siirretty', nykyinen_osoite_id: terminal, siirto_osoitteet_ids: [terminal] }])
  expect(await outcome(admin, 'markAsSiirretty', { id: shipments[0], nykyinen_osoite: terminal })).toEqual([
    'Tilaa ei voi vaihtaa: Terminaalissa → Terminaalissa',
  ])
})

test('goods cannot arrive at a terminal without naming it, in any call', async () => {
  const { id, shipments } = await driven()
  await setState(driver, shipments, 'odottaa_siirtoa')
  const data = { type: shipmentType, id: shipments[0], attributes: { tila: 'siirretty' } }
  const patched = await driver.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${shipments[0]}`, { data })
  const atomic = await operations(driver, [{ op: 'update', data }])
  for (const { status, body } of [patched, atomic]) {
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([
      { detail: 'Valitse terminaali.', source: { pointer: expect.stringMatching(/\/data\/relationships\/nykyinen_osoite$/) } },
    ])
  }
  for (const [entityType, ids] of [
    ['tilaus', [id]],
    ['lahetys', shipments],
  ] as const) {
    const { body } = await admin.call('POST', '/api/bulk-operation', {
      entityType,
      ids,
      operation: 'setTila',
      params: { tila: 'siirretty' },
    })
    expect(body.results).toEqual([{ id: ids[0], success: false, message: 'Valitse terminaali.' }])
  }
  expect(await shipmentsOf(id)).toMatchObject([{ tila: 'odottaa_siirtoa', nykyinen_osoite_id: null }])
})

test('for an order, the shipments that the state table allows are moved; each of several ids is handled by itself', async () => {
  const [mixed, waiting] = [await driven(3), await driven()]
  await setState(driver, mixed.shipments.slice(0, 2), 'odottaa_siirtoa')
  const gone = randomUUID()
  expect(await outcome(admin, 'markAsSiirrossa', { id: [mixed.id, waiting.id, gone], syy: 'Yöksi halliin' })).toEqual([
    '',
    'Tilaa ei voi vaihtaa: Odottaa noutoa → Siirrossa',
    'Pyydettyä entiteettiä ei löydy',
  ])
  expect((await shipmentsOf(mixed.id)).map(({ tila }) => tila)).toEqual(['siirto', 'siirto', 'odottaa_noutoa'])
  const reasons = await server.pool.query(`SELECT syy FROM revisio WHERE rivi = $1 ORDER BY vid DESC LIMIT 1`, [mixed.shipments[0]])
  expect(reasons.rows).toEqual([{ syy: 'Yöksi halliin' }])
})

test("another driver's shipments are not found, and with an address that the driver may not read nothing is stored", async () => {
  const { id, shipments } = await driven()
  await setState(driver, shipments, 'odottaa_siirtoa')
  expect(await outcome(stranger, 'markAsSiirrossa', { id: [id, ...shipments] })).toEqual([
    'Pyydettyä entiteettiä ei löydy',
    'Pyydettyä entiteettiä ei löydy',
  ])
  const [refused] = await outcome(driver, 'markAsSiirretty', { id, nykyinen_osoite: randomUUID() })
  expect(refused).not.toBe('')
  expect(await shipmentsOf(id)).toMatchObject([{ tila: 'odottaa_siirtoa', nykyinen_osoite_id: null }])
})

test.each([
  [{ operation: 'markAsToimitettu', params: { id: randomUUID() } }, 'operation'],
  [{ operation: 'markAsSiirrossa', id: randomUUID() }, 'params'],
  [{ operation: 'markAsSiirrossa', params: { id: 'L-1' } }, 'id'],
  [{ operation: 'markAsSiirrossa', params: { id: [] } }, 'id'],
  [
    { operation: 'markAsSiirrossa', params: { id: randomUUID(), nykyinen_osoite: randomUUID() } },
    'nykyinen_osoite',
    'Tuntematon kenttä: nykyinen_osoite.',
  ],
  [{ operation: 'markAsSiirretty', params: { id: randomUUID(), nykyinen_osoite: 'Pirkkala' } }, 'nykyinen_osoite'],
] as [unknown, string, string?][])('%j is refused', async (body, field, message) => {
  const answer = await admin.call('POST', '/api/avoimet_tilaukset', body)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors[0]).toMatchObject({ field, message: message ?? expect.stringMatching(/\.$/) })
})

test('goods at an unnamed terminal are at the company’s default one, or at its only one', async () => {
  const { id, shipments } = await driven()
  const arrive = async () => {
    await setState(admin, shipments, 'odottaa_siirtoa')
    expect(await outcome(driver, 'markAsSiirretty', { id: shipments[0] })).toEqual([''])
    const [{ nykyinen_osoite_id }] = await shipmentsOf(id)
    await setState(driver, shipments, 'kuljetuksessa')
    return nykyinen_osoite_id
  }
  const asOf = { now: server.clock.now, kayttaja: null }
  await setState(driver, shipments, 'kuljetuksessa')
  await saveSetting(server.pool, 'oletusterminaali', otherTerminal, asOf)
  expect(await arrive()).toBe(otherTerminal)
  await saveSetting(server.pool, 'oletusterminaali', '', asOf)
  await server.pool.query('UPDATE postiosoite SET status = 0 WHERE id = $1', [otherTerminal])
  expect(await arrive()).toBe(terminal)
  await server.pool.query('UPDATE postiosoite SET status = 1 WHERE id = $1', [otherTerminal])
})
