import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { estimateRoad } from '#domain/values/place/distance.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { openRoads } from '#server/platform/ports/maps/open-roads.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeShift, readBoardOf } from '#server/testing/planning/board.ts'
import { type RouteStub, startRouteStub, stubMetres, stubSeconds } from '#server/testing/providers/route-services.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'
import { measureTravel } from './measure-travel.ts'

let server: TestServer
let stub: RouteStub
let admin: Person
let customer: Person
let driver: Person
let day: number
let shift: string

const lahti = { lat: 60.98, lng: 25.66 }
const tampere = { lat: 61.5, lng: 23.76 }
const oulu = { lat: 65.01, lng: 25.47 }

beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  stub = await startRouteStub()
  const points = { '15110': lahti, '90100': oulu, '33100': tampere } as const
  const codes = Object.entries(points).map(([postinumero, point]) => ({ maa: 'FI', postinumero, paikka: 'Paikka', ...point }))
  await addPostalCodes(server.pool, codes)
})
afterAll(async () => {
  await stub.close()
  await server.close()
})
beforeEach(async () => {
  day = addDays(day ?? startOfDay(server.clock.now), 1)
  driver = await server.person(['kuljettaja'])
  shift = await makeShift(admin, driver.id, { paiva: day })
})
afterEach(async () => {
  stub.faults.next = []
  stub.unreachable.clear()
  stub.requests.length = 0
  await server.pool.query('DELETE FROM travel_time')
  // The same legs would be measured for the shifts of earlier tests.
  await server.pool.query('UPDATE tyovuoro SET status = 0')
})

const places = { nouto_osoite1: 'Katu 1', nouto_postinro: '15110', toimitus_osoite1: 'Katu 2', toimitus_postinro: '90100' }
async function assigned(): Promise<void> {
  const { shipments } = await placeOrder(customer, [{ toivottu_toimitus: day, ...places }])
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: day })
}
function measure(): Promise<void> {
  const { roads } = openRoads({ osrmUrl: stub.url }, { log: { warn: () => undefined }, timeout: 300 })
  return measureTravel({ ...openContext({ pool: server.pool, clock: () => server.clock.now }), roads })
}
const routeOf = async () => (await readBoardOf(admin, day)).reitit.find(({ id }) => id === shift)
const storedStops = async () =>
  (await server.pool.query('SELECT vid, ajo_metrit, ajo_sekunnit FROM ajo_pysahdys WHERE tyovuoro_id = $1 ORDER BY jarjestys', [shift]))
    .rows

const estimate = Math.round(estimateRoad(lahti, oulu).metres)

test('legs are estimates until they have been measured; then the board, the stored times and later operations have them', async () => {
  await assigned()
  expect(stub.requests).toEqual([])
  expect((await routeOf())?.metrit).toBe(estimate)
  await measure()
  expect((await routeOf())?.metrit).toBe(stubMetres)
  expect((await storedStops()).at(-1)).toMatchObject({ ajo_metrit: stubMetres, ajo_sekunnit: stubSeconds })

  // Measured once: neither the next run nor an operation asks the provider again.
  const [asked, stored] = [stub.requests.length, await storedStops()]
  await measure()
  expect([stub.requests.length, await storedStops()]).toEqual([asked, stored])
  await assigned()
  expect((await routeOf())?.metrit).toBe(stubMetres)
  expect((await storedStops()).map(({ ajo_metrit }) => ajo_metrit)).toEqual([0, stubMetres])
  expect(stub.requests).toHaveLength(asked)
})

test.each(['busy', 'broken', 'silent', 'accepted-then-closed'] as const)(
  'when the provider is %s, nothing changes, and the next run measures',
  async (fault) => {
    await assigned()
    const before = await storedStops()
    stub.faults.next = [fault]
    await measure()
    expect((await routeOf())?.metrit).toBe(estimate)
    expect(await storedStops()).toEqual(before)
    await measure()
    expect((await routeOf())?.metrit).toBe(stubMetres)
  },
)

test('where no road leads, the estimate stays and is not asked about every minute', async () => {
  await assigned()
  const [a, b] = [lahti, oulu].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`)
  stub.unreachable.add(`${a};${b}`).add(`${b};${a}`)
  await measure()
  expect((await routeOf())?.metrit).toBe(estimate)
  const asked = stub.requests.length
  await measure()
  expect(stub.requests).toHaveLength(asked)
})

test('a place outside the provider’s map keeps back neither the other legs of its route nor the other shifts', async () => {
  const bad = `${oulu.lng.toFixed(6)},${oulu.lat.toFixed(6)}`
  await assigned()
  const { shipments } = await placeOrder(customer, [{ toivottu_toimitus: day, ...places, toimitus_postinro: '33100' }])
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: day })
  const other = await server.person(['kuljettaja'])
  const later = await makeShift(admin, other.id, { paiva: addDays(day, 1) })
  const near = await placeOrder(customer, [{ toivottu_toimitus: addDays(day, 1), ...places, toimitus_postinro: '33100' }])
  await changeBoardAs(admin, { operation: 'assign', ids: near.shipments, kuljettaja: other.id, paiva: addDays(day, 1) })
  stub.unreachable.add(bad)
  await measure()
  const lengths = async (id: string) =>
    (await server.pool.query('SELECT ajo_metrit FROM ajo_pysahdys WHERE tyovuoro_id = $1 ORDER BY jarjestys', [id])).rows.map(
      ({ ajo_metrit }) => Number(ajo_metrit),
    )
  expect((await lengths(later)).at(-1)).toBe(stubMetres)
  expect(await lengths(shift)).toContain(stubMetres)
  const asked = stub.requests.length
  await measure()
  expect(stub.requests).toHaveLength(asked)
  // The map has been mended: tried again in an hour.
  stub.unreachable.clear()
  await server.pool.query('UPDATE travel_time SET fetched = fetched - 3601')
  await measure()
  expect(await lengths(shift)).not.toContain(estimate)
})

test('a provider that fails for one shift is asked about the others', async () => {
  await assigned()
  const other = await server.person(['kuljettaja'])
  const later = await makeShift(admin, other.id, { paiva: addDays(day, 1) })
  const { shipments } = await placeOrder(customer, [{ toivottu_toimitus: addDays(day, 1), ...places, toimitus_postinro: '33100' }])
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: other.id, paiva: addDays(day, 1) })
  stub.faults.next = ['broken']
  await measure()
  expect((await readBoardOf(admin, addDays(day, 1))).reitit.find(({ id }) => id === later)?.metrit).toBe(stubMetres)
  expect((await routeOf())?.metrit).toBe(estimate)
})

test('the provider is not waited for within an operation', async () => {
  stub.faults.next = ['silent', 'silent', 'silent']
  await assigned()
  expect((await routeOf())?.metrit).toBe(estimate)
  expect(stub.requests).toEqual([])
})
