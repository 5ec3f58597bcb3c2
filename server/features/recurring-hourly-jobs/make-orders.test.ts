import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeRecurringOrders } from './make-orders.ts'

let server: TestServer
let admin: Person
/** Today, for the server and the job. */
const monday = '2026-11-23'
let now = 0
beforeAll(async () => {
  server = await startTestServer()
  now = midnightOf(monday) + 3600
  server.clock.now = now
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const run = () => makeRecurringOrders(openContext({ pool: server.pool, clock: () => now }))
const url = '/jsonapi/tuntituote_toisto_entity/tuntituote_toisto_entity'

async function addJob(values: Record<string, unknown> = {}): Promise<{ job: string; customer: string }> {
  const customer = await server.customer()
  const job = randomUUID()
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM tuntituote_tyyppi ORDER BY drupal_internal__id LIMIT 1')
  await server.pool.query('UPDATE tuntituote_tyyppi SET hinta_h = 40 WHERE id = $1', [rows[0]?.id])
  await insert(server.pool, 'laskutusosoite_email', {
    id: randomUUID(),
    asiakas_id: customer,
    field_sahkopostiosoite: 'a@b.fi',
    oletus: true,
  })
  await insert(server.pool, 'tuntituote_toisto', {
    ...{
      id: job,
      asiakas_id: customer,
      tuntituote_tyyppi_id: rows[0]?.id,
      viikonpaivat: [1, 3],
      aktivointipaiva: midnightOf('2026-01-01'),
    },
    ...{ minimilaskutus: 450, laskutus_viesti: 'Sopimus 7', selite: 'Jakelu', nouto_nimi: 'Varasto', ...values },
  })
  return { job, customer }
}

type Made = { day: string; status: number; koskematon: boolean; vid: number; hinta: number; selite: string; id: string }
async function ordersOf(job: string): Promise<Made[]> {
  const { rows } = await server.pool.query(
    `SELECT t.id, t.ajopaiva::int, t.status, t.koskematon, t.vid::int, t.hinta::float8, h.selite
     FROM tilaus t JOIN tuntituote h ON h.tilaus_id = t.id WHERE t.tuntituote_toisto_id = $1 ORDER BY t.ajopaiva`,
    [job],
  )
  return rows.map(({ ajopaiva, ...row }) => ({ ...row, day: dayOf(ajopaiva) }))
}
const daysOf = async (job: string) => (await ordersOf(job)).filter(({ status }) => status === 1).map(({ day }) => day)

async function change(job: string, attributes: Record<string, unknown>, relationships: Record<string, unknown> = {}) {
  const { body } = await admin.call('GET', `${url}/${job}`)
  const data = { type: body.data.type, id: job, attributes: { ...attributes, vid: body.data.attributes.vid }, relationships }
  const saved = await admin.call('PATCH', `${url}/${job}`, { data })
  expect(saved.status, saved.text).toBe(200)
}
async function preview(job: string, values: Record<string, unknown>) {
  const { body } = await admin.call('GET', `${url}/${job}`)
  const answer = await admin.call('POST', '/api/tuntituote_toisto', {
    operation: 'OPERATION_PREVIEW',
    id: job,
    vid: body.data.attributes.vid,
    ...values,
  })
  expect(answer.status, answer.text).toBe(200)
  const data: { muutos: string; ajopaiva: number; tilaus: unknown }[] = answer.body.data
  return data.map(({ muutos, ajopaiva }) => `${muutos} ${dayOf(ajopaiva)}`)
}
async function touch(order: string): Promise<void> {
  const path = `/jsonapi/tilaus_entity/tilaus_entity/${order}`
  const { body } = await admin.call('GET', path)
  const data = { type: body.data.type, id: order, attributes: { name: 'Sovittu puhelimessa', vid: body.data.attributes.vid } }
  const saved = await admin.call('PATCH', path, { data })
  expect(saved.status, saved.text).toBe(200)
}

test('each due day of the coming 14 gets one order with one priced job and the billing fields', async () => {
  const { job, customer } = await addJob()
  await run()
  await run()
  expect(await daysOf(job)).toEqual(['2026-11-23', '2026-11-25', '2026-11-30', '2026-12-02'])
  const read = await admin.call(
    'GET',
    `/jsonapi/tilaus_entity/tilaus_entity?filter[tuntituote_toisto.id]=${job}&include=tuntituotteet&sort=ajopaiva`,
  )
  expect(read.body.data[0].attributes).toMatchObject({
    ...{
      tyyppi: 'tunti',
      tilauksen_tila: 'uusi',
      hinta: 300,
      laskutus_email: 'a@b.fi',
      laskutus_viesti: 'Sopimus 7',
      asiakas_id: customer,
    },
    ...{ koskematon: true, ajopaiva: midnightOf(monday) },
  })
  expect(read.body.included[0].attributes).toMatchObject({
    toimituspaiva: midnightOf(monday),
    selite: 'Jakelu',
    nouto_nimi: 'Varasto',
    hinta: 300,
  })
  expect(read.body.included[0].relationships.tuntituote_toisto.data.id).toBe(job)
})

test('a job with a unit price of its own is charged by it, also after the work has been done', async () => {
  const { job } = await addJob({ tuntituote_hinta: 60, viikonpaivat: [1] })
  await run()
  const [first] = await ordersOf(job)
  expect(first?.hinta).toBe(450)
  const path = '/jsonapi/tuntituote/tuntituote'
  const { body } = await admin.call('GET', `${path}?filter[tilaus.id]=${first?.id}`)
  const [line] = body.data
  const data = { type: line.type, id: line.id, attributes: { aika: 600, vid: line.attributes.vid } }
  expect((await admin.call('PATCH', `${path}/${line.id}`, { data })).status).toBe(200)
  expect((await ordersOf(job))[0]?.hinta).toBe(600)
})

test('an edit changes the untouched orders ahead with the save, and says first which', async () => {
  const { job } = await addJob()
  await run()
  const [first] = await ordersOf(job)
  await touch(first?.id ?? '')
  const values = { selite: 'Jakelu ja nouto', viikonpaivat: [1, 4] }
  expect(await preview(job, values)).toEqual([
    ...['sailyy 2026-11-23', 'poistuu 2026-11-25', 'tehdaan 2026-11-26', 'muuttuu 2026-11-30', 'poistuu 2026-12-02', 'tehdaan 2026-12-03'],
  ])
  expect((await ordersOf(job)).map(({ vid }) => vid)).toEqual([2, 1, 1, 1])
  await change(job, values)
  const after = await ordersOf(job)
  expect(after.map(({ day, status, selite }) => [day, status, selite])).toEqual([
    ['2026-11-23', 1, 'Jakelu'],
    ['2026-11-25', 0, 'Jakelu'],
    ['2026-11-26', 1, 'Jakelu ja nouto'],
    ['2026-11-30', 1, 'Jakelu ja nouto'],
    ['2026-12-02', 0, 'Jakelu'],
    ['2026-12-03', 1, 'Jakelu ja nouto'],
  ])
  // Back again: the removed orders return under their numbers.
  await change(job, { viikonpaivat: [1, 3] })
  expect(await daysOf(job)).toEqual(['2026-11-23', '2026-11-25', '2026-11-30', '2026-12-02'])
  expect((await ordersOf(job)).find(({ day }) => day === '2026-11-25')).toMatchObject({ selite: 'Jakelu ja nouto', status: 1 })
})

test('a skipped day loses its order and gets it back, a pause and an archiving remove those ahead', async () => {
  const { job } = await addJob()
  await run()
  const all = await daysOf(job)
  await change(job, { ohitetut_paivat: [midnightOf('2026-11-30')] })
  await run()
  expect(await daysOf(job)).toEqual(all.filter((day) => day !== '2026-11-30'))
  await change(job, { ohitetut_paivat: [] })
  expect(await daysOf(job)).toEqual(all)
  for (const tila of ['odottaa', 'arkistoitu']) {
    expect(await preview(job, { tila })).toEqual(all.map((day) => `poistuu ${day}`))
    await change(job, { tila })
    await run()
    expect(await daysOf(job)).toEqual([])
    await change(job, { tila: 'aktiivinen' })
    expect(await daysOf(job)).toEqual(all)
  }
  const { body } = await admin.call('GET', `${url}/${job}`)
  const removed = await admin.call('DELETE', `${url}/${job}`, undefined, { 'if-match': `"${body.data.attributes.vid}"` })
  expect(removed.status, removed.text).toBe(204)
  expect(await daysOf(job)).toEqual([])
})

test('an order that an administrator has removed is not made again', async () => {
  const { job } = await addJob()
  await run()
  const [first] = await ordersOf(job)
  const { body } = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${first?.id}`)
  const deleted = await admin.call('DELETE', `/jsonapi/tilaus_entity/tilaus_entity/${first?.id}`, undefined, {
    'if-match': `"${body.data.attributes.vid}"`,
  })
  expect(deleted.status, deleted.text).toBe(204)
  await run()
  await change(job, { selite: 'Toinen' })
  expect(await daysOf(job)).toEqual(['2026-11-25', '2026-11-30', '2026-12-02'])
})

test('past orders and the orders of other jobs stay when a job changes', async () => {
  const { job } = await addJob()
  const { job: other } = await addJob()
  now = midnightOf('2026-11-16') + 60
  await run()
  now = midnightOf(monday) + 3600
  await run()
  await change(job, { viikonpaivat: [5] })
  expect(await daysOf(job)).toEqual(['2026-11-16', '2026-11-18', '2026-11-27', '2026-12-04'])
  expect((await daysOf(other)).slice(0, 2)).toEqual(['2026-11-16', '2026-11-18'])
})

test('a new job that is added by JSON:API has its orders at once', async () => {
  const customer = await server.customer()
  const data = { type: 'tuntituote_toisto_entity--tuntituote_toisto_entity', attributes: { asiakas_id: customer, viikonpaivat: [2] } }
  const made = await admin.call('POST', url, { data })
  expect(made.status, made.text).toBe(201)
  expect(await daysOf(made.body.data.id)).toEqual(['2026-11-24', '2026-12-01'])
})

test('the list names the next five dates, and customers read their own', async () => {
  const { job, customer } = await addJob({ ohitetut_paivat: [midnightOf('2026-11-25')] })
  const listed = await admin.call('GET', `/api/tuntituote_toisto?operation=OPERATION_GET_LIST&asiakas_id=${customer}`)
  expect(listed.body.meta.count).toBe(1)
  expect(listed.body.data[0]).toMatchObject({ id: job, tila: 'aktiivinen', viikonpaivat: [1, 3] })
  expect(
    listed.body.data[0].seuraavat.map(({ paiva, ohitettu }: { paiva: number; ohitettu: boolean }) => [dayOf(paiva), ohitettu]),
  ).toEqual([
    ...[
      ['2026-11-23', false],
      ['2026-11-25', true],
      ['2026-11-30', false],
      ['2026-12-02', false],
      ['2026-12-07', false],
    ],
  ])
  const own = await server.person(['asiakas'], customer)
  expect((await own.call('GET', '/api/tuntituote_toisto')).body.meta.count).toBe(1)
  const another = await server.person(['asiakas'], await server.customer())
  expect((await another.call('GET', '/api/tuntituote_toisto')).body.meta.count).toBe(0)
  expect((await another.call('GET', `/api/tuntituote_toisto?asiakas_id=${customer}`)).status).toBe(403)
})

test.each([
  ['an unknown operation', { operation: 'OPERATION_DELETE' }, 422],
  ['an unknown field', { omituinen: 1 }, 422],
  ['a row that does not exist', { id: randomUUID() }, 404],
  ['an id that is none', { id: 'x' }, 422],
  ['an older version', { vid: 0 }, 409],
  ['a weekday that does not exist', { viikonpaivat: [8] }, 422],
  ['a state that does not exist', { tila: 'x' }, 422],
  ['a day as text', { aktivointipaiva: '1.2.2026' }, 422],
  ['a relation to text', { nouto_osoite: 'x' }, 422],
  ['an object for a list', { ohitetut_paivat: { a: 1 } }, 422],
  ['a field of the server', { nouto_maa: 'XXX' }, 422],
])('the preview refuses %s', async (_, values, status) => {
  const { job } = await addJob()
  const answer = await admin.call('POST', '/api/tuntituote_toisto', { operation: 'OPERATION_PREVIEW', id: job, vid: 1, ...values })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.body.message).toBeTruthy()
})
