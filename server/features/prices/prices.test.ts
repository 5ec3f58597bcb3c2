import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { priceLogCall } from '#domain/features/prices/price-log.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { addPostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { placeOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person

// 142.2 km in a straight line.
const places = [
  { maa: 'FI', postinumero: '33100', paikka: 'Tampere', lat: 61.4991, lng: 23.7871 },
  { maa: 'FI', postinumero: '20100', paikka: 'Turku', lat: 60.4518, lng: 22.2666 },
]
const prices = { perusmaksu: 20, hinta_km: 1, hinta_kg: 0.5, minimihinta: 30, polttoainelisa_prosentti: 10 }
const goods = { nouto_postinro: '33100', toimitus_postinro: '20100', maara: 2, yksikkopaino: 10 }
// (20 + 185 km × 1 + 20 kg × 0,5) × 1,1
const cost = 236.5
const hourlyType = '00000000-0000-4000-8000-000000000001'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  await addPostalCodes(server.pool, places)
})
beforeEach(async () => {
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

/** A price list of the customer's own, so that the tests do not affect each other. */
async function addList(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'hinnasto', { id, name: 'Sopimus', asiakas_id: customer.asiakasId, ...prices, ...values })
  return id
}
const read = async (id: string) => {
  const { body } = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}?include=lahetykset,tuntituotteet`)
  const lines: { id: string; attributes: Record<string, number> }[] = body.included ?? []
  return { ...body.data.attributes, lines: lines.map(({ id: line, attributes }) => ({ id: line, ...attributes })) }
}
const log = async (tilaus_id: string) =>
  priceLogCall.output.parse((await admin.call('GET', `${priceLogCall.path}?tilaus_id=${tilaus_id}`)).body).data
async function change(type: 'tilaus' | 'lahetys', id: string, attributes: Record<string, unknown>, who = admin): Promise<void> {
  const bundle = type === 'tilaus' ? 'tilaus_entity' : type
  const data = { type: `${type}_entity--${bundle}`, id, attributes }
  const answer = await who.call('PATCH', `/jsonapi/${type}_entity/${bundle}/${id}`, { data })
  expect(answer.status, answer.text).toBe(200)
}

describe('a new order', () => {
  test('is priced in the same save, and its customer sees it', async () => {
    const hinnasto = await addList()
    const made = await placeOrder(customer, [goods, { ...goods, maara: 0 }])
    // (20 + 185) × 1,1 for the one without a weight.
    expect(await read(made.id)).toMatchObject({
      vid: 1,
      hinta: cost + 225.5,
      hinta_kasin: false,
      lines: [{ hinta: cost }, { hinta: 225.5 }],
    })
    const shown = await customer.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${made.id}`)
    expect(shown.body.data.attributes.hinta).toBe(cost + 225.5)
    const [row, ...others] = await log(made.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      aika: server.clock.now,
      tulos: cost + 225.5,
      kayttaja: { id: customer.id },
      asiakas: { id: customer.asiakasId },
      tilaus: { id: made.id, tunniste: made.tunniste },
      hinnasto: { id: hinnasto, name: 'Sopimus' },
      lahtotiedot: {
        paiva: startOfDay(server.clock.now),
        rivit: [
          { id: made.shipments[0], km: 185, kg: 20 },
          { id: made.shipments[1], km: 185, kg: 0 },
        ],
      },
    })
    expect(row?.vaiheet.slice(0, 4)).toEqual([
      { rivi: 1, laji: 'perusmaksu', maara: 1, hinta: 20, summa: 20 },
      { rivi: 1, laji: 'km', maara: 185, hinta: 1, summa: 185 },
      { rivi: 1, laji: 'kg', maara: 20, hinta: 0.5, summa: 10 },
      { rivi: 1, laji: 'polttoainelisa', maara: 10, hinta: 215, summa: 21.5 },
    ])
  })

  test('without a price list has no price, and no log row', async () => {
    await addList({ voimassa_alkaen: addDays(server.clock.now, 1) })
    const made = await placeOrder(customer, [goods])
    expect(await read(made.id)).toMatchObject({ hinta: 0, hinta_kasin: false, lines: [{ hinta: 0 }] })
    expect(await log(made.id)).toEqual([])
  })

  test('is priced by the list of its own day', async () => {
    await addList()
    await addList({ perusmaksu: 30, voimassa_alkaen: addDays(server.clock.now, 7) })
    const made = await placeOrder(customer, [{ ...goods, toivottu_toimitus: addDays(server.clock.now, 8) }])
    expect((await read(made.id)).hinta).toBe(cost + 11)
  })

  test('keeps the price that an administrator has typed', async () => {
    await addList()
    const made = await placeOrder(admin, [goods], { asiakas_id: customer.asiakasId, hinta: 99 })
    expect(await read(made.id)).toMatchObject({ hinta: 99, hinta_kasin: true, lines: [{ hinta: 0 }] })
    expect(await log(made.id)).toEqual([])
  })

  test('is measured from an address that is saved along with it', async () => {
    await addList()
    const address = { type: 'osoite_entity--postiosoite', id: randomUUID() }
    const attributes = { name: 'Ranta', field_postinumero: '33100', field_postitoimipaikka: 'Tampere', lat: 60.4518, lng: 22.2666 }
    const tilaus = { type: 'tilaus_entity--tilaus_entity', id: randomUUID() }
    const relationships = { tilaus: { data: tilaus }, nouto_osoite: { data: address } }
    const answer = await customer.call('POST', '/jsonapi/operations', {
      'atomic:operations': [
        { op: 'add', data: { ...address, attributes } },
        { op: 'add', data: tilaus },
        { op: 'add', data: { type: 'lahetys_entity--lahetys', attributes: goods, relationships } },
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    // The shortest distance is a kilometre: (20 + 1 + 10) × 1,1.
    expect((await read(tilaus.id)).hinta).toBe(34.1)
  })

  test('of an hourly job costs the price agreed with the customer', async () => {
    const agreed = { asiakas_id: customer.asiakasId, tuntituote_tyyppi_id: hourlyType, hinta_h: 50 }
    await insert(server.pool, 'tuntituote_instanssi', { id: randomUUID(), ...agreed })
    const tilaus = { type: 'tilaus_entity--tilaus_entity', id: randomUUID() }
    const relationships = {
      tilaus: { data: tilaus },
      tuntituote_tyyppi: { data: { type: 'tuntituote_tyyppi--tuntituote_tyyppi', id: hourlyType } },
    }
    const answer = await customer.call('POST', '/jsonapi/operations', {
      'atomic:operations': [
        { op: 'add', data: { ...tilaus, attributes: { tyyppi: 'tunti' } } },
        { op: 'add', data: { type: 'tuntituote--tuntituote', attributes: { aika: 60 }, relationships } },
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await read(tilaus.id)).toMatchObject({ hinta: 375, lines: [{ hinta: 375, tuntituote_hinta: 50 }] })
    expect(await log(tilaus.id)).toMatchObject([{ hinnasto: null, tulos: 375 }])
  })
})

describe('a changed order', () => {
  test('is priced again when its goods, address or day change, and only then', async () => {
    await addList()
    await addList({ perusmaksu: 30, voimassa_alkaen: addDays(server.clock.now, 7) })
    const made = await placeOrder(customer, [goods])
    const [line = ''] = made.shipments
    await change('lahetys', line, { maara: 4 }, customer)
    expect(await read(made.id)).toMatchObject({ vid: 2, hinta: cost + 11 })
    await change('lahetys', line, { toivottu_toimitus: addDays(server.clock.now, 8) })
    expect((await read(made.id)).hinta).toBe(cost + 22)
    await change('lahetys', line, { viesti: 'Ovi 3' })
    expect(await read(made.id)).toMatchObject({ vid: 3, hinta: cost + 22 })
    await change('lahetys', line, { toimitus_postinro: '33100' })
    expect(await read(made.id)).toMatchObject({ hinta: (30 + 1 + 20) * 1.1, lines: [{ hinta: (30 + 1 + 20) * 1.1 }] })
    expect((await log(made.id)).map(({ tulos }) => tulos)).toEqual([56.1, cost + 22, cost + 11, cost])
  })

  test('keeps a typed price until it is cleared', async () => {
    await addList()
    const made = await placeOrder(customer, [goods])
    const [line = ''] = made.shipments
    await change('tilaus', made.id, { hinta: 99 })
    await change('lahetys', line, { maara: 4 }, customer)
    expect(await read(made.id)).toMatchObject({ hinta: 99, hinta_kasin: true })
    await change('tilaus', made.id, { hinta: 0 })
    expect(await read(made.id)).toMatchObject({ hinta: cost + 11, hinta_kasin: false })
    expect(await log(made.id)).toHaveLength(2)
  })

  test('has no price when it can no longer be calculated', async () => {
    await addList()
    const made = await placeOrder(customer, [goods])
    await change('lahetys', made.shipments[0] ?? '', { toimitus_postinro: '99999' }, customer)
    expect(await read(made.id)).toMatchObject({ hinta: 0, lines: [{ hinta: 0 }] })
  })

  test('is priced without its cancelled shipments', async () => {
    await addList()
    const made = await placeOrder(customer, [goods, goods])
    await change('lahetys', made.shipments[0] ?? '', { tila: 'peruutettu' }, customer)
    expect((await read(made.id)).hinta).toBe(cost)
  })

  test('keeps its price once it is invoiced, and when invoicing is undone', async () => {
    await addList()
    const made = await placeOrder(customer, [goods])
    for (const tila of ['kuljetuksessa', 'toimitettu']) await change('lahetys', made.shipments[0] ?? '', { tila })
    const path = '/api/laskuttamattomat_tilaukset'
    expect((await admin.call('POST', path, { operation: 'laskuta', ids: [made.id] })).body.results).toMatchObject([{ success: true }])
    const body = { data: { type: 'lahetys_entity--lahetys', id: made.shipments[0], attributes: { maara: 9 } } }
    expect((await admin.call('PATCH', `/jsonapi/lahetys_entity/lahetys/${made.shipments[0]}`, body)).status).toBe(422)
    await admin.call('POST', path, { operation: 'peru_laskutus', ids: [made.id], syy: 'Väärä' })
    expect((await read(made.id)).hinta).toBe(cost)
    expect(await log(made.id)).toHaveLength(1)
  })
})

describe('a draft', () => {
  const draft = async (who: Person, body: Record<string, unknown>) => {
    const { maara, yksikkopaino, ...ends } = goods
    const row = { ...ends, maara, paino: maara * yksikkopaino }
    const answer = await who.call('POST', priceDraftCall.path, { lahetykset: [row], ...body })
    expect(answer.status, answer.text).toBe(200)
    return priceDraftCall.output.parse(answer.body)
  }

  test('has the price that the order will have; only administrators see the calculation', async () => {
    await addList()
    expect(await draft(customer, {})).toEqual({ hinta: cost, puute: '', hinnasto: '', vaiheet: [] })
    const shown = await draft(admin, { asiakas_id: customer.asiakasId })
    expect(shown).toMatchObject({ hinta: cost, hinnasto: 'Sopimus' })
    expect(shown.vaiheet).toHaveLength(4)
    expect(await draft(admin, {})).toMatchObject({ hinta: 0, puute: 'hinnasto' })
    expect(await draft(customer, { paiva: addDays(server.clock.now, -1) })).toMatchObject({ hinta: cost })
  })

  test('is not stored', async () => {
    await addList()
    const stored = () => server.pool.query('SELECT (SELECT count(*) FROM hintalaskuri_log) AS l, (SELECT count(*) FROM toistoavain) AS a')
    const before = (await stored()).rows
    const answer = await customer.call('POST', priceDraftCall.path, { lahetykset: [{}] }, { 'idempotency-key': randomUUID() })
    expect(answer.status).toBe(200)
    expect((await stored()).rows).toEqual(before)
  })

  test('is not priced from an address of another customer', async () => {
    await addList()
    const otherCustomer = await server.customer()
    const nouto_osoite = randomUUID()
    const at = { lat: 60.4518, lng: 22.2666, field_postinumero: '33100', field_maa: 'FI' }
    await insert(server.pool, 'postiosoite', { id: nouto_osoite, asiakas_id: otherCustomer, ...at })
    const lahetykset = [{ nouto_postinro: '33100', nouto_osoite, toimitus_postinro: '20100' }]
    expect((await draft(customer, { lahetykset })).hinta).toBe(225.5)
    expect((await draft(admin, { asiakas_id: customer.asiakasId, lahetykset })).hinta).toBe(33)
  })

  test.each([
    [{ lahetykset: [{ maara: -1 }] }, 'maara'],
    [{ lahetykset: [{ km: 5 }] }, 'km'],
    [{ lahetykset: [{ nouto_postinro: '331\0' }] }, 'nouto_postinro'],
    [{ lahetykset: Array.from({ length: 251 }, () => ({})) }, 'lahetykset'],
    [{ tuntituotteet: [{ tuntituote_tyyppi: 'atego' }] }, 'tuntituote_tyyppi'],
    [{ paiva: 'huomenna' }, 'paiva'],
  ])('refuses %j', async (body, field) => {
    const answer = await customer.call('POST', priceDraftCall.path, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].field).toBe(field)
  })
})

test('the log is filtered by customer, order and time', async () => {
  await addList()
  const made = await placeOrder(customer, [goods])
  const count = async (query: string) =>
    priceLogCall.output.parse((await admin.call('GET', `${priceLogCall.path}?asiakas_id=${customer.asiakasId}${query}`)).body).meta.count
  expect(await count('')).toBe(1)
  expect(await count(`&tilaus_id=${made.id}&alku=${server.clock.now}&loppu=${server.clock.now}`)).toBe(1)
  expect(await count(`&alku=${server.clock.now + 1}`)).toBe(0)
  expect(await count(`&loppu=${server.clock.now - 1}`)).toBe(0)
  expect((await admin.call('GET', `${priceLogCall.path}?alku=eilen`)).status).toBe(400)
})
