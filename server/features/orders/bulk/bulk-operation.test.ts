import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkOperationCall } from '#domain/features/orders/bulk-operation.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { assignDriver, deliveredOrder, failDelivery, orderType, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
let stranger: Person
let car: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await server.customer())
  stranger = await server.person(['asiakas'], await server.customer())
  car = randomUUID()
  await insert(server.pool, 'auto', { id: car, name: 'Auto', rekisterinumero: 'KLR-418' })
})
afterAll(() => server.close())

const bulk = (who: Person, operation: string, ids: readonly string[], params?: Record<string, unknown>, entityType = orderType) =>
  who.call('POST', '/api/bulk-operation', { entityType, ids, operation, ...(params ? { params } : {}) })
/** The result for each id: '' means done. */
async function outcome(...call: Parameters<typeof bulk>): Promise<string[]> {
  const answer = await bulk(...call)
  expect(answer.status, answer.text).toBe(200)
  const { results } = bulkOperationCall.output.parse(answer.body)
  expect(results.map(({ id }) => id)).toEqual([...new Set(call[2])])
  return results.map(({ success, message = '' }) => {
    expect(success).toBe(message === '')
    return message
  })
}
const order = (...rows: Record<string, unknown>[]) => placeOrder(customer, rows.length > 0 ? rows : [{}])
const rowsOf = async (table: string, column: string, ids: readonly string[]) =>
  (
    await server.pool.query(
      `SELECT * FROM ${table} WHERE ${column} = ANY($1) ORDER BY array_position($1, ${column}), drupal_internal__id`,
      [ids],
    )
  ).rows
const linesOf = (...orders: { id: string }[]) =>
  rowsOf(
    'lahetys',
    'tilaus_id',
    orders.map(({ id }) => id),
  )
const revisionsOf = async (ids: readonly string[]) =>
  (await server.pool.query('SELECT count(*)::int AS n FROM revisio WHERE rivi = ANY($1)', [ids])).rows[0].n
const removed = 'Pyydettyä entiteettiä ei löydy'

describe('driver and car', () => {
  test('are set on the live lines of orders, on shipments and on hourly jobs', async () => {
    const [first, second] = [await order({}, {}), await order()]
    const job = randomUUID()
    await insert(server.pool, 'tuntituote', { id: job, tilaus_id: second.id, asiakas_id: customer.asiakasId })
    await assignDriver(admin, driver, first.shipments.slice(0, 1))
    await setState(driver, first.shipments.slice(0, 1), 'kuljetuksessa')
    await setState(driver, first.shipments.slice(0, 1), 'toimitettu')
    expect(await outcome(admin, 'assign', [first.id, second.id], { kuljettaja: driver.id, auto: car })).toEqual(['', ''])
    expect((await linesOf(first, second)).map(({ kuljettaja_id, auto_id }) => [kuljettaja_id, auto_id])).toEqual([
      // Delivered before: its driver and car stay.
      [driver.id, null],
      [driver.id, car],
      [driver.id, car],
    ])
    expect(await rowsOf('tuntituote', 'id', [job])).toMatchObject([{ kuljettaja_id: driver.id, auto_id: car }])
    expect(await outcome(admin, 'assign', [job], { auto: null }, 'tuntituote')).toEqual([''])
    expect(await rowsOf('tuntituote', 'id', [job])).toMatchObject([{ kuljettaja_id: driver.id, auto_id: null }])
  })

  test('that do not exist are reported, and so is an order without open lines', async () => {
    const [open, done] = [await order(), await deliveredOrder({ admin, customer, driver })]
    expect(await outcome(admin, 'assign', [open.id, done.id], { kuljettaja: randomUUID() })).toEqual([
      'Viitattua riviä ei löydy.',
      'Tilauksella ei ole rivejä, joita voisi muuttaa.',
    ])
  })
})

