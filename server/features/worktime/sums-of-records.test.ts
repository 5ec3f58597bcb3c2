// The sums are written by whichever call changes a record or a task (rules/worktime.md#sums).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, atTime, midnightOf } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { operations } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { computeMissingSums } from './compute-missing-sums.ts'
import { eraseOldPlaces } from './erase-places.ts'
import { recordedDays } from './queries.ts'

const recordType = 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity'
const taskType = 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity'
const records = '/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity'
const tasks = '/jsonapi/tyovuoro_kirjaus_tehtava_entity/tyovuoro_kirjaus_tehtava_entity'

let server: TestServer
let admin: Person
let driver: Person
/** The first Monday of a two-week period that is over. */
const monday = midnightOf('2026-11-09')
const on = (day: number, hours: number): number => atTime(addDays(monday, day), hours)
beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = midnightOf('2026-11-23')
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
})

async function add(day: number, hours: number): Promise<string> {
  const attributes = { alkuaika: on(day, 6), loppuaika: on(day, 6 + hours) }
  const relationships = { kuljettaja: { data: { type: 'user--user', id: driver.id } } }
  const answer = await admin.call('POST', records, { data: { type: recordType, attributes, relationships } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const addTask = (record: string, attributes: object) =>
  admin.call('POST', tasks, {
    data: { type: taskType, attributes, relationships: { tyovuoro_kirjaus: { data: { type: recordType, id: record } } } },
  })
const read = async (id: string) => (await admin.call('GET', `${records}/${id}`)).body.data.attributes
async function change(id: string, attributes: object) {
  const { vid } = await read(id)
  return admin.call('PATCH', `${records}/${id}`, { data: { type: recordType, id, attributes: { vid, ...attributes } } })
}
const overtime = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { aika_ylityo_50, aika_ylityo_100 } = await read(id)
      return [aika_ylityo_50, aika_ylityo_100]
    }),
  )

test('the generic calls write the sums: a record, a task, a removed task, and all at once', async () => {
  const id = await add(0, 8)
  expect(await read(id)).toMatchObject({ aika_kesto: 480, aika_muu: 480, aika_tyoaika: 480, aika_ilta: 0 })
  const task = await addTask(id, { alkuaika: on(0, 8), tyyppi: 'TAUKO' })
  expect(task.status, task.text).toBe(201)
  expect(await read(id)).toMatchObject({ aika_muu: 120, aika_tauko: 360, aika_tyoaika: 120 })
  const { id: taskId, attributes } = task.body.data
  await admin.call('PATCH', `${tasks}/${taskId}`, {
    data: { type: taskType, id: taskId, attributes: { vid: attributes.vid, tyyppi: 'AJO' } },
  })
  expect(await read(id)).toMatchObject({ aika_ajo: 360, aika_tauko: 0, aika_tyoaika: 480 })
  const moved = await operations(admin, [
    { op: 'update', data: { type: taskType, id: taskId, attributes: { vid: attributes.vid + 1, alkuaika: on(0, 10) } } },
    { op: 'update', data: { type: recordType, id, attributes: { loppuaika: on(0, 15) } } },
  ])
  expect(moved.status, moved.text).toBe(200)
  expect(await read(id)).toMatchObject({ aika_kesto: 540, aika_muu: 240, aika_ajo: 300 })
  expect((await admin.call('DELETE', `${tasks}/${taskId}`)).status).toBe(204)
  expect(await read(id)).toMatchObject({ aika_muu: 540, aika_ajo: 0 })
})

test('overtime of later days follows when an earlier day changes, is removed or leaves the period', async () => {
  const ids: string[] = []
  for (const day of [0, 1, 2, 3, 4, 7, 8, 9, 10]) ids.push(await add(day, 8))
  const last = await add(13, 10)
  expect(await overtime([...ids.slice(-1), last])).toEqual([
    [0, 0],
    [120, 0],
  ])
  const before = await read(last)
  const [first = ''] = ids
  expect((await change(first, { loppuaika: on(0, 17) })).status).toBe(200)
  expect(await overtime([last])).toEqual([[300, 0]])
  // The change of the later day has its revision, and its other fields stay.
  const after = await read(last)
  expect(after.vid).toBe(before.vid + 1)
  expect(after).toMatchObject({ aika_kesto: 600, aika_pyha: before.aika_pyha, timestamp_latest_change: before.timestamp_latest_change })
  // Out of the period.
  expect((await change(first, { alkuaika: on(-1, 6), loppuaika: on(-1, 14) })).status).toBe(200)
  expect(await overtime([last])).toEqual([[0, 0]])
  await change(first, { alkuaika: on(0, 6), loppuaika: on(0, 16) })
  expect(await overtime([last])).toEqual([[240, 0]])
  expect((await admin.call('DELETE', `${records}/${first}`)).status).toBe(204)
  expect(await overtime([last])).toEqual([[0, 0]])
})

