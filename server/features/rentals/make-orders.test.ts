import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dayOf, midnightOf } from '#domain/values/time/time.ts'
import { openContext } from '#server/open-context.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { makeRentalOrders } from './make-orders.ts'

let server: TestServer
let admin: Person
/** The time of the job. Sign-ins would expire with that of the server. */
let now = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const at = (day: string, hours = 1) => midnightOf(day) + hours * 3600
const run = (pool: Pool = server.pool) => makeRentalOrders(openContext({ pool, clock: () => now }))
type RentalValues = Record<string, unknown> & { from: string }
async function addRental({ from, ...values }: RentalValues): Promise<{ rental: string; customer: string }> {
  const customer = await server.customer()
  const [rental, laskutusosoite] = [randomUUID(), randomUUID()]
  await insert(server.pool, 'laskutusosoite_posti', {
    ...{ id: laskutusosoite, asiakas_id: customer, field_osoite_1: 'Katu 1', field_postinumero: '33100', oletus: true },
    field_postitoimipaikka: 'Tampere',
  })
  const usual = { asiakas_id: customer, tyyppi: 'hyllypaikka_eur', maara: 4, hinta: 9.5, hinta_total: 38 }
  await insert(server.pool, 'vuokraus', { ...usual, id: rental, aktivointipaiva: midnightOf(from), ...values })
  return { rental, customer }
}
type Made = { tila: string; hinta: number; kausi: string; toimitettu: string; laskutus_osoite1: string; viesti: string; vid: number }
async function ordersOf(rental: string): Promise<Made[]> {
  const { rows } = await server.pool.query(
    `SELECT tilauksen_tila AS tila, hinta::float8, vuokrakausi::int, timestamp_toimitettu::int, laskutus_osoite1, laskutus_viesti AS viesti, vid::int
     FROM tilaus WHERE vuokraus_id = $1 ORDER BY vuokrakausi`,
    [rental],
  )
  return rows.map(({ vuokrakausi, timestamp_toimitettu, ...row }) => ({
    ...row,
    kausi: dayOf(vuokrakausi),
    toimitettu: dayOf(timestamp_toimitettu),
  }))
}
const periodsOf = async (rental: string) => (await ordersOf(rental)).map(({ kausi }) => kausi)