describe('state', () => {
  test('changes as the state table allows: allowed rows are changed, the others report why not', async () => {
    const orders = [await order(), await order({}, {}), await deliveredOrder({ admin, customer, driver }), await order()]
    const [one, two, delivered, picked] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
    await setState(admin, picked.shipments, 'kuljetuksessa')
    const nowhere = randomUUID()
    const before = await revisionsOf(delivered.shipments)
    expect(await outcome(admin, 'setTila', [one.id, nowhere, delivered.id, picked.id, two.id], { tila: 'siirto' })).toEqual([
      'Tilaa ei voi vaihtaa: Odottaa noutoa → Siirrossa',
      removed,
      'Tilaa ei voi vaihtaa: Toimitettu → Siirrossa',
      'Tilaa ei voi vaihtaa: Kuljetuksessa → Siirrossa',
      'Tilaa ei voi vaihtaa: Odottaa noutoa → Siirrossa',
    ])
    expect(await outcome(admin, 'setTila', [one.id, nowhere, delivered.id, picked.id, two.id], { tila: 'myohassa' })).toEqual([
      '',
      removed,
      'Tilaa ei voi vaihtaa: Toimitettu → Myöhässä',
      '',
      '',
    ])
    expect((await linesOf(one, picked, two)).map(({ tila }) => tila)).toEqual(Array(4).fill('myohassa'))
    expect(await revisionsOf(delivered.shipments)).toBe(before)
    expect(await outcome(admin, 'setTila', [one.id], { tila: 'peruutettu' })).toEqual(['Kerro syy.'])
    expect(await outcome(admin, 'setTila', [one.id, two.id], { tila: 'peruutettu', syy: 'Asiakas pyysi' })).toEqual(['', ''])
    // No line is live any more: the new state restores the cancelled lines.
    expect(await outcome(admin, 'setTila', [one.id], { tila: 'odottaa_noutoa' })).toEqual([''])
    expect((await linesOf(one, two)).map(({ tila }) => tila)).toEqual(['odottaa_noutoa', 'peruutettu', 'peruutettu'])
  })

  test('an order is changed as a whole or not at all', async () => {
    const mixed = await order({}, {})
    await setState(admin, mixed.shipments.slice(0, 1), 'kuljetuksessa')
    expect(await outcome(admin, 'setTila', [mixed.id], { tila: 'toimitettu' })).toEqual([
      'Tilaa ei voi vaihtaa: Odottaa noutoa → Toimitettu',
    ])
    expect((await linesOf(mixed)).map(({ tila }) => tila)).toEqual(['kuljetuksessa', 'odottaa_noutoa'])
  })

  test('a failed delivery that has not been handled is not marked as delivered along with the others', async () => {
    const [fine, failed] = [await order(), await order()]
    for (const { shipments } of [fine, failed]) {
      await assignDriver(admin, driver, shipments)
      await setState(driver, shipments, 'kuljetuksessa')
    }
    expect((await failDelivery(driver, failed.shipments, { syy: 'ei_tavoitettu' })).status).toBe(200)
    const deliver = () => outcome(admin, 'setTila', [failed.id, fine.id], { tila: 'toimitettu' })
    expect(await deliver()).toEqual(['Toimitus on epäonnistunut, eikä siitä ole päätetty. Merkitse se ensin käsitellyksi.', ''])
    expect((await linesOf(failed, fine)).map(({ tila }) => tila)).toEqual(['myohassa', 'toimitettu'])
    const relationships = { poikkeama: { data: null } }
    const data = { type: shipmentType, id: failed.shipments[0], attributes: { tila: 'toimitettu' }, relationships }
    expect((await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${failed.shipments[0]}`, { data })).status).toBe(200)
  })

  test('a fault of an order is reported on that order’s lines', async () => {
    const fine = await order()
    const invoiced = await deliveredOrder({ admin, customer, driver })
    expect(await outcome(admin, 'setTila', [invoiced.id, fine.id], { tila: 'laskutettu' })).toEqual([
      '',
      'Tilaa ei voi vaihtaa: Odottaa noutoa → Laskutettu',
    ])
    const locked = 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.'
    expect(await outcome(admin, 'setTila', [...fine.shipments, ...invoiced.shipments], { tila: 'kuljetuksessa' }, shipmentType)).toEqual([
      '',
      locked,
    ])
    const day = midnightOf('2027-01-04')
    const shipments = [...invoiced.shipments, ...fine.shipments]
    expect(await outcome(admin, 'setToivottuToimitus', shipments, { toivottu_toimitus: day }, 'lahetys')).toEqual([locked, ''])
    expect((await linesOf(fine, invoiced)).map(({ tila, toivottu_toimitus }) => [tila, Number(toivottu_toimitus)])).toEqual([
      ['kuljetuksessa', day],
      ['toimitettu', 0],
    ])
    expect(await outcome(admin, 'setTila', [invoiced.id], { tila: 'toimitettu' })).toEqual(['Kerro syy.'])
    expect(await outcome(admin, 'setTila', [invoiced.id], { tila: 'toimitettu', syy: 'Väärä hinta' })).toEqual([''])
  })

  test('many lines of an invoiced order among others get their own results', async () => {
    const invoiced = await deliveredOrder({ admin, customer, driver }, Array(8).fill({}))
    await bulk(admin, 'setTila', [invoiced.id], { tila: 'laskutettu' })
    const fine = await order(...Array(3).fill({}))
    const ids = [...invoiced.shipments, ...fine.shipments]
    const got = await outcome(admin, 'setTila', ids, { tila: 'kuljetuksessa' }, 'lahetys')
    expect(got.map((message) => message === '')).toEqual([...Array(8).fill(false), ...Array(3).fill(true)])
    expect((await linesOf(fine)).map(({ tila }) => tila)).toEqual(Array(3).fill('kuljetuksessa'))
  })

  test('may be set by the driver on own lines and cancelled by the customer; rows of others are not found', async () => {
    const [mine, others] = [await order({}, {}), await order()]
    await assignDriver(admin, driver, mine.shipments.slice(0, 1))
    expect(await outcome(driver, 'setTila', [mine.id, others.id], { tila: 'kuljetuksessa' })).toEqual(['', removed])
    expect((await linesOf(mine)).map(({ tila }) => tila)).toEqual(['kuljetuksessa', 'odottaa_noutoa'])
    expect(await outcome(driver, 'setTila', mine.shipments, { tila: 'toimitettu' }, shipmentType)).toEqual(['', removed])
    expect(await outcome(stranger, 'setTila', [others.id], { tila: 'peruutettu' })).toEqual([removed])
    expect(await outcome(customer, 'setTila', [others.id, mine.id], { tila: 'peruutettu' })).toEqual([
      '',
      'Sinulla ei ole oikeuksia operaatioon',
    ])
    expect((await bulk(driver, 'assign', [mine.id], { auto: car })).status).toBe(403)
    expect((await bulk(driver, 'setToivottuToimitus', [mine.id], { toivottu_toimitus: 0 })).status).toBe(403)
    expect((await bulk(customer, 'assign', [mine.id], { kuljettaja: driver.id })).status).toBe(403)
    expect((await bulk(customer, 'publish', [mine.id])).status).toBe(403)
    expect((await bulk(driver, 'unpublish', [mine.id])).status).toBe(403)
    expect((await bulk(await server.person(['huolto']), 'setTila', [mine.id], { tila: 'toimitettu' })).status).toBe(403)
  })
})

describe('removing and restoring', () => {
  test('an order’s lines are removed and restored with it; a line removed by itself stays removed', async () => {
    const [first, second] = [await order({}, {}), await order()]
    const [alone] = first.shipments
    expect(await outcome(admin, 'unpublish', [String(alone)], undefined, 'lahetys')).toEqual([''])
    server.clock.now += 60
    expect(await outcome(admin, 'unpublish', [first.id, second.id], { syy: 'Tuplana' })).toEqual(['', ''])
    expect((await linesOf(first, second)).map(({ status }) => status)).toEqual([0, 0, 0])
    expect(await outcome(admin, 'unpublish', [first.id], {})).toEqual([''])
    server.clock.now += 60
    expect(await outcome(admin, 'publish', [first.id, second.id])).toEqual(['', ''])
    expect((await linesOf(first, second)).map(({ status }) => status)).toEqual([0, 1, 1])
    expect(await rowsOf('tilaus', 'id', [first.id, second.id])).toMatchObject([{ status: 1 }, { status: 1 }])
  })

  test('works for every entity, as far as the policy allows', async () => {
    const [own, theirs] = [randomUUID(), randomUUID()]
    await insert(server.pool, 'tuote', { id: own, name: 'Rulla', asiakas_id: customer.asiakasId })
    await insert(server.pool, 'tuote', { id: theirs, name: 'Rulla', asiakas_id: stranger.asiakasId })
    expect(await outcome(customer, 'unpublish', [own, theirs], undefined, 'tuote_entity--tuote_entity')).toEqual(['', removed])
    expect(await rowsOf('tuote', 'id', [own, theirs])).toMatchObject([{ status: 0 }, { status: 1 }])
    expect(await outcome(admin, 'publish', [own], undefined, 'tuote')).toEqual([''])
    expect((await bulk(customer, 'unpublish', [String(customer.asiakasId)], undefined, 'asiakas')).status).toBe(403)
  })
})

test('rows that are all allowed are stored by one save, and a retry gets the same results', async () => {
  const many = [await order(), await order(), await order()]
  const body = { entityType: 'tilaus', ids: many.map(({ id }) => id), operation: 'assign', params: { kuljettaja: driver.id } }
  const headers = { 'idempotency-key': randomUUID() }
  const first = await admin.call('POST', '/api/bulk-operation', body, headers)
  const again = await admin.call('POST', '/api/bulk-operation', body, headers)
  expect(again.text).toBe(first.text)
  expect((await linesOf(...many)).map(({ vid }) => Number(vid))).toEqual([2, 2, 2])
  const shipments = many.flatMap((made) => made.shipments)
  const transactions = await server.pool.query('SELECT DISTINCT xmin::text FROM lahetys WHERE id = ANY($1)', [shipments])
  expect(transactions.rows).toHaveLength(1)
})

test.each([
  [{}, 'entityType'],
  [{ entityType: 'ei--ole' }, 'entityType'],
  [{ entityType: 'osoite_entity' }, 'entityType'],
  [{ entityType: 'asiakas', operation: 'setTila', params: { tila: 'uusi' } }, 'entityType'],
  [{ entityType: 'tuote', operation: 'assign', params: { auto: randomUUID() } }, 'entityType'],
  [{ entityType: 'tilaus', operation: 'poista' }, 'operation'],
  [{ entityType: 'tilaus', ids: [] }, 'ids'],
  [{ entityType: 'tilaus', ids: Array.from({ length: 251 }, () => randomUUID()) }, 'ids'],
  [{ entityType: 'tilaus', ids: ['1'] }, '0'],
  [{ entityType: 'tilaus', operation: 'assign', params: {} }, 'kuljettaja'],
  [{ entityType: 'tilaus', operation: 'assign', params: { kuljettaja: 'joku' } }, 'kuljettaja'],
  [{ entityType: 'tilaus', operation: 'assign' }, 'params'],
  [{ entityType: 'tilaus', operation: 'setTila', params: { tila: 'huono' } }, 'tila'],
  [{ entityType: 'lahetys', operation: 'setTila', params: { tila: 'laskutettu' } }, 'tila'],
  [{ entityType: 'tilaus', operation: 'setToivottuToimitus', params: { toivottu_toimitus: 1000 } }, 'toivottu_toimitus'],
  [{ entityType: 'tilaus', operation: 'setToivottuToimitus', params: { toivottu_toimitus: '1.2.2026' } }, 'toivottu_toimitus'],
  [{ entityType: 'tilaus', operation: 'unpublish', params: { syy: 'x'.repeat(1001) } }, 'syy'],
  [{ entityType: 'tilaus', operation: 'publish', params: { force: true } }, 'force'],
  [{ entityType: 'tilaus', operation: 'publish', ehto: 1 }, 'ehto'],
])('refuses %j', async (shipments, field) => {
  const body = { ids: [randomUUID()], operation: 'publish', ...shipments }
  const answer = await admin.call('POST', '/api/bulk-operation', body)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors).toContainEqual({ field, message: expect.stringMatching(/\.$/) })
})
