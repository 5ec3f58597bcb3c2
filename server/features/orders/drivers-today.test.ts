import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driversOfCarsCall } from '#domain/features/orders/drivers-of-cars.ts'
import { driversTodayCall } from '#domain/features/orders/drivers-today.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let today: number

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
  today = startOfDay(server.clock.now)
})
afterAll(() => server.close())

async function car(rekisterinumero: string): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'auto', { id, name: 'Auto', rekisterinumero })
  return id
}
const shift = (driver: Person, values: Record<string, unknown> = {}) =>
  insert(server.pool, 'tyovuoro', { id: randomUUID(), kuljettaja_id: driver.id, paiva: today, tyyppi: 'TYOVUORO', ...values })
async function give(driver: Person, auto: string | null, rows: Record<string, unknown>[]): Promise<void> {
  const { shipments } = await placeOrder(customer, rows)
  await server.pool.query('UPDATE lahetys SET kuljettaja_id = $1, auto_id = $2 WHERE id = ANY($3)', [driver.id, auto, shipments])
}
async function rowOf(driver: Person) {
  const answer = await admin.call('GET', '/api/paivan_kuljettajat')
  expect(answer.status, answer.text).toBe(200)
  const { data, meta } = driversTodayCall.output.parse(answer.body)
  expect(meta.count).toBe(data.length)
  return data.find(({ id }) => id === driver.id)
}

test('lists drivers on shift with their cars and undelivered work', async () => {
  const [onShift, onRoute, extra, late, free, done] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  const [own, ofRoute, driven] = [await car('RYE-762'), await car('KLR-418'), await car('ZNB-207')]
  const route = randomUUID()
  await insert(server.pool, 'tyoreitti', { id: route, name: 'Jakelu', auto_id: ofRoute })
  const removed = randomUUID()
  await insert(server.pool, 'tyoreitti', { id: removed, name: 'Lakannut', auto_id: driven, status: 0 })
  await shift(onShift, { auto_id: own })
  await shift(onRoute, { tyoreitti_ids: [removed, route] })
  // Yesterday's shift, a holiday and a removed shift do not count.
  await shift(free, { paiva: addDays(today, -1) })
  await shift(free, { tyyppi: 'LOMA' })
  await shift(free, { status: 0 })

  await give(onShift, driven, [{ toivottu_toimitus: today }])
  // Of tomorrow's shipments, only those already on board.
  await give(extra, driven, [{ toivottu_toimitus: addDays(today, 1) }])
  await server.pool.query(`UPDATE lahetys SET tila = 'kuljetuksessa' WHERE kuljettaja_id = $1`, [extra.id])
  await give(late, driven, [{ toivottu_toimitus: today }])
  await server.pool.query('UPDATE lahetys SET toivottu_toimitus = $2 WHERE kuljettaja_id = $1', [late.id, addDays(today, -1)])
  await give(free, driven, [{ toivottu_toimitus: addDays(today, 1) }])
  await give(done, driven, [{ toivottu_toimitus: today }])
  await server.pool.query(`UPDATE lahetys SET tila = 'toimitettu' WHERE kuljettaja_id = $1`, [done.id])

  const auto = (id: string, rekisterinumero: string) => ({ id, rekisterinumero })
  expect(await rowOf(onShift)).toMatchObject({ vuorossa: true, auto: auto(own, 'RYE-762') })
  expect(await rowOf(onRoute)).toMatchObject({ vuorossa: true, auto: auto(ofRoute, 'KLR-418') })
  for (const who of [extra, late]) expect(await rowOf(who)).toMatchObject({ vuorossa: false, auto: auto(driven, 'ZNB-207') })
  for (const who of [free, done]) expect(await rowOf(who)).toBeUndefined()
})

test('the car of a running working day comes first; a day that was left open does not count', async () => {
  const [running, atWork, forgot] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  const [planned, taken] = [await car('VUO-101'), await car('OTE-102')]
  const { now } = server.clock
  const day = (driver: Person, alkuaika: number, values: Record<string, unknown> = {}) =>
    insert(server.pool, 'tyovuoro_kirjaus', { id: randomUUID(), kuljettaja_id: driver.id, alkuaika, auto_id: taken, ...values })
  await shift(running, { auto_id: planned })
  await day(running, now - 3600)
  await day(atWork, now - 7200)
  // Ended today, and open since the day before yesterday.
  await day(forgot, now - 9000, { loppuaika: now - 60 })
  await day(forgot, now - 2 * 86_400)
  expect(await rowOf(running)).toMatchObject({ vuorossa: true, auto: { rekisterinumero: 'OTE-102' } })
  expect(await rowOf(atWork)).toMatchObject({ vuorossa: true, auto: { rekisterinumero: 'OTE-102' } })
  expect(await rowOf(forgot)).toBeUndefined()
})

test('a driver whose shift has ended is listed, but is not on shift any more unless the working day is open', async () => {
  const [ended, evening, stays] = [
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
    await server.person(['kuljettaja']),
  ]
  const minute = Math.floor((server.clock.now - today) / 60)
  const past = { alkuaika: 0, kesto: minute }
  for (const driver of [ended, evening, stays]) await shift(driver, past)
  await shift(evening, { alkuaika: minute, kesto: 60 })
  await insert(server.pool, 'tyovuoro_kirjaus', { id: randomUUID(), kuljettaja_id: stays.id, alkuaika: server.clock.now - 3600 })
  expect(await rowOf(ended)).toMatchObject({ vuorossa: false })
  expect(await rowOf(evening)).toMatchObject({ vuorossa: true })
  expect(await rowOf(stays)).toMatchObject({ vuorossa: true })
})

test('drivers and maintenance staff see who drives which car, and nothing else of it; customers do not', async () => {
  const [driver, mechanic] = [await server.person(['kuljettaja']), await server.person(['huolto'])]
  const auto = await car('KUK-123')
  await shift(driver, { auto_id: auto })
  for (const who of [driver, mechanic, admin]) {
    const { data } = driversOfCarsCall.output.parse((await who.call('GET', '/api/autojen_kuljettajat')).body)
    expect(data.filter((one) => one.auto === auto)).toEqual([{ auto, name: 'Maija Meikäläinen' }])
  }
  expect((await customer.call('GET', '/api/autojen_kuljettajat')).status).toBe(403)
  expect((await mechanic.call('GET', '/api/paivan_kuljettajat')).status).toBe(403)
})
