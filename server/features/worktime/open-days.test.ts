import { afterAll, beforeAll, expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { flagOpenDays } from './open-days.ts'

const monday = midnightOf('2026-11-23')
const on = (hours: number, minutes = 0): number => atTime(monday, hours, minutes)

let server: TestServer
let admin: Person
let driver: Person
beforeAll(async () => {
  server = await startTestServer()
  // Sessions of the evening are valid all day.
  server.clock.now = on(22)
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const flag = () => flagOpenDays(openContext({ pool: server.pool, clock: () => server.clock.now }))
async function shownTo(person: Person): Promise<string[]> {
  const { rows } = await server.pool.query<{ message: string }>(
    `SELECT message FROM notification WHERE status = 1 AND NOT disabled
       AND (tyyppi = 'PERSONAL' AND henkilot_ids @> $1 OR tyyppi = 'GLOBAL' AND roles && $2)`,
    [[person.id], person === admin ? ['yllapito'] : ['kuljettaja']],
  )
  return rows.map(({ message }) => message)
}

test('a day that is open for more than 16 hours is flagged to its driver and to administrators once, until it ends', async () => {
  const other = await server.person(['kuljettaja'])
  const operate = (operation: string, body: object = {}, who = driver) =>
    who.call('POST', '/api/tyovuoro-kirjaus', { operation: `POST_OPERATION_${operation}`, ...body })
  server.clock.now = on(6)
  expect((await operate('START_DAY', { auto: null })).status).toBe(200)
  server.clock.now = on(12)
  expect((await operate('START_DAY', { auto: null }, other)).status).toBe(200)
  server.clock.now = on(22)
  await flag()
  expect([await shownTo(driver), await shownTo(admin)]).toEqual([[], []])
  server.clock.now = on(22, 1)
  await flag()
  await flag()
  expect(await shownTo(driver)).toEqual([
    'Työpäiväsi on ollut auki 23.11.2026 klo 6.00 alkaen. Jos työsi on jo päättynyt, päätä päivä ja pyydä korjausta.',
  ])
  expect(await shownTo(admin)).toEqual([expect.stringMatching(/^Työpäivä on ollut auki 23\.11\.2026 klo 6\.00 alkaen: .+\.$/)])
  expect(await shownTo(other)).toEqual([])
  expect((await operate('END_DAY')).status).toBe(200)
  await flag()
  expect([await shownTo(driver), await shownTo(admin)]).toEqual([[], []])
})
