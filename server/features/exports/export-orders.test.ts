import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { maxSheetOrders } from '#domain/features/exports/order-export.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { deliveredOrder, placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startServerWithUsers } from '#server/testing/test-server.ts'

const { server, admin, customer, driver } = await startServerWithUsers('=Ääniala Oy')
afterAll(() => server.close())

const path = '/api/tilaukset-vienti'
const of = (who: Person) => ({ 'filter[asiakas.id]': String(who.asiakasId) })
const exported = (who: Person, query: Record<string, string>) => who.call('GET', `${path}?${new URLSearchParams(query)}`)
async function csv(who: Person, query: Record<string, string>) {
  const answer = await exported(who, { muoto: 'csv', ...query })
  expect(answer.status, answer.text).toBe(200)
  return { text: answer.text, rows: parse(answer.text, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[] }
}
/** Copies the order many times, a hundred delivered at each moment: pages may neither repeat nor miss one. */
const copy = (id: string, times: number) =>
  server.pool.query(
    `INSERT INTO tilaus SELECT made.* FROM generate_series(1, $2::int) n, tilaus t, jsonb_populate_record(t, jsonb_build_object(
       'id', gen_random_uuid(), 'drupal_internal__id', nextval(pg_get_serial_sequence('tilaus', 'drupal_internal__id')),
       'tilausnro', n + 100000 + t.tilausnro * 100000, 'timestamp_toimitettu', $3 + (n - 1) / 100)) made WHERE t.id = $1`,
    [id, times, day],
  )
const staffColumns = ['Kuljettaja', 'Auto']
const day = midnightOf('2026-11-25')
const goods = {
  nouto_nimi: 'Varasto',
  nouto_osoite1: 'Katu 1',
  nouto_postinro: '15100',
  nouto_postitmp: 'Lahti',
  toimitus_nimi: '+358 Oy; "Ovi"',
  toimitus_postitmp: 'Kotka',
  toivottu_toimitus: day,
  viite: '-PO 1',
  maara: 2,
  yksikkopaino: 5.25,
}

test('a file contains the rows of the list, the columns of the role, and no formula', async () => {
  const order = await deliveredOrder({ admin, customer, driver }, [goods, { ...goods, viite: 'PO 2', toimitus_nimi: 'Toinen' }])
  await server.pool.query('UPDATE tilaus SET hinta = 1234.5 WHERE id = $1', [order.id])
  const formula = { ...goods, viite: '@SUM(A1)' }
  const moving = await placeOrder(customer, [
    { ...formula, yksikkopaino: 0.05 },
    { ...formula, yksikkopaino: 0.1 },
  ])
  const tilaus_ryhma_id = randomUUID()
  await insert(server.pool, 'tilaus_ryhma', { id: tilaus_ryhma_id, asiakas_id: customer.asiakasId, hinta: 480 })
  await server.pool.query(`UPDATE tilaus SET tilauksen_tila = 'kuljetuksessa', hinta = 99, tilaus_ryhma_id = $2 WHERE id = $1`, [
    moving.id,
    tilaus_ryhma_id,
  ])
  await server.pool.query(`UPDATE lahetys SET tila = 'siirto', kuljettaja_id = $2 WHERE id = ANY($1)`, [moving.shipments, driver.id])

  const { text, rows } = await csv(admin, { ...of(customer), sort: 'tilausnro' })
  expect(text.startsWith('﻿Tilaus;Tila;Asiakas;')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(4)
  expect(rows).toEqual([
    {
      Tilaus: order.tunniste,
      Tila: 'Toimitettu',
      Asiakas: `'=Ääniala Oy`,
      Noutopaikka: 'Varasto, Katu 1, 15100 Lahti',
      Toimituspaikka: `'+358 Oy; "Ovi", Kotka / Toinen, Kotka`,
      'Toivottu toimitus': '25.11.2026',
      'Myöhässä (pv)': '0',
      Toimitettu: '18.11.2026',
      Kollit: '4',
      'Paino (kg)': '21',
      Kuljettaja: 'Maija Meikäläinen',
      Auto: '',
      Viitteet: `'-PO 1, PO 2`,
      'Hinta (€)': '1234,50',
      Ryhmä: '',
      'Ryhmän yhteishinta (€)': '',
    },
    expect.objectContaining({
      Tilaus: moving.tunniste,
      Tila: 'Siirrossa',
      Viitteet: `'@SUM(A1)`,
      'Paino (kg)': '0,3',
      'Hinta (€)': '',
      Ryhmä: expect.stringMatching(/^TR-\d+$/),
      'Ryhmän yhteishinta (€)': '480,00',
    }),
  ])

  const own = await csv(customer, { sort: '-tilausnro' })
  expect(own.rows.map(({ Tilaus, Tila }) => [Tilaus, Tila])).toEqual([
    [moving.tunniste, 'Kuljetuksessa'],
    [order.tunniste, 'Toimitettu'],
  ])
  expect(Object.keys(own.rows[0] ?? {})).toEqual(Object.keys(rows[0] ?? {}).filter((header) => !staffColumns.includes(header)))

  const sheet = await exported(admin, { muoto: 'xlsx', ...of(customer), 'filter[tilauksen_tila]': 'toimitettu' })
  expect(sheet.headers['content-disposition']).toBe('attachment; filename=tilaukset-2026-11-18.xlsx')
  expect(await readSheet(sheet.raw)).toEqual([
    Object.keys(rows[0] ?? {}),
    [
      order.tunniste,
      'Toimitettu',
      '=Ääniala Oy',
      'Varasto, Katu 1, 15100 Lahti',
      '+358 Oy; "Ovi", Kotka / Toinen, Kotka',
      new Date('2026-11-25'),
      0,
      new Date('2026-11-18'),
      4,
      21,
      'Maija Meikäläinen',
      null,
      '-PO 1, PO 2',
      1234.5,
      null,
      null,
    ],
  ])
})

test('a search, a filter and thousands of rows: no row twice, no removed row, and no file left on the disk', async () => {
  const customerId = await server.customer('Iso Oy')
  const buyer = await server.person(['asiakas'], customerId)
  const first = await placeOrder(buyer, [])
  await server.pool.query(`UPDATE tilaus SET tilauksen_tila = 'laskutettu', avoin = false WHERE id = $1`, [first.id])
  await copy(first.id, 5000)
  await server.pool.query('UPDATE tilaus SET status = 0 WHERE id = $1', [first.id])
  const { rows } = await csv(buyer, { sort: '-timestamp_toimitettu' })
  expect(rows).toHaveLength(5000)
  expect(new Set(rows.map(({ Tilaus }) => Tilaus)).size).toBe(5000)
  expect((await csv(buyer, { 'filter[timestamp_toimitettu]': String(day + 7) })).rows).toHaveLength(100)
  const found = await placeOrder(buyer, [goods])
  expect((await csv(buyer, { 'filter[q]': 'varasto lahti' })).rows.map(({ Tilaus }) => Tilaus)).toEqual([found.tunniste])
  expect((await csv(buyer, of(customer))).rows).toEqual([])
  expect(await readdir(join(server.folder, 'kesken'))).toEqual([])
})

test('a sheet of too many orders is refused with a sentence', async () => {
  await copy((await placeOrder(customer, [])).id, maxSheetOrders)
  const answer = await exported(admin, { muoto: 'xlsx' })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([
    { field: 'muoto', message: 'Excel-tiedostoon mahtuu enintään 20 000 tilausta. Rajaa luetteloa tai lataa se CSV-tiedostona.' },
  ])
})

test('one person’s files are made one at a time, and a fourth is refused until one is ready', async () => {
  const client = await server.pool.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE tilaus')
  const [first, ...exports] = [1, 2, 3, 4].map(() => exported(customer, { muoto: 'csv' }))
  const refused = await Promise.race([first, ...exports])
  expect(refused?.status).toBe(429)
  expect(refused?.body.message).toBe('Sinulla on jo 3 tiedostoa tekeillä. Odota, että jokin niistä valmistuu.')
  await client.query('ROLLBACK')
  client.release()
  const answers = await Promise.all([first, ...exports])
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 200, 200, 429])
})

