import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { assignDriver, placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardDriversOf, readBoardOf } from '#server/testing/planning/board.ts'
import { type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let day: number

beforeAll(async () => {
  ;({ server, admin, customer } = await startServerWithUsers())
  day = addDays(startOfDay(server.clock.now), 1)
})
afterAll(() => server.close())

const place = (...rows: Record<string, unknown>[]) =>
  placeOrder(
    customer,
    rows.map((values) => ({ toivottu_toimitus: day, nouto_postitmp: 'Nastola', ...values })),
  )

test('has of each shift what the board has, and the drivers whose work has no stops', async () => {
  const [driver, idle] = [await server.person(['kuljettaja']), await server.person(['kuljettaja'])]
  const auto = await makeCar(server, { rekisterinumero: 'PAN-1', kantavuus: 500, lavapaikat: 2 })
  await makeShift(admin, driver.id, { auto, paiva: day })
  await makeShift(admin, driver.id, { paiva: day, alkuaika: 1080, kesto: 120 })
  const { shipments } = await place({ maara: 6, yksikkopaino: 100, varauma: 'lava' })
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: day })
  const [two, one] = [await place({}, {}), await place({})]
  await assignDriver(admin, idle, [...two.shipments, ...one.shipments])

  const { reitit } = await readBoardOf(admin, day)
  const { vuorot, ilman_vuoroa } = await readBoardDriversOf(admin, day)
  expect(vuorot).toEqual(
    reitit.map(({ id, kuljettaja, alku, loppu, auto, huomautukset, kg, lavat, pysahdykset }) => ({
      ...{ id, kuljettaja, alku, loppu, auto, huomautukset, kg, lavat },
      pysahdyksia: pysahdykset.length,
    })),
  )
  expect(vuorot[0]).toMatchObject({ kg: 600, lavat: 6, pysahdyksia: 2, auto: { kantavuus: 500, lavapaikat: 2 } })
  expect(vuorot[0]?.huomautukset.map(({ laji }) => laji)).toEqual(expect.arrayContaining(['ylikuorma_kg', 'ylikuorma_lavat']))
  expect(ilman_vuoroa).toMatchObject([{ kuljettaja: { id: idle.id }, tilauksia: 2 }])
})

test('what went wrong at a stop that is done is not among the breaches', async () => {
  const driver = await server.person(['kuljettaja'])
  const today = startOfDay(server.clock.now)
  await makeShift(admin, driver.id, { paiva: today, alkuaika: 0, kesto: 60 })
  const { shipments } = await place({ toivottu_toimitus: today, nouto_aika_loppu: today + 60 })
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: today })
  const lateOf = async () =>
    (await readBoardDriversOf(admin, today)).vuorot
      .find(({ kuljettaja }) => kuljettaja.id === driver.id)
      ?.huomautukset.filter(({ laji }) => laji === 'myohassa').length
  expect(await lateOf()).toBe(1)
  await setState(driver, shipments, 'kuljetuksessa')
  expect(await lateOf()).toBe(0)
})
