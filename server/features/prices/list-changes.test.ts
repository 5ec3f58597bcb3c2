import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changePriceListsCall,
  priceListChangesCall,
  priceListPreviewCall,
  undoPriceListChangeCall,
} from '#domain/features/prices/price-list-change.ts'
import { priceListValidityCall } from '#domain/features/prices/price-list-validity.ts'
import { addDays, dayOf, midnightOf, startOfDay } from '#domain/values/time/time.ts'
import { groupOrders, placeOrder, setState } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let today: number

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
beforeEach(async () => {
  // Lists of other tests would be changed too.
  await server.pool.query('UPDATE hinnasto SET status = 0')
  customer = await server.person(['asiakas'], await server.customer())
  today = startOfDay(server.clock.now)
})
afterAll(() => server.close())

const prices = { perusmaksu: 20, hinta_kg: 0.5, minimihinta: 30, polttoainelisa_prosentti: 10 }

async function addList(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await insert(server.pool, 'hinnasto', { id, name: 'Perushinnasto', ...prices, ...values })
  return id
}
const previewOf = (body: Record<string, unknown>, who = admin) => who.call('POST', priceListPreviewCall.path, body)
async function preview(body: Record<string, unknown>) {
  const answer = await previewOf(body)
  expect(answer.status, answer.text).toBe(200)
  return priceListPreviewCall.output.parse(answer.body)
}
const change = (body: Record<string, unknown>, key = randomUUID()) =>
  admin.call('POST', changePriceListsCall.path, body, { 'idempotency-key': key })
async function changed(body: Record<string, unknown>) {
  const { tiiviste } = await preview(body)
  const answer = await change({ ...body, tiiviste })
  expect(answer.status, answer.text).toBe(200)
  return changePriceListsCall.output.parse(answer.body)
}
const undo = (id: string) => admin.call('POST', undoPriceListChangeCall.path, { id })
const lists = async () => (await server.pool.query('SELECT * FROM hinnasto WHERE status = 1 ORDER BY drupal_internal__id')).rows
const faultOf = async (answer: Promise<{ status: number; body: { errors: { field: string; message: string }[] } }>) => {
  const { status, body } = await answer
  return [status, body.errors[0]?.field, body.errors[0]?.message]
}
/** An order of 20 kg for 33 €: (20 + 10) × 1.1. */
const order = () => placeOrder(customer, [{ maara: 2, yksikkopaino: 10 }])

describe('a change of all lists from a day on', () => {
  test('creates new ones and leaves the old ones as they are', async () => {
    const general = await addList()
    const own = await addList({ asiakas_id: customer.asiakasId, name: 'Sopimus 2026', perusmaksu: 15 })
    const later = await addList({ name: 'Tuleva', voimassa_alkaen: addDays(today, 60), polttoainelisa_prosentti: 0 })
    await addList({ name: 'Vanha', voimassa_alkaen: 0 })
    await server.pool.query('UPDATE hinnasto SET voimassa_alkaen = $1 WHERE id = $2', [addDays(today, -10), general])
    const before = await lists()
    const day = addDays(today, 30)
    const body = { paiva: day + 4000, prosentti: 10, polttoainelisa: 12.5 }
    const shown = await preview(body)
    expect(shown.hinnastot.map(({ id, uusi_nimi, voimassa_alkaen }) => [id, uusi_nimi, voimassa_alkaen])).toEqual([
      [general, `Perushinnasto ${dateOf(day)}`, day],
      [later, `Tuleva ${dateOf(addDays(today, 60))}`, addDays(today, 60)],
      [own, `Sopimus ${dateOf(day)}`, day],
    ])
    expect(await lists()).toEqual(before)
    const { hinnastot } = await changed(body)
    const after = await lists()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toMatchObject([
      {
        id: hinnastot[0],
        asiakas_id: null,
        perusmaksu: '22.00',
        hinta_kg: '0.55',
        minimihinta: '33.00',
        polttoainelisa_prosentti: '12.50',
        vid: '1',
      },
      { id: hinnastot[1], asiakas_id: null, voimassa_alkaen: String(addDays(today, 60)) },
      { id: hinnastot[2], asiakas_id: customer.asiakasId, perusmaksu: '16.50' },
    ])
    const { rows } = await server.pool.query('SELECT syy, kayttaja FROM revisio WHERE rivi = $1', [hinnastot[0]])
    expect(rows).toEqual([{ syy: 'Hintojen muutos 10 %, Polttoainelisä 12,5 %', kayttaja: admin.id }])
  })

  test('is made once, however often and by whomever it is sent', async () => {
    await addList()
    const body = { paiva: addDays(today, 1), prosentti: 5 }
    const sent = { ...body, tiiviste: (await preview(body)).tiiviste }
    const key = randomUUID()
    const [first, again] = [await change(sent, key), await change(sent, key)]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await faultOf(change(sent))).toEqual([409, 'tiiviste', 'Hinnastot ovat muuttuneet. Esikatsele muutos uudelleen.'])
    const other = await preview(body)
    const both = await Promise.all([change({ ...body, tiiviste: other.tiiviste }), change({ ...body, tiiviste: other.tiiviste })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await lists()).toHaveLength(3)
  })

  test('is refused when a list was edited after the preview', async () => {
    const id = await addList()
    const body = { paiva: addDays(today, 1), prosentti: 5 }
    const { tiiviste } = await preview(body)
    const data = { type: 'hinnasto_entity--hinnasto_entity', id, attributes: { perusmaksu: 21, vid: 1 } }
    expect((await admin.call('PATCH', `/jsonapi/hinnasto_entity/hinnasto_entity/${id}`, { data })).status).toBe(200)
    expect((await change({ ...body, tiiviste })).status).toBe(409)
  })
})

