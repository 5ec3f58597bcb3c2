import { afterAll, beforeAll, expect, test } from 'vitest'
import { uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { missingFilters } from '#domain/features/invoicing/uninvoiced-filter.ts'
import { uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { deliveredOrder, groupOrders, placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/laskuttamattomat_tilaukset'
const billed = { laskutus_email: 'laskut@esimerkki.fi' }
let server: TestServer
let admin: Person
let driver: Person
let putki: Person
let auto: Person
/** Orders by what the tests call them. */
const orders: Record<string, string> = {}

const list = async (query = '') => uninvoicedOrdersCall.output.parse((await admin.call('GET', `${path}?${query}`)).body)
const figures = async (query = '') => uninvoicedCustomersCall.output.parse((await admin.call('GET', `${path}/asiakkaat?${query}`)).body)
const namesOf = async (query: string): Promise<string[]> => {
  const byId = new Map(Object.entries(orders).map(([name, id]) => [id, name]))
  return (await list(query)).data.map(({ id }) => byId.get(id) ?? id)
}

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  putki = await server.person(['asiakas'], await server.customer('Pirkan Putki Oy'))
  auto = await server.person(['asiakas'], await server.customer('Äänekosken Auto_100% Oy'))
  await server.pool.query(`UPDATE asiakas SET y_tunnus = '1234567-1' WHERE id = $1`, [putki.asiakasId])
  const made = async (name: string, customer: Person, days: number, { hinta = 0, ...order }: Record<string, unknown> = {}, viite = '') => {
    const { id } = await deliveredOrder({ admin, customer, driver }, [{ viite }], order)
    orders[name] = id
    const at = addDays(startOfDay(server.clock.now), -days) + 3600
    await admin.call('POST', path, { operation: 'setTimestampToimitettu', ids: [id], timestamp_toimitettu: at })
    if (hinta) await admin.call('POST', path, { operation: 'setHinta', ids: [id], hinta })
  }
  await made('new', putki, 1, { ...billed, hinta: 0.1 }, 'PO-7')
  await made('week', putki, 8, { ...billed, hinta: 0.2 })
  await made('month', putki, 30, { hinta: 50 })
  await made('old', putki, 31, { ...billed, hinta: 300 })
  await made('grouped', putki, 3, billed)
  await made('grouped too', putki, 20, billed)
  orders.group = await groupOrders(admin, String(putki.asiakasId), [orders.grouped ?? '', orders['grouped too'] ?? ''])
  await made('car', auto, 2, { ...billed, hinta: 10 })
  await placeOrder(putki)
})
afterAll(() => server.close())

test('each customer has its count, sums by age and oldest order; a group counts once, at the age of its oldest order', async () => {
  const { data, meta } = await figures()
  expect(data.map(({ name }) => name)).toEqual(['Pirkan Putki Oy', 'Äänekosken Auto_100% Oy'])
  expect(data[0]).toEqual({
    id: putki.asiakasId,
    name: 'Pirkan Putki Oy',
    y_tunnus: '1234567-1',
    tilauksia: 6,
    puutteellisia: 1,
    vanhin: addDays(startOfDay(server.clock.now), -31) + 3600,
    summa: 850.8,
    summa_0_7: 0.1,
    summa_8_14: 0.2,
    summa_15_30: 550.5,
    summa_yli_30: 300,
  })
  expect(meta).toEqual({ count: 7, kaikki: 7, valmiit: 5, puutteelliset: 2 })
})

test('customers follow each other by name, sum or oldest delivery, in the list and in its figures', async () => {
  for (const [sort, first] of [
    ...[['asiakas', putki] as const, ['-asiakas', auto] as const],
    ...[['summa', auto] as const, ['-summa', putki] as const],
    ...[['vanhin', putki] as const, ['-vanhin', auto] as const],
  ]) {
    const { data } = await figures(`sort=${sort}`)
    expect(
      data.map(({ id }) => id),
      sort,
    ).toEqual(first === putki ? [putki.asiakasId, auto.asiakasId] : [auto.asiakasId, putki.asiakasId])
    const customers = (await list(`sort=${sort}`)).data.map(({ asiakas }) => asiakas.id)
    expect([...new Set(customers)], sort).toEqual(data.map(({ id }) => id))
    expect(customers, sort).toHaveLength(7)
  }
  // The orders of each stay sorted by their delivery, those of a group by its oldest.
  expect(await namesOf(`sort=-summa&asiakas_id=${putki.asiakasId}`)).toEqual(await namesOf(`asiakas_id=${putki.asiakasId}`))
})

test('the figures are those of the orders that the same filters find', async () => {
  for (const puuttuu of missingFilters) {
    const [{ data, meta }, orders] = [await figures(`puuttuu=${puuttuu}`), await list(`puuttuu=${puuttuu}`)]
    expect(meta, puuttuu).toEqual({ count: orders.meta.count, kaikki: 7, valmiit: 5, puutteelliset: 2 })
    expect(data.map(({ id, tilauksia }) => [id, tilauksia])).toEqual(
      [...Map.groupBy(orders.data, ({ asiakas }) => asiakas.id)].map(([id, own]) => [id, own.length]),
    )
    const lacks = (missing: readonly string[]) =>
      puuttuu === 'ei_mitaan' ? missing.length === 0 : puuttuu === 'jotain' ? missing.length > 0 : missing.includes(puuttuu)
    expect(
      orders.data.every(({ puuttuu: missing }) => lacks(missing)),
      puuttuu,
    ).toBe(true)
  }
  const all = await list()
  for (const [query, count] of [
    ['ei_mitaan', all.data.filter(({ puuttuu }) => puuttuu.length === 0).length],
    ['laskutusosoite', 1],
    ['y_tunnus', 1],
    ['ryhma', 0],
  ] as const)
    expect((await list(`puuttuu=${query}`)).meta.count, query).toBe(count)
})

test('orders follow each other by customer and then by the sort key; a group’s orders stay together', async () => {
  expect(await namesOf('')).toEqual(['old', 'month', 'grouped too', 'grouped', 'week', 'new', 'car'])
  expect(await namesOf('sort=-timestamp_toimitettu')).toEqual(['new', 'week', 'grouped too', 'grouped', 'month', 'old', 'car'])
  expect(await namesOf('sort=-hinta')).toEqual(['grouped too', 'grouped', 'old', 'month', 'week', 'new', 'car'])
  expect(await namesOf('sort=-asiakas')).toEqual(['car', 'old', 'month', 'grouped too', 'grouped', 'week', 'new'])
  expect((await figures('sort=-asiakas')).data[0]?.id).toBe(auto.asiakasId)
  const grouped = (await list()).data.filter(({ ryhma }) => ryhma !== null)
  expect(grouped.map(({ ryhma }) => [ryhma?.jarjestys, ryhma?.tilauksia])).toEqual([
    [1, 2],
    [2, 2],
  ])
})

test('a text is searched in numbers, references and the customer, and its signs are no wildcards', async () => {
  const number = (await list(`operation=getTilaukset&tilausIds=${orders.week}`)).data[0]
  const group = (await list(`operation=getTilaukset&tilausIds=${orders.grouped}`)).data[0]?.ryhma?.tunniste
  for (const [text, found] of [
    [number?.tunniste, ['week']],
    [group, ['grouped too', 'grouped']],
    ['po-7', ['new']],
    ['äänekosken', ['car']],
    ['1234567-1', ['old', 'month', 'grouped too', 'grouped', 'week', 'new']],
    ['100%', ['car']],
    ['auto_1', ['car']],
    ['%', ['car']],
    ["' OR 1=1 --", []],
  ] as const)
    expect(await namesOf(`q=${encodeURIComponent(String(text))}`), text).toEqual(found)
})

test('filters by customer, type and days of delivery', async () => {
  const day = (before: number) => addDays(startOfDay(server.clock.now), -before)
  expect(await namesOf(`asiakas_id=${auto.asiakasId}`)).toEqual(['car'])
  expect(await namesOf('tyyppi=tunti')).toEqual([])
  expect(await namesOf(`alku=${day(8)}&loppu=${day(2)}`)).toEqual(['grouped', 'week', 'car'].toSorted((a) => (a === 'week' ? -1 : 0)))
  expect((await figures(`alku=${day(8)}&loppu=${day(2)}`)).meta.count).toBe(3)
})

test.each([
  ['sort=nimi', 'sort'],
  ['puuttuu=kaikki', 'puuttuu'],
  ['tyyppi=auto', 'tyyppi'],
  ['alku=eilen', 'alku'],
  ['loppu=5', 'loppu'],
  ['asiakas_id=1', 'asiakas_id'],
  [`q=${'x'.repeat(101)}`, 'q'],
  ['page[size]=5', 'page[size]'],
])('refuses %s by name', async (query, field) => {
  for (const url of [path, `${path}/asiakkaat`]) {
    const answer = await admin.call('GET', `${url}?${query}`)
    expect([answer.status, answer.body.errors?.[0]?.field], answer.text).toEqual([400, field])
  }
})

test('a search for a character that no text has is a bad request, in the list and in its file', async () => {
  for (const url of [path, `${path}/asiakkaat`, `${path}/vienti`]) {
    const answer = await admin.call('GET', `${url}?q=a%00`)
    expect([answer.status, answer.text], url).toEqual([400, expect.stringContaining('Hakuehdossa on arvo, jota ei voi hakea.')])
  }
})
