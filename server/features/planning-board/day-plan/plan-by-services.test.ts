import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardOf } from '#server/testing/planning/board.ts'
import { type RouteStub, startRouteStub, stubMetres } from '#server/testing/providers/route-services.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let stub: RouteStub
let admin: Person
let customer: Person
let drivers: Person[]
let shifts: string[]
let day: number
let plates = 0

beforeAll(async () => {
  stub = await startRouteStub()
  const env = { OSRM_URL: stub.url, DAY_PLAN: 'vroom', VROOM_URL: `${stub.url}/vroom` }
  server = await startTestServer({ env, routeServices: { timeout: 2000 } })
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  const points = { '15110': [60.98, 25.66], '15200': [60.99, 25.7], '90100': [65.01, 25.47] } as const
  const codes = Object.entries(points).map(([postinumero, [lat, lng]]) => ({ maa: 'FI', postinumero, paikka: 'Paikka', lat, lng }))
  await addPostalCodes(server.pool, codes)
})
afterAll(async () => {
  await server.close()
  await stub.close()
})
beforeEach(async () => {
  day = addDays(day ?? startOfDay(server.clock.now), 1)
  drivers = [await server.person(['kuljettaja']), await server.person(['kuljettaja'])]
  shifts = []
  for (const { id } of drivers) {
    const auto = await makeCar(server, { rekisterinumero: `VRM-${++plates}`, kantavuus: 1500, lavapaikat: 10 })
    shifts.push(await makeShift(admin, id, { paiva: day, auto }))
  }
})
afterEach(() => {
  stub.faults.next = []
  stub.requests.length = 0
})

const places = { nouto_osoite1: 'Katu 1', nouto_postinro: '15110', toimitus_osoite1: 'Katu 2', toimitus_postinro: '15200' }
const one = async (values: Record<string, unknown> = {}) =>
  (await placeOrder(customer, [{ toivottu_toimitus: day, yksikkopaino: 400.5, ...places, ...values }])).shipments[0] ?? ''
async function propose() {
  const answer = await admin.call('POST', '/api/ajot/ehdotus', { paiva: day })
  expect(answer.status, answer.text).toBe(200)
  return proposeDayCall.output.parse(answer.body).data
}
const asked = () => stub.requests.flatMap(({ url, body }) => (url.pathname === '/vroom' ? [JSON.parse(body)] : []))

test('VROOM gets the shipments with their windows and amounts and the cars with their capacity and breaks; its plan is proposed', async () => {
  const window = { toimitus_aika_alku: day + 10 * 3600, toimitus_aika_loppu: day + 12 * 3600 }
  const [a, b] = [await one(window), await one()]
  await changeBoardAs(admin, { operation: 'assign', ids: [b], kuljettaja: drivers[0]?.id ?? '', paiva: day })
  const proposal = await propose()
  expect(proposal).toMatchObject({ ilmoitus: '', mahtumatta: [] })
  expect(proposal.siirtyvat.map(({ tyo }) => tyo)).toEqual([a])
  const [{ vehicles, shipments, matrices }] = asked()
  expect(vehicles).toHaveLength(2)
  for (const vehicle of vehicles) {
    expect(vehicle).toMatchObject({ capacity: [1_500_000, 10_000], max_travel_time: 9 * 3600, costs: { fixed: 600 } })
    const [begins, ends] = vehicle.time_window
    expect(vehicle.breaks).toHaveLength(Math.ceil((ends - begins - 4.5 * 3600) / (5.25 * 3600)))
    expect(vehicle.breaks[0]).toEqual({ id: 0, service: 45 * 60, time_windows: [[begins, begins + 4.5 * 3600]] })
  }
  expect(shipments).toHaveLength(2)
  expect(shipments.map(({ amount }: { amount: number[] }) => amount[0])).toEqual([400_500, 400_500])
  const bound = shipments.filter(({ skills }: { skills: number[] }) => skills.length > 0)
  expect(bound).toHaveLength(1)
  const timed = shipments.find(({ skills }: { skills: number[] }) => skills.length === 0)
  const [opens, closes] = timed.delivery.time_windows[0]
  expect(closes - opens).toBe(2 * 3600)
  // The roads are OSRM's: minutes of the stub. A car whose place is not known begins at a place of its own.
  expect(Math.max(...matrices.car.durations.flat())).toBeLessThan(600)
  expect(matrices.car.durations.at(-1)).toEqual(new Array(matrices.car.durations.length).fill(0))
  expect(proposal.reitit.flatMap(({ metrit }) => metrit).every((metres) => metres % stubMetres === 0)).toBe(true)
  await changeBoardAs(admin, {
    operation: 'accept',
    reitit: proposal.reitit.map(({ id, jarjestys }) => ({ tyovuoro: id, jarjestys })),
    versiot: proposal.versiot,
  })
  expect((await readBoardOf(admin, day)).vapaat).toEqual([])
})