const dateOf = (day: number): string => dayOf(day).split('-').map(Number).toReversed().join('.')

describe('one list', () => {
  test('is copied for a new year, by another name and as it is', async () => {
    const id = await addList({ asiakas_id: customer.asiakasId })
    await addList()
    const { hinnastot } = await changed({ ids: [id], paiva: midnightOf('2027-01-01'), nimi: ' Vuosi 2027 ' })
    expect((await lists()).slice(2)).toMatchObject([
      {
        id: hinnastot[0],
        name: 'Vuosi 2027',
        asiakas_id: customer.asiakasId,
        perusmaksu: '20.00',
        voimassa_alkaen: String(midnightOf('2027-01-01')),
      },
    ])
  })

  test.each([
    [{ prosentti: 5, paiva: -1 }, 'paiva', 'Uudet hinnat voivat alkaa aikaisintaan tänään.'],
    [{ paiva: 1 }, 'prosentti', 'Anna muutos tai uusi polttoainelisä.'],
    [{ prosentti: 5, paiva: 1, nimi: 'Yksi' }, 'nimi', 'Nimen voi antaa vain, kun hinnastoja on yksi.'],
    [{ prosentti: -95, paiva: 1 }, 'prosentti', 'Muutos on vähintään −90 %.'],
    [{ prosentti: 1.234, paiva: 1 }, 'prosentti', 'Prosentissa on enintään kaksi desimaalia.'],
    [{ polttoainelisa: 101, paiva: 1 }, 'polttoainelisa', 'Polttoainelisä on enintään 100 %.'],
    [{ prosentti: 'kaksi', paiva: 1 }, 'prosentti', 'Kirjoita muutos prosentteina.'],
    [{ prosentti: 5, paiva: 1, ids: [] }, 'ids', 'Valitse ainakin yksi hinnasto.'],
    [{ prosentti: 5, paiva: 1, ids: Array.from({ length: 501 }, () => randomUUID()) }, 'ids', 'Valitse enintään 500 hinnastoa kerrallaan.'],
    [{ prosentti: 5, paiva: 1, muu: 1 }, 'muu', 'Tuntematon kenttä: muu.'],
  ])('%j is refused', async ({ paiva, ...body }, field, message) => {
    await addList()
    await addList({ asiakas_id: customer.asiakasId })
    expect(await faultOf(previewOf({ ...body, paiva: addDays(today, paiva) }))).toEqual([422, field, message])
  })

  test('is refused when it no longer applies, is removed, or there is none', async () => {
    const ended = await addList({ name: 'Vanha' })
    const paiva = addDays(today, 1)
    await addList({ voimassa_alkaen: addDays(today, -5) })
    expect(await faultOf(previewOf({ ids: [ended], paiva, prosentti: 1 }))).toEqual([
      422,
      'ids',
      `Hinnasto ei ole voimassa ${dateOf(paiva)}.`,
    ])
    await server.pool.query('UPDATE hinnasto SET status = 0')
    expect(await faultOf(previewOf({ paiva, prosentti: 1 }))).toEqual([422, 'paiva', `${dateOf(paiva)} ei ole voimassa yhtään hinnastoa.`])
  })
})

