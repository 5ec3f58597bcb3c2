// Places of tasks get names when they are saved, by whichever call (rules/worktime.md#places).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { addPostalCodes, nearestTowns } from '#server/platform/ports/maps/postal-codes.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/tyovuoro-kirjaus'
const tasks = '/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity'
const type = 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity'
const day = midnightOf('2026-11-23')
const code = (postinumero: string, paikka: string, lat: number, lng: number) => ({ maa: 'FI', postinumero, paikka, lat, lng })
const tampere = { latitude: 61.4978, longitude: 23.761 }
const turku = { latitude: 60.45, longitude: 22.27 }

let server: TestServer
let admin: Person
let driver: Person
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = atTime(day, 18)
  admin = await server.person(['yllapito'])
  const codes = [
    code('33100', 'Tampere', 61.4942, 23.7817),
    code('20100', 'Turku', 60.4505, 22.2702),
    // Of post office boxes and of a firm: nearer, but not where they say.
    code('20101', 'Helsinki', 61.4978, 23.761),
    code('00102', 'Eduskunta', 60.45, 22.27),
  ]
  await addPostalCodes(server.pool, codes)
})
afterAll(() => server.close())
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
  await driver.call('POST', path, { operation: 'POST_OPERATION_START_DAY', auto: null, alkuaika: atTime(day, 6) })
})

type Task = { id: string; address_print: string }
async function start(tyyppi: string, body: object): Promise<Task> {
  const answer = await driver.call('POST', path, { operation: 'POST_OPERATION_START_TASK', tyyppi, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.kirjaus.tehtavat.find((task: { tyyppi: string }) => task.tyyppi === tyyppi)
}
const nameOf = async ({ id }: { id: string }): Promise<string> =>
  (await admin.call('GET', `${tasks}/${id}`)).body.data.attributes.address_print
async function change({ id }: { id: string }, values: object) {
  const { vid } = (await admin.call('GET', `${tasks}/${id}`)).body.data.attributes
  const answer = await admin.call('PATCH', `${tasks}/${id}`, { data: { type, id, attributes: { vid, ...values } } })
  expect(answer.status, answer.text).toBe(200)
}

test('a place is named by the nearest town, unless the device names the visit; without a place there is no name', async () => {
  expect(await start('AJO', { alkuaika: atTime(day, 7), ...tampere })).toMatchObject({ address_print: 'Tampere' })
  expect(await start('PURKU', { alkuaika: atTime(day, 8), ...turku, address_print: 'Turun Tukku Oy, Turku' })).toMatchObject({
    address_print: 'Turun Tukku Oy, Turku',
  })
  expect(await start('TAUKO', { alkuaika: atTime(day, 9) })).toMatchObject({ address_print: '', latitude: null })
  // Sent later by a device, also before its day is known.
  expect(await start('PESU', { alkuaika: atTime(day, 10), laitteen_ero: 0, ...turku })).toMatchObject({ address_print: 'Turku' })
  expect(await start('MUU', { alkuaika: atTime(day, 6) - 6 * 86_400, laitteen_ero: 0, ...turku })).toMatchObject({ address_print: 'Turku' })
})

test('a point that an administrator sets or moves is named, and a name that is taken away stays away', async () => {
  const task = await start('AJO', { alkuaika: atTime(day, 7) })
  await change(task, tampere)
  expect(await nameOf(task)).toBe('Tampere')
  await change(task, { address_print: '' })
  await change(task, { tyyppi: 'MUU' })
  expect(await nameOf(task)).toBe('')
  await change(task, turku)
  expect(await nameOf(task)).toBe('Turku')
  await change(task, { ...tampere, address_print: 'Terminaali' })
  expect(await nameOf(task)).toBe('Terminaali')
})

test('towns are found for many points at once, and none for a point far from all postal codes', async () => {
  const points = [
    { lat: 60.5, lng: 22.3 },
    { lat: 59.44, lng: 24.75 },
    { lat: 61.5, lng: 23.7 },
  ]
  expect(await nearestTowns(server.pool, points)).toEqual(['Turku', '', 'Tampere'])
})