test('VROOM gets goods that are on board as jobs, and its plan is proposed', async () => {
  const [aboard, b] = [await one(), await one()]
  await changeBoardAs(admin, { operation: 'assign', ids: [aboard], kuljettaja: drivers[0]?.id ?? '', paiva: day })
  await setState(drivers[0] ?? admin, [aboard], 'kuljetuksessa')
  const proposal = await propose()
  expect(proposal).toMatchObject({ ilmoitus: '', mahtumatta: [], siirtyvat: [{ tyo: b }] })
  const [{ shipments, jobs }] = asked()
  expect(shipments).toHaveLength(1)
  expect(jobs).toMatchObject([{ delivery: [400_500, expect.any(Number)], skills: [expect.any(Number)] }])
})

test.each(['busy', 'broken', 'silent', 'accepted-then-closed'] as const)(
  'when it is %s, our own search proposes, and the answer says so',
  async (fault) => {
    const id = await one()
    stub.faults.next = [fault, fault]
    const proposal = await propose()
    expect(proposal.siirtyvat.map(({ tyo }) => tyo)).toEqual([id])
    expect(proposal.ilmoitus).toBe('Reittipalvelu ei vastaa. Ajoajat ovat arvioita. VROOM ei vastaa. Ehdotus on laskettu Kuormassa.')
  },
)

test('a plan that breaks a constraint is not taken: our own search replaces it', async () => {
  // The stub delivers backwards with the last car, whatever the windows are.
  await one({ toimitus_aika_alku: day + 12 * 3600, toimitus_aika_loppu: day + 13 * 3600 })
  await one({ toimitus_aika_alku: day + 8 * 3600, toimitus_aika_loppu: day + 9 * 3600 })
  const proposal = await propose()
  expect(proposal).toMatchObject({ mahtumatta: [] })
  expect(proposal.ilmoitus).toBe('Palvelun VROOM ehdotus ei kelvannut. Ehdotus on laskettu Kuormassa.')
  expect(shifts).toEqual(expect.arrayContaining(proposal.reitit.map(({ id }) => id)))
})

test('60 shipments between 120 doors and 4 cars are planned by the roads, with no constraint broken', {
  timeout: 60_000,
}, async () => {
  const codes = Array.from({ length: 120 }, (_, index) => ({
    ...{ maa: 'FI', postinumero: `${70_000 + index}`, paikka: 'Paikka' },
    ...{ lat: 61 + (index % 20) / 100, lng: 25.6 + Math.floor(index / 20) / 100 },
  }))
  await addPostalCodes(server.pool, codes)
  for (let made = 2; made < 4; made++) await makeShift(admin, (await server.person(['kuljettaja'])).id, { paiva: day })
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...{ toivottu_toimitus: day, yksikkopaino: 20, nouto_osoite1: `Katu ${index}`, toimitus_osoite1: `Tie ${index}` },
    ...{ nouto_postinro: `${70_000 + index}`, toimitus_postinro: `${70_119 - index}` },
  }))
  for (let from = 0; from < rows.length; from += 50) await placeOrder(customer, rows.slice(from, from + 50))
  const proposal = await propose()
  expect(proposal.tulee).toBe(0)
  expect(proposal.reitit.flatMap(({ huomautukset }) => huomautukset.filter(({ laji }) => laji !== 'etuajassa'))).toEqual([])
  expect(proposal.siirtyvat.length + proposal.mahtumatta.length).toBe(60)
  expect(proposal.mahtumatta.length).toBe(0)
  expect(proposal.ilmoitus).not.toContain('Reittipalvelu')
  const tables = stub.requests.filter(({ url }) => url.pathname.startsWith('/table/'))
  expect(tables).toHaveLength(4)
})
