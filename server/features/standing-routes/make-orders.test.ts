import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { setSeller } from '#server/testing/invoicing/invoices.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeRouteOrders } from './make-orders.ts'

let server: TestServer
let admin: Person
let driver: Person
/** Today, for the server and the job. */
const monday = '2026-11-23'
const terminal = randomUUID()
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = midnightOf(monday) + 3600
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  await insert(server.pool, 'postiosoite', { id: terminal, name: 'Terminaali', field_osoite_1: 'Rahtitie 1', field_postinumero: '33100' })
})
afterAll(() => server.close())

const run = () => makeRouteOrders(openContext({ pool: server.pool, clock: () => server.clock.now }))
const url = '/jsonapi/reitti_entity/reitti_entity'

async function addAddress(asiakas_id: string, name: string): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'postiosoite', {
    id,
    name,
    asiakas_id,
    field_osoite_1: `${name}katu 1`,
    field_postinumero: '00100',
    lat: 60.1,
    lng: 24.9,
  })
  return id
}
type Setup = { route: string; customers: string[]; addresses: string[] }
/** Two customers, the first with two stops: a, b, c in the order b, c, a. */
async function addRoute(values: Record<string, unknown> = {}): Promise<Setup> {
  const customers = [await server.customer(), await server.customer()]
  const [first = '', second = ''] = customers
  for (const asiakas_id of customers)
    await insert(server.pool, 'laskutusosoite_email', {
      id: randomUUID(),
      asiakas_id,
      field_sahkopostiosoite: 'lasku@yhtio.fi',
      oletus: true,
    })
  const addresses = [await addAddress(first, 'A'), await addAddress(second, 'B'), await addAddress(first, 'C')]
  const [a, b, c] = addresses
  const route = randomUUID()
  await insert(server.pool, 'reitti', {
    ...{ id: route, name: 'Kierros', reittinro: '101', viikonpaivat: [2], aktivointipaiva: midnightOf('2026-01-01'), hinta: 100 },
    ...{ asiakkaat_ids: customers, osoitteet_ids: [b, c, a], kuljettaja_id: driver.id, ...values },
  })
  return { route, customers, addresses }
}

type Line = { stop: string; to: string; from: string; driver: string | null; kuvaus: string; status: number }
type Made = { id: string; day: string; asiakas: string; status: number; hinta: number; vid: number; lines: Line[] }
async function ordersOf(route: string): Promise<Made[]> {
  const { rows } = await server.pool.query(
    `SELECT t.id, t.ajopaiva::int, t.asiakas_id AS asiakas, t.status, t.hinta::float8, t.vid::int,
       (SELECT json_agg(json_build_object('stop', l.toimitus_osoite_id, 'to', l.toimitus_nimi, 'from', l.nouto_nimi, 'driver', l.kuljettaja_id,
          'kuvaus', l.kuvaus, 'status', l.status) ORDER BY l.drupal_internal__id) FROM lahetys l WHERE l.tilaus_id = t.id) AS lines
     FROM tilaus t WHERE t.reitti_id = $1 ORDER BY t.ajopaiva, t.drupal_internal__id`,
    [route],
  )
  return rows.map(({ ajopaiva, ...row }) => ({ ...row, day: dayOf(ajopaiva) }))
}
const live = (orders: readonly Made[]) => orders.filter(({ status }) => status === 1)

async function change(route: string, attributes: Record<string, unknown>, relationships: Record<string, unknown> = {}) {
  const { body } = await admin.call('GET', `${url}/${route}`)
  const data = { type: body.data.type, id: route, attributes: { ...attributes, vid: body.data.attributes.vid }, relationships }
  const saved = await admin.call('PATCH', `${url}/${route}`, { data })
  expect(saved.status, saved.text).toBe(200)
}
const toAddresses = (ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'osoite_entity--postiosoite', id })) })
const toCustomers = (ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'asiakas_entity--asiakas_entity', id })) })
async function preview(route: string, values: Record<string, unknown>) {
  const { body } = await admin.call('GET', `${url}/${route}`)
  const vid = body.data.attributes.vid
  const answer = await admin.call('POST', '/api/reitti', { operation: 'OPERATION_PREVIEW', id: route, vid, ...values })
  expect(answer.status, answer.text).toBe(200)
  const data: { muutos: string; ajopaiva: number }[] = answer.body.data
  return data.map(({ muutos, ajopaiva }) => `${muutos} ${dayOf(ajopaiva)}`)
}