describe('the preview', () => {
  /** Delivers orders of last month: the clock is set back while they are made. */
  async function lastMonth(make: () => Promise<void>): Promise<void> {
    const { now } = server.clock
    server.clock.now = addDays(midnightOf(`${dayOf(now).slice(0, 8)}01`), -3) + 36_000
    await make()
    server.clock.now = now
  }
  const deliver = async (shipments: readonly string[]) => {
    await setState(admin, shipments, 'kuljetuksessa')
    await setState(admin, shipments, 'toimitettu')
  }

  test('counts last month’s delivered orders by customer, before and after', async () => {
    const own = await addList({ asiakas_id: customer.asiakasId })
    const general = await addList({ perusmaksu: 30 })
    const other = await server.person(['asiakas'], await server.customer())
    await lastMonth(async () => {
      for (const _ of [1, 2]) await deliver((await order()).shipments)
      await deliver((await placeOrder(other, [{ maara: 2, yksikkopaino: 10 }])).shipments)
      await deliver((await placeOrder(admin, [{}], { asiakas_id: customer.asiakasId, hinta: 500 })).shipments)
      const grouped = [await order(), await order()]
      await groupOrders(
        admin,
        customer.asiakasId ?? '',
        grouped.map(({ id }) => id),
      )
      for (const { shipments } of grouped) await deliver(shipments)
      // Not delivered.
      await order()
    })
    // This month.
    await deliver((await order()).shipments)
    const paiva = addDays(today, 10)
    // (20 + 10) × 1.1 = 33 becomes (20 + 10) × 1.2 = 36; the other customer's (30 + 10) × 1.1 = 44 becomes 48.
    const all = await preview({ paiva, polttoainelisa: 20 })
    expect(all).toMatchObject({ tilauksia: 3, ennen: 110, jalkeen: 120, muita: 3, rajattu: false })
    expect(all.asiakkaat).toMatchObject([
      { asiakas: { id: customer.asiakasId }, tilauksia: 2, ennen: 66, jalkeen: 72 },
      { asiakas: { id: other.asiakasId }, tilauksia: 1, ennen: 44, jalkeen: 48 },
    ])
    expect(await preview({ ids: [own], paiva, polttoainelisa: 20 })).toMatchObject({ tilauksia: 2, ennen: 66, jalkeen: 72 })
    expect(await preview({ ids: [general], paiva, prosentti: 100 })).toMatchObject({ tilauksia: 1, ennen: 44, jalkeen: 88 })
  })
})

describe('undoing a change', () => {
  const changes = async () =>
    priceListChangesCall.output.parse((await admin.call('GET', `${priceListChangesCall.path}?page[limit]=1`)).body).data

  // The newest change is the first one.
  beforeEach(() => {
    server.clock.now += 1
  })

  test('removes its lists while no order has been priced by them', async () => {
    await addList()
    const { id, hinnastot } = await changed({ paiva: today, prosentti: 5 })
    expect(await changes()).toMatchObject([
      { id, paiva: today, prosentti: 5, polttoainelisa: null, hinnastoja: 1, peruttu: 0, kaytetty: false },
    ])
    const answer = await undo(id)
    expect(undoPriceListChangeCall.output.parse(answer.body)).toEqual({ success: true, hinnastoja: 1 })
    expect(await lists()).toMatchObject([{ perusmaksu: '20.00' }])
    expect(await changes()).toMatchObject([{ id, peruttu: server.clock.now }])
    expect(await faultOf(undo(id))).toEqual([422, 'id', 'Muutos on jo peruttu.'])
    const { rows } = await server.pool.query('SELECT status FROM hinnasto WHERE id = $1', hinnastot)
    expect(rows).toEqual([{ status: 0 }])
  })

  test('is refused once an order has been priced by one of them', async () => {
    await addList()
    const { id } = await changed({ paiva: today, prosentti: 5 })
    await order()
    expect(await changes()).toMatchObject([{ id, kaytetty: true }])
    expect(await faultOf(undo(id))).toEqual([422, 'id', 'Muutosta ei voi enää perua: sen hinnastolla on jo hinnoiteltu tilauksia.'])
    expect(await lists()).toHaveLength(2)
  })

  test('of an unknown change is not found', async () => {
    expect((await undo(randomUUID())).status).toBe(404)
  })
})

test('the validity of each list is that by which orders are priced', async () => {
  const [old, now, next] = [
    await addList(),
    await addList({ voimassa_alkaen: addDays(today, -1) }),
    await addList({ voimassa_alkaen: addDays(today, 5) }),
  ]
  const own = await addList({ asiakas_id: customer.asiakasId })
  const of = async (query: string) => {
    const { data } = priceListValidityCall.output.parse((await admin.call('GET', priceListValidityCall.path + query)).body)
    return new Map(data.map(({ id, tila, paattyy }) => [id, [tila, paattyy]]))
  }
  expect(await of('')).toEqual(
    new Map([
      [next, ['tulossa', 0]],
      [now, ['voimassa', addDays(today, 5)]],
      [own, ['voimassa', 0]],
      [old, ['paattynyt', addDays(today, -1)]],
    ]),
  )
  expect((await of(`?paiva=${addDays(today, 5)}`)).get(next)).toEqual(['voimassa', 0])
  expect((await admin.call('GET', `${priceListValidityCall.path}?paiva=huomenna`)).status).toBe(400)
})
