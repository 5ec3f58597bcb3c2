import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeatureName } from '#domain/model/features.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { assignDriver, placeOrder, setState } from '#server/testing/deliveries.ts'
import { changeBoardAs, makeCar, makeShift, readBoardDriversOf, readBoardOf } from '#server/testing/planning/board.ts'
import { insert, type Person, startServerWithUsers, type TestServer } from '#server/testing/test-server.ts'

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

const startDay = (driver: Person, alkuaika: number) =>
  insert(server.pool, 'tyovuoro_kirjaus', { id: randomUUID(), kuljettaja_id: driver.id, alkuaika })
const offShiftOn = async (paiva: number) =>
  new Map((await readBoardDriversOf(admin, paiva)).ilman_vuoroa.map(({ kuljettaja, tilauksia }) => [kuljettaja.id, tilauksia]))

test('has of today also the drivers who are at work without a shift, not those who forgot to end an earlier day', async () => {
  const { now } = server.clock
  const [atWork, onShift, forgot] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  await makeShift(admin, onShift.id, { paiva: startOfDay(now) })
  await startDay(atWork, now - 3600)
  await startDay(onShift, now - 3600)
  await startDay(forgot, now - 2 * 86_400)
  const today = await offShiftOn(now)
  expect([today.get(atWork.id), today.has(onShift.id), today.has(forgot.id)]).toEqual([0, false, false])
  expect((await offShiftOn(day)).has(atWork.id)).toBe(false)
})

const switchOff = async (...off: FeatureName[]) => {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  const saved = await admin.call('PATCH', '/api/asetukset', { values: { poissa_kaytosta: off }, versio })
  expect(saved.status, saved.text).toBe(200)
}

test('a company without shifts has all its drivers, with the open orders of the day', async () => {
  const [idle, driver, left] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [left.id])
  await makeShift(admin, driver.id, { paiva: day })
  const { shipments } = await place({}, {})
  await changeBoardAs(admin, { operation: 'assign', ids: shipments, kuljettaja: driver.id, paiva: day })
  await switchOff('tyovuorot')
  try {
    const { vuorot } = await readBoardDriversOf(admin, day)
    const found = await offShiftOn(day)
    expect([vuorot, found.get(idle.id), found.get(driver.id), found.has(left.id)]).toEqual([[], 0, 1, false])
  } finally {
    await switchOff()
  }
  expect((await readBoardDriversOf(admin, day)).vuorot.map(({ kuljettaja }) => kuljettaja.id)).toContain(driver.id)
})
