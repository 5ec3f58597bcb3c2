import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { shiftOperationsCall } from '#domain/features/shifts/shift-operations.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { insert, startServerWithUsers } from '#server/testing/test-server.ts'
import { announceNewOrders } from '../sms/new-orders.ts'
import { heldShiftTexts } from './publication-plan.ts'

const { server, admin, driver } = await startServerWithUsers()
const other = await server.person(['kuljettaja'])
afterAll(() => server.close())
afterEach(() => server.pool.query('DELETE FROM tyovuoro'))

const path = '/api/tyovuoro'
const monday = midnightOf('2026-11-23')
const day = (index: number) => addDays(monday, index)
const [car, route] = [randomUUID(), randomUUID()]
await insert(server.pool, 'auto', { id: car, rekisterinumero: 'RYE-762' })
const routeOf = { alkuaika: 390, kesto: 480, reittinro: '7', color: '#1f7a8c' }
await insert(server.pool, 'tyoreitti', { id: route, ...routeOf, auto_id: car, kuljettaja_id: driver.id })
await server.pool.query(`UPDATE profile_kuljettaja SET field_puhelinnumero = '+358401234567' WHERE uid_id = $1`, [driver.id])

const operate = (operation: string, fields: Record<string, unknown>) =>
  admin.call('POST', path, { operation: `OPERATION_${operation}`, ...fields })
const undo = async (call: unknown) => {
  const answer = await admin.call('POST', path, call)
  expect(answer.status, answer.text).toBe(200)
  return shiftOperationsCall.output.parse(answer.body)
}
const done = (operation: string, fields: Record<string, unknown>) => undo({ operation: `OPERATION_${operation}`, ...fields })
const stored = async (id: string) => (await server.pool.query('SELECT * FROM tyovuoro WHERE id = $1', [id])).rows[0]

test('four weeks of 60 drivers are published and undone at once; more than an undo may name is refused', async () => {
  const plan = (length: number) =>
    done('SAVE_MANY', { tyovuorot: Array.from({ length }, () => ({ paiva: monday, kuljettaja: driver.id, tyyppi: 'VAPAA' })) })
  const range = { kuljettajat: [driver.id], min: monday, max: day(6) }
  await plan(1680)
  const published = await done('SET_PUBLISHED', range)
  expect((await undo(published.kumoa)).tyovuorot).toHaveLength(1680)
  await plan(1321)
  const refused = await operate('SET_PUBLISHED', range)
  expect([refused.status, refused.body.errors[0].message]).toEqual([422, 'Muutos koskee yli 3000 vuoroa. Rajaa päiviä tai kuljettajia.'])
})

test('a message that waited tells the shifts as they are when it is sent; none when the publication was undone', async () => {
  await server.pool.query('DELETE FROM lahteva_tekstiviesti')
  await saveSetting(server.pool, 'hiljaisuus_alkaa', 0, { now: server.clock.now, kayttaja: null })
  await saveSetting(server.pool, 'hiljaisuus_paattyy', 23, { now: server.clock.now, kayttaja: null })
  const send = () => announceNewOrders({ pool: server.pool, clock: () => server.clock.now, shiftTexts: heldShiftTexts })
  const texts = async () =>
    (await server.pool.query(`SELECT teksti FROM lahteva_tekstiviesti ORDER BY teksti`)).rows.map((row) => row.teksti)
  // No worker runs here: as the quiet hours leave them, without a job.
  const hold = () => server.pool.query(`DELETE FROM pgboss.job WHERE name = 'sms'`)
  const id = randomUUID()
  await done('SAVE', { tyovuoro: { id, paiva: day(3), kuljettaja: driver.id } })
  const range = { kuljettajat: [driver.id], min: monday, max: day(6), sms: true }
  const first = await done('SET_PUBLISHED', range)
  await undo(first.kumoa)
  await done('SAVE', { tyovuoro: { id, tyoreitti: [route] } })
  const second = await done('SET_PUBLISHED', range)
  expect(await texts()).toHaveLength(2)
  await hold()
  await saveSetting(server.pool, 'hiljaisuus_paattyy', 0, { now: server.clock.now, kayttaja: null })
  await send()
  expect(await texts()).toEqual([expect.stringContaining('to klo 6.30 reitti 7, auto RYE-762')])
  await saveSetting(server.pool, 'hiljaisuus_paattyy', 23, { now: server.clock.now, kayttaja: null })
  await server.pool.query('DELETE FROM lahteva_tekstiviesti')
  await undo(second.kumoa)
  await undo((await done('SET_PUBLISHED', range)).kumoa)
  await hold()
  await saveSetting(server.pool, 'hiljaisuus_paattyy', 0, { now: server.clock.now, kayttaja: null })
  await send()
  expect(await texts()).toEqual([])
})

test('a published shift that moves is published again; an undo leaves it published', async () => {
  const id = randomUUID()
  await done('SAVE', { tyovuoro: { id, paiva: monday, kuljettaja: driver.id, tila: 'PUBLISHED' } })
  expect((await done('SAVE', { tyovuoro: { id, kesto: 60 } })).tyovuorot).toMatchObject([{ tila: 'PUBLISHED' }])
  const moved = await done('SAVE', { tyovuoro: { id, kuljettaja: other.id } })
  expect(moved.tyovuorot).toMatchObject([{ tila: 'UNPUBLISHED', timestamp_julkaistu: 0 }])
  expect((await undo(moved.kumoa)).tyovuorot).toMatchObject([{ tila: 'PUBLISHED', kuljettaja: driver.id }])
})

test('with the versions of its preview: 409 when a shift has changed or come since', async () => {
  const [id, later] = [randomUUID(), randomUUID()]
  await done('SAVE', { tyovuoro: { id, paiva: monday, kuljettaja: driver.id } })
  const publish = (versiot: Record<string, number>) =>
    operate('SET_PUBLISHED', { kuljettajat: [driver.id], min: monday, max: day(6), versiot })
  await done('SAVE', { tyovuoro: { id: later, paiva: day(1), kuljettaja: driver.id } })
  const refused = await publish({ [id]: 1 })
  expect([refused.status, refused.body.errors[0].field]).toEqual([409, later])
  await done('SAVE', { tyovuoro: { id: later, kesto: 60 } })
  expect((await publish({ [id]: 1, [later]: 1 })).status).toBe(409)
  expect((await stored(id)).tila).toBe('UNPUBLISHED')
  expect((await publish({ [id]: 1, [later]: 2 })).status).toBe(200)
})
