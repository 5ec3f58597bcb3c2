import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BackgroundJob } from '#domain/model/background-job.ts'
import { openContext } from '#server/open-context.ts'
import { acknowledge, assignDriver, deliveredOrder, placeOrder, setState, uploadFile } from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import type { Person } from '#server/testing/test-server.ts'
import { sweepPrints } from './prints.ts'

let server: SharedServer
let admin: Person
let customer: Person
let colleague: Person
let rival: Person
let driver: Person

beforeAll(async () => {
  server = await sharedServer()
  const customerId = await server.customer('Pirkan Putki Oy')
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  colleague = await server.person(['asiakas'], customerId)
  rival = await server.person(['asiakas'], await server.customer())
  driver = await server.person(['kuljettaja'])
})

const print = (who: Person, tilaus_ids: readonly string[], more: Record<string, unknown> = {}) =>
  who.call('POST', '/api/rahtikirjat', { tilaus_ids, ...more })
const jobOf = async (who: Person, id: string): Promise<BackgroundJob> => (await who.call('GET', `/api/rahtikirjat?id=${id}`)).body.data[0]

async function ended(who: Person, tilaus_ids: readonly string[], more: Record<string, unknown> = {}): Promise<BackgroundJob> {
  const requested = await print(who, tilaus_ids, more)
  expect(requested.status, requested.text).toBe(200)
  await expect.poll(async () => (await jobOf(who, requested.body.id)).tila).toMatch(/^(valmis|epaonnistui|peruttu)$/)
  return jobOf(who, requested.body.id)
}

async function pagesOf(who: Person, { file }: BackgroundJob): Promise<string[]> {
  const answer = await who.call('GET', file?.uri ?? '')
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return readPdfText(answer.raw).map((runs) => runs.map(({ text }) => text).join('\n'))
}

test('many orders’ waybills are one PDF in the requested order, with the reasons for those that are left out', async () => {
  const first = await placeOrder(customer, [{ viite: 'EKA-1' }, { viite: 'EKA-2' }])
  const second = await placeOrder(customer, [{ viite: 'TOKA' }])
  const cancelled = await placeOrder(customer)
  await setState(customer, cancelled.shipments, 'peruutettu')
  const unknown = randomUUID()

  const job = await ended(admin, [second.id, cancelled.id, unknown, first.id])
  expect(job).toMatchObject({ tila: 'valmis', tehty: 4, kaikki: 4, virhe: '' })
  expect(job.virheet).toEqual([
    { id: cancelled.id, message: `Tilauksella ${cancelled.tunniste} ei ole kuljetettavia lähetyksiä.` },
    { id: unknown, message: 'Tilausta ei löydy.' },
  ])
  const pages = await pagesOf(admin, job)
  expect(pages.map((page) => /TOKA|EKA-\d/.exec(page)?.[0])).toEqual(['TOKA', 'EKA-1', 'EKA-2'])
  expect(job.file?.filename).toBe('rahtikirjat-2026-11-18.pdf')

  expect(await pagesOf(admin, await ended(admin, [first.id, second.id], { muoto: 'koonti' }))).toHaveLength(2)
  const labels = await pagesOf(admin, await ended(admin, [first.id, second.id], { muoto: 'tarrat', arkki: 'a4' }))
  expect(labels.map((page) => page.match(/Vastaanottaja/g)?.length)).toEqual([3])
})

test('a request without anything to print is reported, and no file is made', async () => {
  const job = await ended(admin, [randomUUID()])
  expect(job).toMatchObject({ tila: 'valmis', virheet: [{ message: 'Tilausta ei löydy.' }] })
  expect(job.file).toBeUndefined()
})

test('the signatures are included', async () => {
  const { id, shipments } = await deliveredOrder({ admin, customer, driver })
  await setState(admin, shipments, 'kuljetuksessa')
  const file = (await uploadFile(driver, sampleSignature(), 'k.png')).body.data.id
  expect((await acknowledge(driver, shipments, file)).status).toBe(200)
  const job = await ended(admin, [id])
  const answer = await admin.call('GET', job.file?.uri ?? '')
  expect(answer.raw.toString('latin1')).toContain('/Subtype /Image')
})