test('on the billing day an active rental makes one delivered order with its price, period and billing fields', async () => {
  const { rental, customer } = await addRental({ from: '2026-11-01', laskutuspaiva: 't', laskutuskausi: 'Y-m-t' })
  now = at('2026-11-30', -1)
  await run()
  expect(await ordersOf(rental)).toEqual([])
  now = at('2026-11-30')
  await run()
  await run()
  expect(await ordersOf(rental)).toEqual([
    {
      tila: 'toimitettu',
      hinta: 38,
      kausi: '2026-11-30',
      toimitettu: '2026-11-30',
      laskutus_osoite1: 'Katu 1',
      viesti: 'Vuokra 1.11.2026–30.11.2026: EUR-hyllypaikka, 4 × 9,50 €',
      vid: 1,
    },
  ])
  const listed = await admin.call('GET', '/api/laskuttamattomat_tilaukset')
  expect(JSON.stringify(listed.body)).toContain(customer)
  const read = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity?filter[vuokraus.id]=${rental}&include=vuokraus`)
  expect(read.body.data).toMatchObject([{ attributes: { tyyppi: 'vuokraus', hinta: 38 } }])
  expect(read.body.included).toMatchObject([{ id: rental }])
})

test('missed days are made later, with the price of their run and the VAT day of their billing day; skipped and paused ones are not', async () => {
  const { rental } = await addRental({
    from: '2026-12-01',
    laskutuspaiva: '15',
    laskutuskausi: 'Y-m-15',
    ohitetut_paivat: [midnightOf('2027-01-15')],
  })
  const { rental: paused } = await addRental({ from: '2026-12-01', tila: 'arkistoitu' })
  const { rental: removed } = await addRental({ from: '2026-12-01', status: 0 })
  now = at('2027-03-22')
  await run()
  expect((await ordersOf(rental)).map(({ kausi, toimitettu }) => [kausi, toimitettu])).toEqual(
    ['2026-12-15', '2027-02-15', '2027-03-15'].map((day) => [day, day]),
  )
  expect([await periodsOf(paused), await periodsOf(removed)]).toEqual([[], []])
})

test('an order that an administrator has removed is not made again, and a changed billing day does not bill the same period twice', async () => {
  const { rental } = await addRental({ from: '2027-04-01', laskutuspaiva: '15', laskutuskausi: 'Y-m-15' })
  now = at('2027-04-15')
  await run()
  await server.pool.query(`UPDATE tilaus SET status = 0 WHERE vuokraus_id = $1`, [rental])
  await server.pool.query(`UPDATE vuokraus SET laskutuspaiva = 't' WHERE id = $1`, [rental])
  now = at('2027-04-30')
  await run()
  expect(await periodsOf(rental)).toEqual(['2027-04-15'])
})

test('no day is billed twice after changes of the billing period', async () => {
  const { rental } = await addRental({ from: '2026-01-01', laskutuskausi: 'Y-m-t' })
  const { rental: unmoved } = await addRental({ from: '2026-01-01', laskutuskausi: 'Y-m-t' })
  now = at('2026-10-31')
  await run()
  const billed = ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31'].map((day) => `2026-${day}`)
  expect(await periodsOf(rental)).toEqual(billed)
  const changed = await admin.call('POST', '/api/vuokrattavat', { id: rental, vid: 1, laskutuskausi: 'Y-m-15' })
  expect(changed.status, changed.text).toBe(200)
  // Its activation day stays before the billed periods.
  await server.pool.query(`UPDATE vuokraus SET laskutuskausi = 'Y-m-15' WHERE id = $1`, [unmoved])
  now = at('2026-11-23')
  await run()
  expect([await periodsOf(rental), await periodsOf(unmoved)]).toEqual([billed, billed])
  now = at('2026-12-31')
  await run()
  const withNext = [...billed, '2026-12-15']
  expect([await periodsOf(rental), await periodsOf(unmoved)]).toEqual([withNext, withNext])
})

test('servers that run at the same time make each order once', async () => {
  const rentals: string[] = []
  for (let index = 0; index < 120; index++) rentals.push((await addRental({ from: '2027-05-01' })).rental)
  now = at('2027-06-01')
  await Promise.all([run(), run(), run(), run()])
  const { rows } = await server.pool.query(
    'SELECT count(*)::int AS orders, count(DISTINCT vuokraus_id)::int AS rentals FROM tilaus WHERE vuokraus_id = ANY($1)',
    [rentals],
  )
  expect(rows).toEqual([{ orders: 120, rentals: 120 }])
})

test('the unique index refuses a second order of the same period', async () => {
  const { rental, customer } = await addRental({ from: '2027-05-01' })
  now = at('2027-06-01')
  await run()
  const copy = {
    id: randomUUID(),
    asiakas_id: customer,
    tyyppi: 'vuokraus',
    tilausnro: 900_000,
    vuokraus_id: rental,
    vuokrakausi: midnightOf('2027-05-31'),
  }
  await expect(insert(server.pool, 'tilaus', copy)).rejects.toThrow('tilaus_vuokrakausi')
  // An administrator cannot set what only the job sets.
  const type = 'tilaus_entity--tilaus_entity'
  const attributes = { asiakas_id: customer, vuokrakausi: midnightOf('2027-07-31') }
  expect((await admin.call('POST', '/jsonapi/tilaus_entity/tilaus_entity', { data: { type, attributes } })).status).toBe(422)
})

/** A pool whose connections PostgreSQL ends before the statement that `isLast` recognises, as it does with those of a killed server. */
function endingBefore(isLast: (text: string) => boolean): Pool {
  const connect = async () => {
    const client = await server.pool.connect()
    client.on('error', () => undefined)
    const { query } = client
    const ending = async (...parameters: unknown[]) => {
      const [statement] = parameters
      const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
      if (isLast(text)) await server.pool.query('SELECT pg_terminate_backend($1, 5000)', [Reflect.get(client, 'processID')])
      return Reflect.apply(query, client, parameters)
    }
    const bound = { query: ending, release: client.release.bind(client) }
    return new Proxy(client, { get: (target, key) => Reflect.get(bound, key) ?? Reflect.get(target, key) })
  }
  // Its own methods are bound to the pool: `query` connects by itself.
  return new Proxy(server.pool, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      return key === 'connect' ? connect : typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test.each([
  ['before the rentals are locked', (text: string) => text.includes('FOR NO KEY UPDATE')],
  ['before the orders are stored', (text: string) => text.includes('INSERT INTO')],
  ['before the commit', (text: string) => text === 'COMMIT'],
])('a server that dies %s leaves nothing, and the next run makes every order once', async (_, isLast) => {
  now = at('2027-08-01')
  const { rental } = await addRental({ from: '2027-07-01' })
  await expect(run(endingBefore(isLast))).rejects.toThrow(/not queryable|terminat/)
  expect(await periodsOf(rental)).toEqual([])
  await Promise.all([run(), run()])
  expect(await periodsOf(rental)).toEqual(['2027-07-31'])
})

test('a rental whose order is refused does not keep back the others, and the run fails', async () => {
  now = at('2027-10-01')
  const { rental } = await addRental({ from: '2027-09-01' })
  const { rental: refused } = await addRental({ from: '2027-09-01', hinta_total: 99_999_999 })
  const broken = openContext({ pool: server.pool, clock: () => now })
  const { save } = broken.engine
  const { RequestFault } = await import('#domain/errors.ts')
  vi.spyOn(broken.engine, 'save').mockImplementation((actor, changes, options) =>
    changes.some(({ values }) => values.vuokraus === refused)
      ? Promise.reject(new RequestFault({ kind: 'invalid', detail: 'Ei kelpaa.' }))
      : save(actor, changes, options),
  )
  await expect(makeRentalOrders(broken)).rejects.toThrow('Orders of 1 rentals were not made')
  expect([await periodsOf(rental), await periodsOf(refused)]).toEqual([['2027-09-30'], []])
})

test('nothing is made while the feature is switched off, nor for a removed customer', async () => {
  now = at('2027-12-01')
  const { rental } = await addRental({ from: '2027-11-01' })
  const { rental: ofRemoved, customer } = await addRental({ from: '2027-11-01' })
  await server.pool.query('UPDATE asiakas SET status = 0 WHERE id = $1', [customer])
  const setSwitches = async (poissa_kaytosta: readonly string[]) => {
    const { versio } = (await admin.call('GET', '/api/asetukset')).body
    const saved = await admin.call('PATCH', '/api/asetukset', { values: { poissa_kaytosta }, versio })
    expect(saved.status, saved.text).toBe(200)
  }
  await setSwitches(['vuokraukset'])
  await run()
  expect(await periodsOf(rental)).toEqual([])
  await setSwitches([])
  await run()
  expect([await periodsOf(rental), await periodsOf(ofRemoved)]).toEqual([['2027-11-30'], []])
})
