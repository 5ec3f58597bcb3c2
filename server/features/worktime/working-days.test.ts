// Working-time records saved by the generic calls follow the same rules as the driver's own calls (rules/worktime.md#bounds).
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'

const recordType = 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity'
const taskType = 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity'
const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const tasks = '/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity'

let server: SharedServer
let admin: Person
let driver: Person
let start: number
beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  start = server.clock.now - (server.clock.now % 60) - 4 * 3600
})
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
})

const draft = (attributes: object) => ({
  type: recordType,
  attributes,
  relationships: { kuljettaja: { data: { type: 'user--user', id: driver.id } } },
})
const add = (attributes: object) => admin.call('POST', records, { data: draft(attributes) })
const addTask = (record: string, attributes: object) =>
  admin.call('POST', tasks, {
    data: { type: taskType, attributes, relationships: { tyovuoro_kirjaus: { data: { type: recordType, id: record } } } },
  })
async function change(id: string, attributes: object) {
  const { vid } = (await admin.call('GET', `${records}/${id}`)).body.data.attributes
  return admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, ...attributes } } })
}
const pointers = (answer: { body: { errors: { source?: { pointer: string } }[] } }) =>
  answer.body.errors.map(({ source }) => source?.pointer)

test('a driver has one open day at a time; an ended one may be opened again only when no other is open', async () => {
  const first = await add({ alkuaika: start })
  expect(first.status, first.text).toBe(201)
  const second = await add({ alkuaika: start + 3600 })
  expect(second.status, second.text).toBe(422)
  expect(second.body.errors[0].detail).toContain('avoin työpäivä')
  expect(pointers(second)).toEqual(['/data/attributes/alkuaika'])
  const { id } = first.body.data
  expect((await change(id, { loppuaika: start + 1800 })).status).toBe(200)
  expect((await add({ alkuaika: start + 3600 })).status).toBe(201)
  const reopened = await change(id, { loppuaika: 0 })
  expect([reopened.status, pointers(reopened)]).toEqual([422, ['/data/attributes/loppuaika']])
  const both = await operations(admin, [
    { op: 'add', data: draft({ alkuaika: start, loppuaika: start + 60 }) },
    { op: 'add', data: draft({ alkuaika: start + 7200 }) },
  ])
  expect(both.status, both.text).toBe(422)
})

test('of days that are started at the same time one is stored', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add({ alkuaika: start + index * 60 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  const { rows } = await server.pool.query('SELECT id FROM tyovuoro_kirjaus WHERE kuljettaja_id = $1', [driver.id])
  expect(rows).toHaveLength(1)
})

test('no time may be in the future, and times are stored to the minute', async () => {
  const { now } = server.clock
  const ahead = await add({ alkuaika: now + 60 })
  expect([ahead.status, pointers(ahead)]).toEqual([422, ['/data/attributes/alkuaika']])
  const ending = await add({ alkuaika: start, loppuaika: now + 60 })
  expect([ending.status, pointers(ending)]).toEqual([422, ['/data/attributes/loppuaika']])
  const made = await add({ alkuaika: start + 59 })
  expect(made.body.data.attributes).toMatchObject({ alkuaika: start })
  const { id } = made.body.data
  expect((await addTask(id, { alkuaika: now + 60, tyyppi: 'AJO' })).status).toBe(422)
  const task = await addTask(id, { alkuaika: start + 119, tyyppi: 'AJO' })
  expect(task.body.data.attributes).toMatchObject({ alkuaika: start + 60 })
})

test('tasks must lie within their day when either is changed', async () => {
  const { id } = (await add({ alkuaika: start })).body.data
  expect((await addTask(id, { alkuaika: start - 60, tyyppi: 'AJO' })).status).toBe(422)
  expect((await addTask(id, { alkuaika: start + 3600, tyyppi: 'AJO' })).status).toBe(201)
  const later = await change(id, { alkuaika: start + 3660 })
  expect([later.status, pointers(later)]).toEqual([422, ['/data/attributes/alkuaika']])
  const shorter = await change(id, { loppuaika: start + 1800 })
  expect([shorter.status, pointers(shorter)]).toEqual([422, ['/data/attributes/loppuaika']])
  expect((await change(id, { loppuaika: start + 7200 })).status).toBe(200)
})