test('a run makes one order for each customer and day, with a shipment to each of the stops', async () => {
  const { route, customers, addresses } = await addRoute()
  const [a, b, c] = addresses
  await run()
  await run()
  const orders = await ordersOf(route)
  expect(orders.map(({ day, asiakas, hinta }) => [day, asiakas, hinta])).toEqual(
    ['2026-11-24', '2026-12-01'].flatMap((day) => customers.map((asiakas) => [day, asiakas, 50])),
  )
  const common = { from: 'Terminaali', driver: driver.id, status: 1 }
  expect(orders[0]?.lines).toEqual([
    { ...common, stop: c, to: 'C', kuvaus: 'Reitti 101 Kierros, pysähdys 2' },
    { ...common, stop: a, to: 'A', kuvaus: 'Reitti 101 Kierros, pysähdys 3' },
  ])
  expect(orders[1]?.lines).toEqual([{ ...common, stop: b, to: 'B', kuvaus: 'Reitti 101 Kierros, pysähdys 1' }])
  const mine = await driver.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${orders[0]?.id}`)
  expect(mine.status, mine.text).toBe(200)
  expect(mine.text).not.toMatch(/reittiasiakas|"reitti"|koskematon|"hinta"/)
})

test('a run does not wait for an order that somebody is saving', async () => {
  const { route } = await addRoute()
  await run()
  const before = await ordersOf(route)
  const client = await server.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM tilaus WHERE id = $1 FOR UPDATE', [before[0]?.id])
    await run()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  expect(await ordersOf(route)).toEqual(before)
})

test('many orders are made some hundred at a time', { timeout: 120_000 }, async () => {
  const customers = await Promise.all(Array.from({ length: 48 }, () => server.customer()))
  const addresses = await Promise.all(customers.map((id, index) => addAddress(id, `K${index}`)))
  const { route } = await addRoute({ viikonpaivat: [1, 2, 3, 4, 5, 6, 7], asiakkaat_ids: customers, osoitteet_ids: addresses })
  await run()
  const { rows } = await server.pool.query<{ made: number; orders: number }>(
    `SELECT count(DISTINCT xmin::text)::int AS made, count(DISTINCT (ajopaiva, asiakas_id))::int AS orders FROM tilaus WHERE reitti_id = $1`,
    [route],
  )
  expect(rows[0]?.orders).toBeGreaterThan(500)
  expect(rows[0]?.orders).toBe((await ordersOf(route)).length)
  expect(rows[0]?.made).toBe(Math.ceil((rows[0]?.orders ?? 0) / 500))
})

test('holidays are not driven, and a driver who has left or an address that was removed is left out', async () => {
  const gone = await server.person(['kuljettaja'])
  const { route, addresses } = await addRoute({ kuljettaja_id: gone.id, viikonpaivat: [7], aktivointipaiva: midnightOf(monday) })
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [gone.id])
  await server.pool.query('UPDATE postiosoite SET status = 0 WHERE id = $1', [addresses[1]])
  await run()
  const orders = await ordersOf(route)
  expect(orders.map(({ day }) => day)).toEqual(['2026-11-29'])
  expect(orders[0]?.hinta).toBe(100)
  expect(orders[0]?.lines.map(({ to, driver }) => [to, driver])).toEqual([
    ['C', null],
    ['A', null],
  ])
})

test('an edit changes stops, price, driver and customers of the untouched orders, and shows first which', async () => {
  const { route, customers, addresses } = await addRoute()
  const [first = '', second = ''] = customers
  const [a = '', b = '', c = ''] = addresses
  await run()
  const [, untouched] = await ordersOf(route)
  const path = `/jsonapi/tilaus_entity/tilaus_entity/${untouched?.id}`
  const { body } = await admin.call('GET', path)
  const data = { type: body.data.type, id: untouched?.id, attributes: { name: 'Sovittu', vid: body.data.attributes.vid } }
  expect((await admin.call('PATCH', path, { data })).status).toBe(200)
  const values = { asiakkaat: [first], osoitteet: [a], kuljettaja: null, hinta: 80 }
  expect(await preview(route, values)).toEqual(
    expect.arrayContaining(['muuttuu 2026-11-24', 'muuttuu 2026-12-01', 'sailyy 2026-11-24', 'poistuu 2026-12-01']),
  )
  const links = { asiakkaat: toCustomers([first]), osoitteet: toAddresses([a]), kuljettaja: { data: null } }
  await change(route, { hinta: 80 }, links)
  const after = await ordersOf(route)
  expect(live(after).map(({ day, asiakas, hinta }) => [day, asiakas, hinta])).toEqual([
    ['2026-11-24', first, 80],
    ['2026-11-24', second, 50],
    ['2026-12-01', first, 80],
  ])
  expect(after[0]?.lines.filter(({ status }) => status === 1)).toMatchObject([
    { to: 'A', driver: null, kuvaus: 'Reitti 101 Kierros, pysähdys 1' },
  ])
  expect(after[1]).toMatchObject({ vid: 2, lines: [{ driver: driver.id }] })
  await change(route, {}, { asiakkaat: toCustomers(customers), osoitteet: toAddresses([b, c, a]) })
  expect(
    live(await ordersOf(route)).map(({ lines }) =>
      lines
        .filter(({ status }) => status === 1)
        .map(({ to }) => to)
        .sort(),
    ),
  ).toEqual([...[['A', 'C'], ['B'], ['A', 'C'], ['B']]])
})

test('prices from a price list stay when a route without prices changes', async () => {
  const { route, customers } = await addRoute({ hinta: 0 })
  const addList = async (perusmaksu: number, voimassa_alkaen: number) => {
    const attributes = { asiakas_id: customers[0], name: 'Oma', voimassa_alkaen, perusmaksu }
    const type = 'hinnasto_entity--hinnasto_entity'
    const answer = await admin.call('POST', '/jsonapi/hinnasto_entity/hinnasto_entity', { data: { type, attributes } })
    expect(answer.status, answer.text).toBe(201)
  }
  const prices = async () => live(await ordersOf(route)).flatMap(({ asiakas, hinta }) => (asiakas === customers[0] ? [hinta] : []))
  // Of each of the two shipments.
  await addList(35, midnightOf('2026-01-01'))
  await run()
  expect(await prices()).toEqual([70, 70])
  await addList(40, midnightOf('2026-02-01'))
  const skipped = [midnightOf('2027-01-05')]
  expect(await preview(route, { ohitetut_paivat: skipped })).toEqual([])
  await change(route, { ohitetut_paivat: skipped })
  expect(await prices()).toEqual([70, 70])
  await change(route, { hinta: 100 })
  expect(await prices()).toEqual([50, 50])
  await change(route, { hinta: 0 })
  expect(await prices()).toEqual([80, 80])
})

test('a merge of two customers of a route makes no second order of a day', async () => {
  const { route, customers } = await addRoute()
  const [sailyva = '', poistuva = ''] = customers
  await run()
  const merged = await admin.call('POST', '/api/asiakas/yhdista', { sailyva, poistuva, sailyva_vid: 1, poistuva_vid: 1 })
  expect(merged.status, merged.text).toBe(200)
  await run()
  expect(live(await ordersOf(route))).toHaveLength(4)
  await change(route, { hinta: 60 })
  // Now one order of the remaining customer holds all three stops of the day.
  const orders = live(await ordersOf(route))
  expect(orders.map(({ day, hinta, lines }) => [day, hinta, lines.filter(({ status }) => status === 1).length])).toEqual([
    ['2026-11-24', 60, 3],
    ['2026-12-01', 60, 3],
  ])
  server.clock.now = midnightOf('2026-11-30')
  await run()
  expect(live(await ordersOf(route)).map(({ day }) => day)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08'])
  server.clock.now = midnightOf(monday) + 3600
})

test('the calls list routes with their next runs, their stops with coordinates, and their orders or how many', async () => {
  const { route, customers } = await addRoute({ ohitetut_paivat: [midnightOf('2026-12-01')] })
  await run()
  const listed = await admin.call('GET', `/api/reitti?asiakas_id=${customers[0]}`)
  expect(listed.body.data[0]).toMatchObject({ id: route, reittinro: '101', kuljettaja: { id: driver.id } })
  expect(listed.body.data[0].seuraavat[1]).toEqual({ paiva: midnightOf('2026-12-01'), ohitettu: true })
  const stops = await admin.call('GET', `/api/reitti?operation=OPERATION_GET_OSOITTEET&id=${route}`)
  expect(stops.body.data.map(({ name, lat }: { name: string; lat: number }) => [name, lat])).toEqual([
    ['B', 60.1],
    ['C', 60.1],
    ['A', 60.1],
  ])
  const orders = await admin.call('GET', `/api/reitti/tilaukset?id=${route}`)
  expect(orders.body.data[0]).toMatchObject({ ajopaiva: midnightOf('2026-11-24'), koskematon: true, hinta: 50 })
  const counted = await admin.call('GET', `/api/reitti/tilaukset?id=${route}&count=true`)
  expect(counted.body).toEqual({ data: [], meta: { count: 2 } })
})

test.each([
  ['GET', `/api/reitti?operation=OPERATION_GET_OSOITTEET&id=${randomUUID()}`, undefined, 404],
  ['GET', '/api/reitti?operation=OPERATION_GET_OSOITTEET', undefined, 400],
  ['GET', `/api/reitti?id=${randomUUID()}`, undefined, 400],
  ['GET', '/api/reitti?operation=x', undefined, 400],
  ['GET', '/api/reitti?tila=x', undefined, 400],
  ['GET', '/api/reitti/tilaukset', undefined, 400],
  ['GET', "/api/reitti/tilaukset?id=1' OR 1=1", undefined, 400],
  ['GET', `/api/reitti/tilaukset?id=${randomUUID()}&count=ehka`, undefined, 400],
  ['POST', '/api/reitti', { operation: 'OPERATION_PREVIEW', id: randomUUID(), vid: 1 }, 404],
  ['POST', '/api/reitti', { operation: 'OPERATION_PREVIEW', id: randomUUID(), vid: 'x' }, 422],
  ['POST', '/api/reitti', [], 422],
] as const)('%s %s is refused', async (method, path, body, status) => {
  const answer = await admin.call(method, path, body)
  expect(answer.status, answer.text).toBe(status)
})

test('a route is stored with a number or a name; one that was stored without either may stay so', async () => {
  const post = (attributes: object) => admin.call('POST', url, { data: { type: 'reitti_entity--reitti_entity', attributes } })
  const refused = await post({ hinta: 60 })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/name' }, detail: 'Anna reittinumero tai nimi.' }])
  expect((await post({ reittinro: '12' })).status).toBe(201)
  const { route } = await addRoute({ reittinro: '', name: '' })
  await change(route, { hinta: 60 })
})

test('a preview with values of a wrong form names their fields', async () => {
  const { route } = await addRoute()
  const values = { hinnat: { x: 'y' }, osoitteet: 'kaikki', viikonpaivat: [9], laskutuspaivat: ['20'] }
  const answer = await admin.call('POST', '/api/reitti', { operation: 'OPERATION_PREVIEW', id: route, vid: 1, ...values })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'hinnat',
    'laskutuspaivat',
    'osoitteet',
    'viikonpaivat',
  ])
})

test('an order of a route is invoiced on its billing day: the list says when, and sending refuses before', async () => {
  const { route } = await addRoute({ laskutuspaivat: ['15', 't'] })
  await run()
  const [first] = await ordersOf(route)
  const delivered = midnightOf('2026-11-24') + 12 * 3600
  await server.pool.query(`UPDATE lahetys SET tila = 'toimitettu', timestamp_toimitettu = $2 WHERE tilaus_id = $1`, [first?.id, delivered])
  await server.pool.query(`UPDATE tilaus SET tilauksen_tila = 'toimitettu', avoin = false, timestamp_toimitettu = $2 WHERE id = $1`, [
    ...[first?.id, delivered],
  ])
  await server.pool.query(`UPDATE asiakas SET y_tunnus = '1234567-1' WHERE id = $1`, [first?.asiakas])
  const list = async (day: string, puuttuu = '') => {
    server.clock.now = midnightOf(day) + 9 * 3600
    const viewer = await server.person(['yllapito'])
    const { body } = await viewer.call('GET', `/api/laskuttamattomat_tilaukset?asiakas_id=${first?.asiakas}${puuttuu}`)
    await setSeller(viewer)
    const sent = await viewer.call('POST', '/api/fivaldi/laskuta', { tilaus_ids: [first?.id] })
    return { data: body.data, sent: sent.body.results }
  }
  const before = await list('2026-11-29')
  expect(before.data).toMatchObject([{ puuttuu: ['laskutuspaiva'], laskutettavissa: midnightOf('2026-11-30') }])
  expect(before.sent).toMatchObject([{ success: false, message: 'Odottaa laskutuspäivää.' }])
  expect((await list('2026-11-29', '&puuttuu=laskutuspaiva')).data).toHaveLength(1)
  expect((await list('2026-11-29', '&puuttuu=ei_mitaan')).data).toEqual([])
  const on = await list('2026-11-30')
  expect(on.data).toMatchObject([{ puuttuu: [] }])
  expect(on.sent).toMatchObject([{ success: true }])
  server.clock.now = midnightOf(monday) + 3600
})