test('checked records keep their sums: the first open day takes the difference, and without one the period is flagged', async () => {
  const ids: string[] = []
  for (const day of [0, 1, 2, 3, 4, 7, 8, 9, 10]) ids.push(await add(day, 8))
  const [first = '', second = ''] = ids
  const last = await add(13, 10)
  for (const id of [...ids.slice(2), last]) expect((await change(id, { tarkistettu: true })).status).toBe(200)
  await change(second, { loppuaika: on(1, 15) })
  expect(await overtime([first, second, last])).toEqual([
    [60, 0],
    [0, 0],
    [120, 0],
  ])
  for (const id of [first, second]) await change(id, { tarkistettu: true })
  // A new day of the period takes nothing away from the checked ones.
  const extra = await add(11, 1)
  expect(await overtime([extra, last])).toEqual([
    [60, 0],
    [120, 0],
  ])
  expect(await read(last)).toMatchObject({ jakso_ei_tasmaa: false })
  expect((await admin.call('DELETE', `${records}/${extra}`)).status).toBe(204)
  // An unchecked day becomes shorter: nobody can pay back what the checked ones have.
  await change(first, { tarkistettu: false })
  await change(first, { loppuaika: on(0, 12) })
  expect(await read(last)).toMatchObject({ jakso_ei_tasmaa: true, tarkistettu: true, aika_ylityo_50: 120 })
  await change(first, { loppuaika: on(0, 15) })
  expect(await read(last)).toMatchObject({ jakso_ei_tasmaa: false })
  // Locked until it is unchecked.
  const locked = await change(last, { loppuaika: on(13, 15) })
  expect([locked.status, locked.body.errors[0].detail]).toEqual([
    422,
    'Tarkistettua kirjausta ei voi muuttaa. Poista ensin tarkistusmerkintä.',
  ])
  const lockedTask = await addTask(last, { alkuaika: on(13, 8), tyyppi: 'TAUKO' })
  expect(lockedTask.status).toBe(422)
})

test('a sent record that is unchecked keeps its sums until it is edited itself', async () => {
  const ids: string[] = []
  for (const day of [0, 1, 2, 3, 4, 7, 8, 9, 10]) ids.push(await add(day, 8))
  const last = await add(13, 10)
  await change(last, { tarkistettu: true })
  // As SEND_CSV leaves it.
  await server.pool.query(
    `UPDATE tyovuoro_kirjaus SET lahetetty = true, lahetetyt_summat = jsonb_build_object('aika_tyoaika', aika_tyoaika, 'aika_ylityo_50', aika_ylityo_50)
     WHERE id = $1`,
    [last],
  )
  expect((await change(last, { tarkistettu: false })).status).toBe(200)
  const [first = ''] = ids
  await change(first, { loppuaika: on(0, 15) })
  // The line of the period moves: the first unlocked day takes the difference.
  expect(await overtime([first, last])).toEqual([
    [60, 0],
    [120, 0],
  ])
  expect(await read(last)).toMatchObject({ lahetetty: true, korjaus_lahettamatta: false })
  // Its own edit is a correction, which the next payroll file has as a difference.
  await change(last, { loppuaika: on(13, 17) })
  expect(await read(last)).toMatchObject({ aika_tyoaika: 660, korjaus_lahettamatta: true })
  const worked = await overtime([...ids, last])
  expect(worked.flat().reduce((sum, minutes) => sum + minutes, 0)).toBe(4 * 60)
})