/** Groups are locked once the exports that already read them have ended; later ones wait for the lock. Lists and saves do not read groups. */
async function lockGroups() {
  const client = await server.pool.connect()
  await client.query('BEGIN')
  const locked = client.query('LOCK TABLE tilaus_ryhma IN ACCESS EXCLUSIVE MODE')
  const release = async (): Promise<void> => {
    await locked
    await client.query('ROLLBACK')
    client.release()
  }
  return { locked, release }
}

/** Exports wait until the work ends. */
async function whileGroupsAreLocked(work: () => Promise<void>): Promise<void> {
  const { locked, release } = await lockGroups()
  try {
    await locked
    await work()
  } finally {
    await release()
  }
}

/** How many statements wait for a lock: those of exports, or the LOCK statements. */
const waitingFor = (what: 'exports' | 'lock') =>
  expect.poll(
    async () => {
      const { rows } = await server.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND (query LIKE 'LOCK%') = $1`,
        [what === 'lock'],
      )
      return rows[0]?.n
    },
    { timeout: 10_000 },
  )

test('while every connection for exports is busy, lists and saves are answered', async () => {
  const buyer = await server.person(['asiakas'], await server.customer())
  await placeOrder(buyer, [goods])
  const people = [admin, buyer, await server.person(['yllapito']), await server.person(['yllapito'])]
  const usual = server.pool.options.max
  const exports: Promise<{ status: number }>[] = []
  await whileGroupsAreLocked(async () => {
    // The lock uses one connection, and exports would use the others if they used this pool.
    server.pool.options.max = 5
    exports.push(...people.map((who, index) => exported(who, { ...of(buyer), muoto: index === 3 ? 'xlsx' : 'csv' })))
    await waitingFor('exports').toBe(4)
    const data = { type: 'tuote_entity--tuote_entity', attributes: { name: 'Lava' } }
    // The lock's: exports use none of these connections.
    await expect.poll(() => server.pool.totalCount - server.pool.idleCount).toBe(1)
    // Nothing is released meanwhile: what waited for an export would never be answered.
    for (let round = 0; round < 5; round++) {
      const saved = await admin.call('POST', '/jsonapi/tuote_entity/tuote_entity', { data })
      expect(saved.status, saved.text).toBe(201)
      expect((await admin.call('GET', '/jsonapi/tilaus_entity/tilaus_entity?page[limit]=1')).status).toBe(200)
    }
    await waitingFor('exports').toBe(4)
  }).finally(() => {
    server.pool.options.max = usual
  })
  for (const answer of await Promise.all(exports)) expect(answer.status).toBe(200)
})

test('one user’s and one customer’s exports leave a place for others', async () => {
  const customerId = await server.customer()
  const [buyer, colleague, another] = [
    await server.person(['asiakas'], customerId),
    await server.person(['asiakas'], customerId),
    await server.person(['asiakas'], customerId),
  ]
  await placeOrder(buyer, [goods])
  // Who each finished export was for: requests sent at once may arrive in any order.
  const finished: string[] = []
  const exportAs = async (name: string, who: Person): Promise<void> => {
    const answer = await exported(who, { ...of(buyer), muoto: 'csv' })
    expect(answer.status, answer.text).toBe(200)
    finished.push(name)
  }
  const first = await lockGroups()
  await first.locked
  const exports = [buyer, buyer, buyer]
    .map((who) => exportAs('buyer', who))
    .concat(exportAs('colleague', colleague), exportAs('colleague', another))
  await waitingFor('exports').toBe(2)
  // The third place is left for others.
  exports.push(exportAs('admin', admin))
  await waitingFor('exports').toBe(3)

  // Users of one customer do not wait for one of them: after each lock, the exports that have a place by then are read.
  const allFinished = () => expect.poll(() => finished.toSorted(), { timeout: 20_000 })
  const second = await lockGroups()
  await waitingFor('lock').toBe(1)
  await first.release()
  await allFinished().toEqual(['admin', 'buyer', 'colleague'])
  await second.locked
  await waitingFor('exports').toBe(2)
  const third = await lockGroups()
  await waitingFor('lock').toBe(1)
  await second.release()
  await allFinished().toEqual(['admin', 'buyer', 'buyer', 'colleague', 'colleague'])
  await third.release()
  await Promise.all(exports)
  expect(finished.at(-1)).toBe('buyer')
})

test.each([
  [{}, 'muoto'],
  [{ muoto: 'pdf' }, 'muoto'],
  [{ muoto: 'csv', include: 'asiakas' }, 'include'],
  [{ muoto: 'csv', 'page[limit]': '1' }, 'page[limit]'],
  [{ muoto: 'csv', sort: 'salaisuus' }, 'sort'],
] as [Record<string, string>, string][])('%j is refused', async (query, field) => {
  const answer = await exported(admin, query)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors[0]).toMatchObject({ field, message: expect.any(String) })
})

test('a customer cannot filter by hidden fields, and a driver cannot export at all', async () => {
  expect((await exported(customer, { muoto: 'csv', 'filter[lahetykset.kuljettaja.id]': driver.id })).status).toBe(400)
  expect((await exported(driver, { muoto: 'csv' })).status).toBe(403)
})