test('users print the orders that they may read, and only they may read the file', async () => {
  const mine = await placeOrder(customer, [{ viite: 'A' }, { viite: 'B' }])
  const theirs = await placeOrder(rival)
  await assignDriver(admin, driver, mine.shipments.slice(0, 1))

  const ofCustomer = await ended(customer, [mine.id, theirs.id])
  expect(ofCustomer.virheet).toEqual([{ id: theirs.id, message: 'Tilausta ei löydy.' }])
  expect(await pagesOf(customer, ofCustomer)).toHaveLength(2)
  expect(await pagesOf(admin, ofCustomer)).toHaveLength(2)
  const ofDriver = await ended(driver, [mine.id, theirs.id])
  const [page = '', ...others] = await pagesOf(driver, ofDriver)
  expect(page).toMatch(/\bA\b/)
  expect(others).toEqual([])
  for (const who of [colleague, rival, driver]) {
    expect((await who.call('GET', ofCustomer.file?.uri ?? '')).status).toBe(404)
    expect((await who.call('GET', `/api/rahtikirjat?id=${ofCustomer.id}`)).status).toBe(404)
    expect((await who.call('DELETE', '/api/rahtikirjat', { id: ofCustomer.id })).status).toBe(404)
  }
  const listed = (await customer.call('GET', '/api/rahtikirjat')).body
  expect(listed.data.map(({ id }: BackgroundJob) => id)).toEqual([ofCustomer.id])
})

