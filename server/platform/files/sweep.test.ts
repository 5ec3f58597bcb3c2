import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { housekeepingTasks, startHousekeeping } from '#server/housekeeping.ts'
import { openContext } from '#server/open-context.ts'
import { bossDatabase } from '#server/platform/background-jobs/open-boss.ts'
import { housekeepingQueue } from '#server/platform/background-jobs/queues.ts'
import { outboxSms } from '#server/platform/ports/sms/outbox.ts'
import { assignDriver, placeOrder, uploadFile } from '#server/testing/deliveries.ts'
import { phonePhoto } from '#server/testing/sample-pictures.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import type { FileStore, StoredFile } from './store/file-store.ts'
import { sweepFiles } from './sweep.ts'

const texting = { sms: outboxSms({ folder: null }), log: { warn: () => undefined } }

const day = 86_400
let server: TestServer
let driver: Person
let photo: Buffer

beforeAll(async () => {
  server = await startTestServer()
  driver = await server.person(['kuljettaja'])
  photo = await phonePhoto(20, 10)
})
afterAll(() => server.close())

/** The disk's clock is not the test server's: files are given the test server's time. */
const aged = (days: number): FileStore => ({
  ...server.files,
  async *list(): AsyncGenerator<StoredFile> {
    for await (const stored of server.files.list()) yield { ...stored, changed: server.clock.now - days * day }
  },
  remove: (name) => server.files.remove(name),
})
const sweep = (files = aged(0)) => sweepFiles({ ...openContext({ pool: server.pool, clock: () => server.clock.now }), files })
const names = async () => (await Array.fromAsync(server.files.list())).map(({ name }) => name).sort()
const uploaded = async (field?: string, who = driver): Promise<string> => (await uploadFile(who, photo, 'kuva.jpg', {}, field)).body.data.id
const rowOf = async (id: string) =>
  (await server.pool.query('SELECT status, vid::int, revision_log_message AS why FROM file WHERE id = $1', [id])).rows[0]

test('bytes without a row are removed after a day, derived files too; the bytes of a row stay', async () => {
  const id = await uploaded()
  const lost = randomUUID()
  for (const name of [lost, `${lost}.pieni`, `${id}.pieni`]) await server.files.save(name, photo)
  expect((await sweep(aged(0.9))).bytes).toBe(0)
  expect(await names()).toEqual([id, `${id}.pieni`, lost, `${lost}.pieni`].sort())
  expect((await sweep(aged(1.1))).bytes).toBe(2)
  expect(await names()).toEqual([id, `${id}.pieni`].sort())
  expect((await sweep(aged(1.1))).bytes).toBe(0)
  // Not counted below: the next test's clock is the disk's, which may be more than a week later.
  await server.pool.query('UPDATE file SET vid = 2 WHERE id = $1', [id])
})

test('bytes that were stored again while the list was read stay', async () => {
  const id = randomUUID()
  await server.files.save(id, photo)
  const disk = { ...aged(2), remove: server.files.remove }
  const { now } = server.clock
  server.clock.now = Math.floor(Date.now() / 1000)
  try {
    await sweep(disk)
    expect(await names()).toContain(id)
  } finally {
    server.clock.now = now
    await server.files.remove(id)
  }
})

test('unused uploads get status 0 after a week, and keep their bytes', async () => {
  const admin = await server.person(['yllapito'])
  const customer = await server.person(['asiakas'], await server.customer())
  const { shipments } = await placeOrder(customer)
  await assignDriver(admin, driver, shipments)
  const picture = await driver.call('POST', '/api/kuva', { lahetys: shipments[0], kuva: photo.toString('base64') })
  const hung = picture.body.file.id
  const waybill = await admin.call('POST', '/api/tilaus/rahtikirja', {
    tilaus_id: (await server.pool.query('SELECT tilaus_id FROM lahetys WHERE id = $1', [shipments[0]])).rows[0].tilaus_id,
  })
  const [loose, attached] = [await uploaded(), await uploaded('lahetys_entity/lahetys/kuvat')]
  // A shipment that was removed keeps its files.
  await server.pool.query('UPDATE lahetys SET kuvat_ids = kuvat_ids || $2::uuid, status = 0 WHERE id = $1', [shipments[0], attached])
  const { now } = server.clock
  try {
    server.clock.now = now + 6 * day
    expect((await sweep()).rows).toBe(0)
    const young = await uploaded(undefined, await server.person(['kuljettaja']))
    server.clock.now = now + 8 * day
    const removed = (await Promise.all([sweep(), sweep()])).map(({ rows }) => rows)
    expect(removed.reduce((sum, rows) => sum + rows)).toBe(1)
    expect(await rowOf(loose)).toEqual({ status: 0, vid: 2, why: 'Ei liitetty mihinkään 7 päivässä' })
    for (const id of [hung, attached, young, waybill.body.file.id]) expect((await rowOf(id)).status, id).toBe(1)
    const { rows } = await server.pool.query('SELECT kayttaja, muutokset FROM revisio WHERE rivi = $1 AND vid = 2', [loose])
    expect(rows).toEqual([{ kayttaja: null, muutokset: { status: [1, 0] } }])
    // A row that an administrator has restored is left alone.
    await server.pool.query('UPDATE file SET status = 1, vid = 3 WHERE id = $1', [loose])
    expect((await sweep(aged(30))).rows).toBe(0)
    expect(await names()).toContain(loose)
  } finally {
    server.clock.now = now
  }
})

test('the sweep runs every night, and at no other hour', async () => {
  const lost = randomUUID()
  await server.files.save(lost, photo)
  const list = vi.fn(aged(2).list)
  const { jobs } = server.app
  const boss = new PgBoss({ db: bossDatabase(server.pool) })
  // Sends the job as the schedule does, twice at once.
  const sent = await Promise.all([1, 2].map(() => boss.send(housekeepingQueue, { id: 'files' }, { singletonKey: 'files' })))
  expect(sent.filter((id) => id !== null)).toHaveLength(1)
  await startHousekeeping(jobs, {
    pool: server.pool,
    files: { ...aged(2), list },
    clock: () => server.clock.now,
    geocoder: null,
    roads: null,
    ...texting,
  })
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
