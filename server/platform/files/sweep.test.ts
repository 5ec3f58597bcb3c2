import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { housekeepingTasks, startHousekeeping } from '#server/housekeeping.ts'
import { openContext } from '#server/open-context.ts'
import { bossDatabase } from '#server/platform/background-jobs/open-boss.ts'
import { housekeepingQueue } from '#server/platform/background-jobs/queues.ts'
import { assignDriver, placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { type House, type Person, startHouse } from '#server/testing/house.ts'
import { phonePhoto } from '#server/testing/sample-pictures.ts'
import type { FileStore, Stored } from './store/file-store.ts'
import { sweepFiles } from './sweep.ts'

const day = 86_400
let house: House
let driver: Person
let photo: Buffer

beforeAll(async () => {
  house = await startHouse()
  driver = await house.person(['kuljettaja'])
  photo = await phonePhoto(20, 10)
})
afterAll(() => house.close())

/** The disk's clock is not the house's: what lies there is shown as of the house's own time. */
const aged = (days: number): FileStore => ({
  ...house.files,
  async *list(): AsyncGenerator<Stored> {
    for await (const stored of house.files.list()) yield { ...stored, changed: house.clock.now - days * day }
  },
  remove: (name) => house.files.remove(name),
})
const sweep = (files = aged(0)) => sweepFiles({ ...openContext({ pool: house.pool, clock: () => house.clock.now }), files })
const names = async () => (await Array.fromAsync(house.files.list())).map(({ name }) => name).sort()
const uploaded = async (field?: string, who = driver): Promise<string> => (await uploadFile(who, photo, 'kuva.jpg', {}, field)).body.data.id
const rowOf = async (id: string) =>
  (await house.pool.query('SELECT status, vid::int, revision_log_message AS why FROM file WHERE id = $1', [id])).rows[0]

test('bytes without a row go a day later, what was made of them too; a row keeps its own', async () => {
  const id = await uploaded()
  const lost = randomUUID()
  for (const name of [lost, `${lost}.pieni`, `${id}.pieni`]) await house.files.save(name, photo)
  expect((await sweep(aged(0.9))).bytes).toBe(0)
  expect(await names()).toEqual([id, `${id}.pieni`, lost, `${lost}.pieni`].sort())
  expect((await sweep(aged(1.1))).bytes).toBe(2)
  expect(await names()).toEqual([id, `${id}.pieni`].sort())
  expect((await sweep(aged(1.1))).bytes).toBe(0)
})

test('bytes that were stored anew while the list was read stay', async () => {
  const id = randomUUID()
  await house.files.save(id, photo)
  const disk = { ...aged(2), remove: house.files.remove }
  const { now } = house.clock
  house.clock.now = Math.floor(Date.now() / 1000)
  try {
    await sweep(disk)
    expect(await names()).toContain(id)
  } finally {
    house.clock.now = now
    await house.files.remove(id)
  }
})

test('uploads that nothing took into use are removed after a week, and keep their bytes', async () => {
  const admin = await house.person(['yllapito'])
  const customer = await house.person(['asiakas'], await house.company())
  const { shipments } = await placeOrder(customer)
  await assignDriver(admin, driver, shipments)
  const picture = await driver.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: photo.toString('base64') })
  const hung = picture.body.file.id
  const waybill = await admin.call('POST', '/api/tilaus/rahtikirja', {
    tilaus_id: (await house.pool.query('SELECT tilaus_id FROM lahetys WHERE id = $1', [shipments[0]])).rows[0].tilaus_id,
  })
  const [loose, kept] = [await uploaded(), await uploaded('lahetys_entity/lahetys/kuvat')]
  // A shipment that was removed keeps its files.
  await house.pool.query('UPDATE lahetys SET kuvat_ids = kuvat_ids || $2::uuid, status = 0 WHERE id = $1', [shipments[0], kept])
  const { now } = house.clock
  try {
    house.clock.now = now + 6 * day
    expect((await sweep()).rows).toBe(0)
    const young = await uploaded(undefined, await house.person(['kuljettaja']))
    house.clock.now = now + 8 * day
    const swept = (await Promise.all([sweep(), sweep()])).map(({ rows }) => rows)
    // With it the one of the first test.
    expect(swept.reduce((sum, rows) => sum + rows)).toBe(2)
    expect(await rowOf(loose)).toEqual({ status: 0, vid: 2, why: 'Ei liitetty mihinkään 7 päivässä' })
    for (const id of [hung, kept, young, waybill.body.file.id]) expect((await rowOf(id)).status, id).toBe(1)
    const { rows } = await house.pool.query('SELECT kayttaja, muutokset FROM revisio WHERE rivi = $1 AND vid = 2', [loose])
    expect(rows).toEqual([{ kayttaja: null, muutokset: { status: [1, 0] } }])
    // What an administrator brings back is let be.
    await house.pool.query('UPDATE file SET status = 1, vid = 3 WHERE id = $1', [loose])
    expect((await sweep(aged(30))).rows).toBe(0)
    expect(await names()).toContain(loose)
  } finally {
    house.clock.now = now
  }
})

test('the night sweeps by itself, and no other hour', async () => {
  const lost = randomUUID()
  await house.files.save(lost, photo)
  const list = vi.fn(aged(2).list)
  const { jobs } = house.app
  const boss = new PgBoss({ db: bossDatabase(house.pool) })
  // As the schedule sends it, twice at once.
  const sent = await Promise.all([1, 2].map(() => boss.send(housekeepingQueue, { id: 'files' }, { singletonKey: 'files' })))
  expect(sent.filter((id) => id !== null)).toHaveLength(1)
  await startHousekeeping(jobs, { pool: house.pool, files: { ...aged(2), list }, clock: () => house.clock.now })
  const schedules = await boss.getSchedules(housekeepingQueue)
  expect(schedules.map(({ key }) => key).sort()).toEqual(Object.keys(housekeepingTasks).sort())
  const nightly = schedules.find(({ key }) => key === 'files')
  // Summer time ends and begins: each night has one sweep.
  for (const [from, hours] of [
    ['2026-10-24T12:00:00Z', ['2026-10-24T23:30:00.000Z', '2026-10-26T00:30:00.000Z']],
    ['2027-03-27T12:00:00Z', ['2027-03-28T00:30:00.000Z', '2027-03-28T23:30:00.000Z']],
  ] as const) {
    const nights = boss.previewSchedule(nightly?.cron ?? '', { tz: nightly?.timezone ?? '', from: new Date(from), count: 2 })
    expect(nights.map((time) => time.toISOString())).toEqual(hours)
  }
  await expect.poll(names, { timeout: 5000 }).not.toContain(lost)
  expect(list).toHaveBeenCalledTimes(1)
})