test('a double click makes one print, cancelling ends it, and a user cannot fill the queue', async () => {
  const orders: string[] = []
  for (let count = 0; count < 7; count++) orders.push((await placeOrder(customer)).id)
  const [one, two] = await Promise.all([print(colleague, orders), print(colleague, orders)])
  expect(two.body.id).toBe(one.body.id)
  await expect.poll(async () => (await jobOf(colleague, one.body.id)).tila).toBe('valmis')
  const cancel = async (who: Person, id: string | undefined) => (await who.call('DELETE', '/api/rahtikirjat', { id })).body
  expect(await cancel(colleague, one.body.id)).toEqual({ success: true, peruttu: false })

  // Stored without a job in a queue, so they stay unfinished.
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO taustatyo (id, laji, tekija_id, syote, tila, luotu)
     SELECT gen_random_uuid(), 'rahtikirjat', $1, '{}', 'odottaa', 1 FROM generate_series(1, 6) RETURNING id`,
    [rival.id],
  )
  expect(await cancel(rival, rows[0]?.id)).toEqual({ success: true, peruttu: true })
  expect((await jobOf(rival, rows[0]?.id ?? '')).tila).toBe('peruttu')
  const refused = await print(rival, orders)
  expect(refused.status).toBe(422)
  expect(refused.body.message).toBe('Sinulla on jo 5 tulostetta tekeillä. Odota, että jokin niistä valmistuu.')
})

describe('too much for one print is refused before anything is drawn', () => {
  let orders: string[]
  let tunnisteet: string[]
  beforeAll(async () => {
    const made = [2, 13, 12, 12].map((many) =>
      placeOrder(
        customer,
        Array.from({ length: many }, () => ({})),
      ),
    )
    const placed = await Promise.all(made)
    orders = placed.map(({ id }) => id)
    tunnisteet = placed.map(({ tunniste }) => tunniste)
    // As an import or another client may store it: some 86 pages of each shipment.
    await server.pool.query(`UPDATE lahetys SET viesti = repeat(E'x\\n', 5000) WHERE tilaus_id = ANY($1)`, [orders.slice(1)])
    await server.pool.query('UPDATE lahetys SET maara = 1000000 WHERE tilaus_id = $1', [orders[0]])
  })
  // Thousands are separated by a non-breaking space.
  const words = (text: string) => text.replaceAll('\u00a0', ' ')
  const printed = (tilaus_id: string | undefined, more: Record<string, unknown> = {}) =>
    customer.call('POST', '/api/tilaus/rahtikirja', { tilaus_id, ...more })

  test('many orders', async () => {
    const before = (await customer.call('GET', '/api/rahtikirjat')).body.meta.count
    const refused = await print(customer, orders)
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].field).toBe('tilaus_ids')
    expect(words(refused.body.message)).toBe(
      `Tulosteessa olisi noin 3 184 sivua, ja siihen mahtuu enintään 2 500. Valitse vähemmän tilauksia. Eniten on tilauksella ${tunnisteet[1]}: noin 1 118 sivua.`,
    )
    const labels = await print(customer, orders, { muoto: 'tarrat' })
    expect(words(labels.body.message)).toBe(
      `Tulosteessa olisi 2 000 037 tarraa, ja siihen mahtuu enintään 2 500. Valitse vähemmän tilauksia. Eniten on tilauksella ${tunnisteet[0]}: 2 000 000 tarraa.`,
    )
    expect((await customer.call('GET', '/api/rahtikirjat')).body.meta.count).toBe(before)
  })

  test('one order among others is left out and says why', async () => {
    const job = await ended(customer, orders.slice(0, 2))
    expect(job.virheet.map(({ id, message }) => [id, words(message)])).toEqual([
      [
        orders[1],
        `Tilauksen ${tunnisteet[1]} tulosteessa olisi noin 1 118 sivua. Tilauksesta voi tulostaa enintään 1 000 sivua kerralla. Tulosta lähetykset koontina.`,
      ],
    ])
    expect(await pagesOf(customer, job)).toHaveLength(2)
  })

  test('a single order; its summary is no longer than estimated', async () => {
    const refused = await printed(orders[1])
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].field).toBe('tilaus_id')
    expect(words((await printed(orders[0], { tarrat: 'a6' })).body.message)).toBe(
      `Tilauksen ${tunnisteet[0]} tulosteessa olisi 2 000 000 tarraa. Tilauksesta voi tulostaa enintään 1 000 tarraa kerralla.`,
    )
    const mailed = await customer.call('POST', '/api/tilaus/rahtikirja_posti', { tilaus_id: orders[1], vastaanottajat: ['a@b.fi'] })
    expect(mailed.status).toBe(422)
    const summary = await printed(orders[1], { multipage: false })
    expect(summary.status, summary.text).toBe(200)
    const answer = await customer.call('GET', summary.body.file.uri)
    expect(readPdfText(answer.raw).length).toBeGreaterThan(70)
    expect(readPdfText(answer.raw).length).toBeLessThan(90)
  })
})

test('invalid requests are refused with a sentence', async () => {
  for (const [body, field] of [
    [{ tilaus_ids: [] }, 'tilaus_ids'],
    [{ tilaus_ids: [randomUUID()], muoto: 'kirje' }, 'muoto'],
    [{ tilaus_ids: [randomUUID()], arkki: 'a5' }, 'arkki'],
    [{ tilaus_ids: Array.from({ length: 1001 }, () => randomUUID()) }, 'tilaus_ids'],
  ] as const) {
    const answer = await admin.call('POST', '/api/rahtikirjat', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].field).toBe(field)
  }
})

test('nothing is printed for a removed user', async () => {
  const gone = await server.person(['kuljettaja'])
  await server.pool.query('UPDATE "user" SET status = 0 WHERE id = $1', [gone.id])
  const kind = { name: 'rahtikirjat', input: z.looseObject({}), run: () => Promise.reject() } as const
  const input = { tilaus_ids: [randomUUID()], muoto: 'lahetys', arkki: 'a6' }
  const id = await server.app.jobs.enqueue(server.pool, kind, { tekija: gone.id, input })
  await expect
    .poll(() => jobOf(admin, id))
    .toMatchObject({ tila: 'epaonnistui', virhe: 'Tulosteen pyytäjällä ei ole enää oikeutta tilauksiin.' })
})

test('prints are removed after some days, with their bytes', async () => {
  const { id } = await placeOrder(customer)
  const job = await ended(customer, [id])
  const sweepAfter = (days: number) =>
    sweepPrints({
      ...openContext({ pool: server.pool, clock: () => server.clock.now + days * 86_400 }),
      files: server.files,
    })
  await sweepAfter(2)
  expect(await pagesOf(customer, job)).toHaveLength(1)
  await sweepAfter(4)
  expect((await customer.call('GET', job.file?.uri ?? '')).status).toBe(404)
  expect(await server.files.open(job.file?.id ?? '')).toBeNull()
  const { rows } = await server.pool.query('SELECT status::int AS status FROM file WHERE id = $1', [job.file?.id])
  expect(rows).toEqual([{ status: 0 }])
  expect((await server.pool.query('SELECT 1 FROM taustatyo WHERE id = $1', [job.id])).rows).toEqual([])
})