test('concurrent changes of a driver’s days in one period leave the overtime that the rule gives', async () => {
  const ids: string[] = []
  for (const day of [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]) ids.push(await add(day, 8))
  const changes = ids.map((id, index) => change(id, { loppuaika: on([0, 1, 2, 3, 4, 7, 8, 9, 10, 11][index] ?? 0, 15) }))
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  // One that was read before its overtime changed is 409.
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  const rows = await Promise.all(ids.map(read))
  const worked = rows.reduce((sum, { aika_tyoaika }) => sum + aika_tyoaika, 0)
  const paid = rows.reduce((sum, { aika_ylityo_50, aika_ylityo_100 }) => sum + aika_ylityo_50 + aika_ylityo_100, 0)
  expect(paid).toBe(Math.max(0, worked - 80 * 60))
})

test('the company’s period begins with the week of its setting, whichever day that is', async () => {
  const { body } = await admin.call('GET', '/api/asetukset')
  const saved = await admin.call('PATCH', '/api/asetukset', {
    values: { jakson_alku: addDays(body.values.jakson_alku, 2) },
    versio: body.versio,
  })
  expect(saved.status, saved.text).toBe(200)
  const ids: string[] = []
  for (const day of [0, 1, 2, 3, 4, 7, 8, 9, 10]) ids.push(await add(day, 9))
  expect(await overtime(ids.slice(-1))).toEqual([[60, 0]])
  const [first = ''] = ids
  const longer = await change(first, { loppuaika: on(0, 17) })
  expect(longer.status, longer.text).toBe(200)
  expect(await overtime(ids.slice(-1))).toEqual([[180, 0]])
  const back = { values: { jakson_alku: body.values.jakson_alku }, versio: saved.body.versio }
  expect((await admin.call('PATCH', '/api/asetukset', back)).status).toBe(200)
})

test('the company’s rules and period count', async () => {
  const ids = [await add(0, 9), await add(1, 11)]
  expect(await overtime(ids)).toEqual([
    [0, 0],
    [0, 0],
  ])
  const { body } = await admin.call('GET', '/api/asetukset')
  const [rule] = body.values.tyoajan_saannot
  const daily = { ...rule, alkaen: monday, ylityo: 'vuorokausi' }
  const saved = await admin.call('PATCH', '/api/asetukset', { values: { tyoajan_saannot: [rule, daily] }, versio: body.versio })
  expect(saved.status, saved.text).toBe(200)
  for (const id of ids) await change(id, { name: 'x' })
  expect(await overtime(ids)).toEqual([
    [60, 0],
    [120, 60],
  ])
  const wrong = [[], [{ ...rule, lepo: -1 }], [rule, rule], [{ ...rule, yo_alkaa: 0 }], [{ ...rule, muu: 1 }], [{ alkaen: monday }]]
  for (const tyoajan_saannot of wrong)
    expect((await admin.call('PATCH', '/api/asetukset', { values: { tyoajan_saannot } })).status, JSON.stringify(tyoajan_saannot)).toBe(422)
  await admin.call('PATCH', '/api/asetukset', { values: { tyoajan_saannot: [rule] } })
})

test('who changed a day last is known, also when only its tasks change', async () => {
  const id = await add(0, 8)
  const task = await addTask(id, { alkuaika: on(0, 8), tyyppi: 'AJO' })
  const colleague = await server.person(['yllapito'])
  server.clock.now += 100
  const { vid } = task.body.data.attributes
  const data = { type: taskType, id: task.body.data.id, attributes: { vid, tyyppi: 'LASTAUS' } }
  expect((await colleague.call('PATCH', `${tasks}/${task.body.data.id}`, { data })).status).toBe(200)
  const record = (await admin.call('GET', `${records}/${id}`)).body.data
  expect(record.attributes.timestamp_latest_change).toBe(server.clock.now)
  expect(record.relationships.user_latest_change.data.id).toBe(colleague.id)
})

test('sums of records from before they were computed are computed once, except of checked ones', async () => {
  const [old, checked] = [await add(0, 8), await add(1, 8)]
  await addTask(old, { alkuaika: on(0, 10), tyyppi: 'AJO' })
  await change(checked, { tarkistettu: true })
  const [no, typed] = ['aika_kesto = 0, aika_muu = 0, aika_tyoaika = 0, aika_ajo = 0', [old, checked]]
  await server.pool.query(`UPDATE tyovuoro_kirjaus SET ${no} WHERE id = ANY ($1)`, [typed])
  const engine = openContext({ pool: server.pool, clock: () => server.clock.now }).engine
  for (let run = 0; run < 2; run++) await computeMissingSums({ pool: server.pool, engine })
  const { vid, ...sums } = await read(old)
  expect(sums).toMatchObject({ aika_kesto: 480, aika_muu: 240, aika_ajo: 240, aika_tyoaika: 480 })
  expect(await read(checked)).toMatchObject({ aika_kesto: 0 })
  await computeMissingSums({ pool: server.pool, engine })
  expect((await read(old)).vid).toBe(vid)
})

