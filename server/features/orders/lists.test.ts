import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customersCall, hourlyJobsCall, productsCall } from '#domain/features/customers/entity-lists.ts'
import { archivedOrdersCall } from '#domain/features/orders/archived-orders.ts'
import { openOrdersCall } from '#domain/features/orders/open-orders.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let stranger: Person
let driver: Person
let customerId: string

beforeAll(async () => {
  server = await startTestServer()
  customerId = await server.customer('Ääniala Oy')
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], customerId)
  stranger = await server.person(['asiakas'], await server.customer('Oksa Oy'))
  driver = await server.person(['kuljettaja'])
})
afterAll(() => server.close())

const get = (who: Person, path: string, query: Record<string, string> = {}) => who.call('GET', `${path}?${new URLSearchParams(query)}`)
async function listed(
  who: Person,
  call: typeof customersCall | typeof productsCall | typeof hourlyJobsCall,
  query: Record<string, string> = {},
) {
  const answer = await get(who, call.path, query)
  expect(answer.status, answer.text).toBe(200)
  return call.output.parse(answer.body)
}
const namesOf = async (...call: Parameters<typeof listed>) => (await listed(...call)).data.map(({ name }) => name)

test('customers have the fields of their list, in Finnish order; each role sees those that it may read', async () => {
  const address = randomUUID()
  await insert(server.pool, 'postiosoite', {
    id: address,
    asiakas_id: customerId,
    field_osoite_1: 'Katu 1',
    field_postinumero: '33100',
    field_postitoimipaikka: 'Tampere',
  })
  await server.pool.query(`UPDATE asiakas SET kayntiosoite_id = $2, y_tunnus = '1572860-0' WHERE id = $1`, [customerId, address])
  const gone = randomUUID()
  await insert(server.pool, 'asiakas', { id: gone, name: 'Poistettu Oy', status: 0 })
  expect(await namesOf(admin, customersCall)).toEqual(['Oksa Oy', 'Ääniala Oy'])
  expect(await namesOf(admin, customersCall, { status: '0' })).toEqual(['Poistettu Oy'])
  expect(await listed(admin, customersCall, { sort: '-name', 'page[limit]': '1', _format: 'json' })).toEqual({
    data: [
      {
        id: customerId,
        vid: 1,
        tunniste: expect.stringMatching(/^A-\d+$/),
        status: 1,
        name: 'Ääniala Oy',
        y_tunnus: '1572860-0',
        tyyppi: 'yritys',
        maksuehto: 14,
        kayntiosoite: { id: address, field_osoite_1: 'Katu 1', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' },
      },
    ],
    meta: { count: 2 },
  })
  expect(await namesOf(customer, customersCall)).toEqual(['Ääniala Oy'])
  expect(await namesOf(customer, customersCall, { status: '0' })).toEqual([])
  expect(await namesOf(driver, customersCall)).toEqual([])
  const { shipments } = await placeOrder(customer)
  await server.pool.query('UPDATE lahetys SET kuljettaja_id = $1 WHERE id = ANY($2)', [driver.id, shipments])
  // A driver sees the name and the addresses of a customer that he drives for.
  expect((await listed(driver, customersCall)).data).toEqual([
    {
      id: customerId,
      vid: 1,
      tunniste: expect.any(String),
      status: 1,
      name: 'Ääniala Oy',
      kayntiosoite: expect.objectContaining({ id: address }),
    },
  ])
})

test('products of a customer are its own and the common ones', async () => {
  const add = (name: string, asiakas_id: string | null) =>
    insert(server.pool, 'tuote', { id: randomUUID(), name, asiakas_id, pituus: 800, lukitse_pituus: true })
  await add('Oma', customerId)
  await add('Yhteinen', null)
  await add('Vieras', stranger.asiakasId)
  expect(await namesOf(admin, productsCall)).toEqual(['Oma', 'Vieras', 'Yhteinen'])
  expect(await namesOf(admin, productsCall, { asiakas_id: customerId })).toEqual(['Oma', 'Yhteinen'])
  expect(await namesOf(customer, productsCall)).toEqual(['Oma', 'Yhteinen'])
  expect(await namesOf(customer, productsCall, { asiakas_id: customerId, 'page[offset]': '1' })).toEqual(['Yhteinen'])
  expect((await get(customer, '/api/tuotteet', { asiakas_id: String(stranger.asiakasId) })).status).toBe(403)
  const [own, common] = (await listed(customer, productsCall)).data
  expect(own).toMatchObject({ pituus: 800, lukitse_pituus: true, paino: 0, tyyppi: 'muu', asiakas: { id: customerId, name: 'Ääniala Oy' } })
  expect(common).toMatchObject({ asiakas: null })
  expect(await namesOf(driver, productsCall)).toEqual([])
})

test('customers and products are searched among those that each role sees, the best matches first', async () => {
  const at = { asiakas_id: customerId, pituus: 800 }
  await insert(server.pool, 'tuote', { id: randomUUID(), name: 'Alusta yöhyllylle', ...at })
  await insert(server.pool, 'tuote', { id: randomUUID(), name: 'Yöhylly', ...at })
  expect(await namesOf(customer, productsCall, { q: 'yöhylly' })).toEqual(['Yöhylly', 'Alusta yöhyllylle'])
  expect(await namesOf(customer, productsCall, { q: 'yöhylly', sort: 'name' })).toEqual(['Alusta yöhyllylle', 'Yöhylly'])
  expect(await namesOf(admin, customersCall, { q: 'oksa' })).toEqual(['Oksa Oy'])
  // Without a search text the list is sorted by name.
  for (const q of ['', '  ']) expect(await namesOf(admin, customersCall, { q })).toEqual(await namesOf(admin, customersCall))
  expect(await namesOf(customer, customersCall, { q: 'oksa' })).toEqual([])
})

test('hourly jobs contain their order, people and car as far as the role sees them', async () => {
  const { id: order, tunniste } = await placeOrder(customer)
  const auto = randomUUID()
  await insert(server.pool, 'auto', { id: auto, name: 'Auto', rekisterinumero: 'KLR-418' })
  const job = { tilaus_id: order, asiakas_id: customerId, kuljettaja_id: driver.id, auto_id: auto, hinta: 90, aika: 60 }
  const ids = [randomUUID(), randomUUID()]
  await insert(server.pool, 'tuntituote', { ...job, id: ids[0], toimituspaiva: 1_795_000_000 })
  await insert(server.pool, 'tuntituote', { ...job, id: ids[1], toimituspaiva: 1_795_100_000, tila: 'kuljetuksessa', kuljettaja_id: null })
  const [newest, older] = (await listed(admin, hourlyJobsCall)).data
  expect([newest?.id, older?.id]).toEqual(ids.toReversed())
  const person = await server.pool.query('SELECT field_fullname FROM "user" WHERE id = $1', [driver.id])
  expect(older).toMatchObject({
    tila: 'odottaa_noutoa',
    aika: 60,
    hinta: 90,
    tilaus: { id: order, tunniste },
    asiakas: { id: customerId, name: 'Ääniala Oy' },
    kuljettaja: { id: driver.id, ...person.rows[0] },
    auto: { id: auto, rekisterinumero: 'KLR-418' },
    tuntituote_tyyppi: null,
  })
  expect((await listed(admin, hourlyJobsCall, { tila: 'kuljetuksessa', sort: 'toimituspaiva' })).data.map(({ id }) => id)).toEqual([ids[1]])
  expect((await listed(stranger, hourlyJobsCall)).meta.count).toBe(0)
  expect((await listed(admin, hourlyJobsCall, { asiakas_id: String(stranger.asiakasId) })).meta.count).toBe(0)
  const read = (await listed(customer, hourlyJobsCall, { asiakas_id: customerId })).data
  expect(read).toHaveLength(2)
  for (const row of read) expect(Object.keys(row)).not.toEqual(expect.arrayContaining([expect.stringMatching(/kuljettaja|auto/)]))
  const driven = (await listed(driver, hourlyJobsCall)).data
  expect(driven.map(({ id }) => id)).toEqual([ids[0]])
  expect(driven[0]).not.toHaveProperty('hinta')
})

test('open orders with their lines, as each role may see them', async () => {
  const mine = await server.person(['asiakas'], await server.customer('Avoin Oy'))
  const late = await placeOrder(mine, [{ toivottu_toimitus: 1_794_952_800, maara: 2, yksikkopaino: 5, nouto_postitmp: 'Lahti' }, {}])
  const next = await placeOrder(mine, [{ toivottu_toimitus: 1_795_039_200 }])
  const [first, second] = late.shipments
  const auto = randomUUID()
  await insert(server.pool, 'auto', { id: auto, name: 'Auto', rekisterinumero: 'ABC-123' })
  await server.pool.query(`UPDATE lahetys SET kuljettaja_id = $1, auto_id = $2, tila = 'siirto' WHERE id = $3`, [driver.id, auto, first])
  const done = await placeOrder(mine)
  await server.pool.query('UPDATE tilaus SET avoin = false WHERE id = $1', [done.id])

  const namesFor = async (who: Person, query: Record<string, string> = {}) => {
    const answer = await get(who, openOrdersCall.path, { asiakas_id: String(mine.asiakasId), ...query })
    expect(answer.status, answer.text).toBe(200)
    return openOrdersCall.output.parse(answer.body)
  }
  const { data, meta } = await namesFor(admin)
  expect(meta.count).toBe(2)
  expect(data.map(({ id }) => id)).toEqual([late.id, next.id])
  expect(data[0]).toMatchObject({ tunniste: late.tunniste, hinta: 0, asiakas: { id: mine.asiakasId, name: 'Avoin Oy' }, tuntituotteet: [] })
  const read = (rows: typeof data) => rows.map(({ lahetykset }) => new Map(lahetykset.map((line) => [line.id, line])))
  expect(read(data)[0]?.get(first ?? '')).toMatchObject({
    tila: 'siirto',
    maara: 2,
    paino: 10,
    nouto_postitmp: 'Lahti',
    kuljettaja: { id: driver.id },
    auto: { id: auto, rekisterinumero: 'ABC-123' },
  })
  expect((await namesFor(admin, { sort: '-toivottu_toimitus', 'page[limit]': '1' })).data.map(({ id }) => id)).toEqual([next.id])

  const [ofCustomer] = read((await namesFor(mine)).data)
  expect(ofCustomer?.get(first ?? '')).toMatchObject({ tila: 'kuljetuksessa' })
  expect(ofCustomer?.get(first ?? '')).not.toHaveProperty('kuljettaja')
  const driven = (await namesFor(driver)).data
  expect(driven.map(({ id, lahetykset }) => [id, lahetykset.map((line) => line.id)])).toEqual([[late.id, [first]]])
  expect(driven[0]).not.toHaveProperty('hinta')
  expect([...(ofCustomer?.keys() ?? [])].toSorted()).toEqual([first, second].toSorted())
  expect((await get(stranger, openOrdersCall.path, { asiakas_id: String(mine.asiakasId) })).status).toBe(403)
})

test.each([
  ['/api/avoimet_tilaukset', { sort: 'hinta' }, 'sort'],
  ['/api/avoimet_tilaukset', { asiakas_id: 'A-1' }, 'asiakas_id'],
  ['/api/arkistoidut_tilaukset', { tila: 'uusi' }, 'tila'],
  ['/api/arkistoidut_tilaukset', { vuosi: '1900' }, 'vuosi'],
  ['/api/arkistoidut_tilaukset', { alku: 'eilen' }, 'alku'],
  ['/api/asiakas', { sort: 'maksuehto' }, 'sort'],
  ['/api/asiakas', { asiakas_id: randomUUID() }, 'asiakas_id'],
  ['/api/asiakas', { status: '2' }, 'status'],
  ['/api/tuotteet', { asiakas_id: 'A-1' }, 'asiakas_id'],
  ['/api/tuotteet', { 'page[limit]': '-1' }, 'page[limit]'],
  ['/api/tuotteet', { 'filter[name]': 'x' }, 'filter[name]'],
  ['/api/tuntituote', { tila: 'myohassa' }, 'tila'],
  ['/api/tuntituote', { sort: 'name' }, 'sort'],
] as [string, Record<string, string>, string][])('%s refuses %j', async (path, query, field) => {
  const answer = await get(admin, path, query)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors[0]).toMatchObject({ field, message: expect.any(String) })
})