test('an open day cannot be checked, by no call', async () => {
  const id = await add(0, 8)
  expect((await change(id, { loppuaika: 0, tarkistettu: true })).status).toBe(422)
  expect((await change(id, { loppuaika: 0 })).status).toBe(200)
  const checked = await change(id, { tarkistettu: true })
  expect([checked.status, checked.body.errors[0].detail]).toEqual([422, 'Työpäivä on vielä auki.'])
  expect((await change(id, { loppuaika: on(0, 14), tarkistettu: true })).status).toBe(200)
})

test('places are erased from the tasks and their history after the set time', async () => {
  const id = await add(0, 8)
  const recent = await add(13, 8)
  const place = { latitude: 60.2, longitude: 24.9, address_print: 'Satama' }
  const made = [
    await addTask(id, { alkuaika: on(0, 8), tyyppi: 'AJO', ...place }),
    await addTask(recent, { alkuaika: on(13, 8), tyyppi: 'AJO', ...place }),
  ]
  const [oldTask, newTask] = made.map(({ body }) => body.data.id)
  // Its place was taken away by hand: only its history still has it.
  const cleared = await addTask(id, { alkuaika: on(0, 7), tyyppi: 'MUU', ...place })
  const { id: clearedTask, attributes } = cleared.body.data
  const without = { vid: attributes.vid, latitude: null, longitude: null, address_print: '' }
  const emptied = await admin.call('PATCH', `${tasks}/${clearedTask}`, { data: { type: taskType, id: clearedTask, attributes: without } })
  expect(emptied.status, emptied.text).toBe(200)
  // Named by the server.
  await addPostalCodes(server.pool, [{ maa: 'FI', postinumero: '28100', paikka: 'Pori', lat: 61.48, lng: 21.79 }])
  const named = await addTask(id, { alkuaika: on(0, 9), tyyppi: 'MUU', latitude: 61.5, longitude: 21.8 })
  expect(named.body.data.attributes.address_print).toBe('Pori')
  await eraseOldPlaces({ pool: server.pool, clock: () => on(0, 9) + 60 + 90 * 86_400 })
  const places = async (task: string) => (await admin.call('GET', `${tasks}/${task}`)).body.data.attributes
  expect(await places(oldTask)).toMatchObject({ latitude: null, longitude: null, address_print: '', tyyppi: 'AJO' })
  expect(await places(newTask)).toMatchObject(place)
  const historyOf = async (task: string): Promise<string> =>
    JSON.stringify((await server.pool.query('SELECT muutokset FROM revisio WHERE rivi = $1', [task])).rows)
  const namedTask = named.body.data.id
  expect(await places(namedTask)).toMatchObject({ latitude: null, address_print: '' })
  for (const task of [oldTask, clearedTask, namedTask]) expect(await historyOf(task)).not.toMatch(/Satama|Pori|6[01]\./)
  expect(await historyOf(newTask)).toContain('Satama')
  await saveSetting(server.pool, 'sijaintien_sailytys', 76, { now: server.clock.now, kayttaja: null })
  await eraseOldPlaces({ pool: server.pool, clock: () => on(0, 9) + 90 * 86_400 })
  expect(await places(newTask)).toMatchObject({ latitude: null, address_print: '' })
})

test('records are read with their tasks in order, of the asked drivers and days alone', async () => {
  const id = await add(0, 8)
  await add(13, 8)
  await addTask(id, { alkuaika: on(0, 10), tyyppi: 'AJO' })
  await addTask(id, { alkuaika: on(0, 8), tyyppi: 'TAUKO' })
  const days = await recordedDays(server.pool, { drivers: [driver.id], min: monday, max: addDays(monday, 7) })
  expect(days).toEqual([
    {
      ...{ id, kuljettaja: driver.id, paiva: monday, alkuaika: on(0, 6), loppuaika: on(0, 14) },
      tehtavat: [
        { tyyppi: 'TAUKO', alkuaika: on(0, 8) },
        { tyyppi: 'AJO', alkuaika: on(0, 10) },
      ],
    },
  ])
})