test('archived orders: the last twelve months, a year of the older ones, by days, state and text', async () => {
  const mine = await server.person(['asiakas'], await server.customer('Arkisto Oy'))
  const delivered = async (day: string, tilauksen_tila: string, rows: Record<string, unknown>[] = [{}]) => {
    const { id } = await placeOrder(mine, rows)
    await server.pool.query('UPDATE tilaus SET avoin = false, tilauksen_tila = $2, timestamp_toimitettu = $3 WHERE id = $1', [
      id,
      tilauksen_tila,
      midnightOf(day) + 3600,
    ])
    return id
  }
  const old = await delivered('2024-05-02', 'laskutettu')
  const lastYear = await delivered('2025-11-17', 'laskutettu')
  const oldest = await delivered('2025-11-18', 'toimitettu', [{ viite: 'PO-77', toimitus_postitmp: 'Kotka' }])
  const newest = await delivered('2026-11-01', 'laskutettu')
  await placeOrder(mine)

  const namesFor = async (who: Person, query: Record<string, string> = {}) => {
    const answer = await get(who, archivedOrdersCall.path, { asiakas_id: String(mine.asiakasId), ...query })
    expect(answer.status, answer.text).toBe(200)
    const { data, meta } = archivedOrdersCall.output.parse(answer.body)
    return { ids: data.map(({ id }) => id), data, count: meta.count }
  }
  expect((await namesFor(admin)).ids).toEqual([newest, oldest])
  expect((await namesFor(mine, { sort: 'timestamp_toimitettu', 'page[limit]': '1' })).ids).toEqual([oldest])
  expect(await namesFor(mine, { 'page[offset]': '1', 'page[limit]': '1' })).toMatchObject({ ids: [oldest], count: 2 })
  expect((await namesFor(admin, { vuosi: '2025' })).ids).toEqual([lastYear])
  expect((await namesFor(mine, { vuosi: '2024' })).ids).toEqual([old])
  expect((await namesFor(mine, { tila: 'toimitettu' })).ids).toEqual([oldest])
  expect((await namesFor(mine, { q: 'po-77' })).ids).toEqual([oldest])
  const days = (alku: string, loppu: string) => ({ alku: String(midnightOf(alku)), loppu: String(midnightOf(loppu)) })
  expect((await namesFor(mine, days('2025-11-18', '2025-11-18'))).ids).toEqual([oldest])
  expect((await namesFor(mine, days('2026-11-02', '2026-11-18'))).ids).toEqual([])
  expect((await namesFor(mine)).data[0]?.lahetykset[0]).not.toHaveProperty('kuljettaja')
  expect((await get(stranger, archivedOrdersCall.path, { asiakas_id: String(mine.asiakasId) })).status).toBe(403)
  expect((await get(driver, archivedOrdersCall.path)).status).toBe(403)
})
