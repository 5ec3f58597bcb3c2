import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupOrders, groupType, operations, orderType, placeOrder } from '#server/testing/deliveries.ts'
import {
  act,
  billableOrder,
  billedCustomer,
  deliveredHourlyOrder,
  invoiceOrders,
  readInvoice,
  retried,
  sellerSettings,
  sentInvoice,
  setPrice,
  setSeller,
} from '#server/testing/invoicing/invoices.ts'
import { type AccountingStub, accountingStub, refusal } from '#server/testing/providers/accounting.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let colleague: Person
let driver: Person
let customer: Person
let fivaldi: AccountingStub
let talenom: AccountingStub

beforeAll(async () => {
  fivaldi = accountingStub('fivaldi')
  talenom = accountingStub('talenom')
  server = await startTestServer({ accounting: { fivaldi, talenom, finvoice: accountingStub('finvoice') } })
  admin = await server.person(['yllapito'])
  colleague = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
beforeEach(async () => {
  for (const stub of [fivaldi, talenom]) {
    stub.mood = () => 'taken'
    stub.books.length = 0
    stub.calls.length = 0
  }
  customer = await server.person(['asiakas'], await billedCustomer(server))
  await setSeller(admin)
})
afterAll(() => server.close())

const hourlyType = '00000000-0000-4000-8000-000000000001'
const billedByMail = { laskutus_email: 'laskut@esimerkki.fi' }
const people = () => ({ admin, customer, driver })
const billable = (hinta?: number, order?: Record<string, unknown>) => billableOrder(people(), hinta, order)
const stateOf = async (id: string) =>
  (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data.attributes.tilauksen_tila
const patchOrder = (id: string, attributes: Record<string, unknown>) =>
  admin.call('PATCH', `/jsonapi/tilaus_entity/tilaus_entity/${id}`, { data: { type: orderType, id, attributes } })
const sentOrder = async (hinta?: number) => {
  const order = await billable(hinta)
  const [result] = await invoiceOrders(admin, [order.id])
  const invoice = String(result?.lasku)
  expect(await sentInvoice(admin, invoice)).toMatchObject({ tila: 'lahetetty' })
  return { order, invoice }
}

describe('sending', () => {
  test('makes an invoice of an order, sends it once and marks the order as invoiced', async () => {
    const order = await billable(120.5)
    const results = await invoiceOrders(admin, [order.id])
    expect(results).toEqual([{ id: order.id, success: true, lasku: expect.any(String) }])
    const id = String(results[0]?.lasku)
    const invoice = await sentInvoice(admin, id)
    expect(invoice).toMatchObject({
      ...{ laji: 'lasku', tila: 'lahetetty', jarjestelma: 'fivaldi', laskutustapa: 'email', virhe: '', asiakas_id: customer.asiakasId },
      ...{ veroton: 120.5, alv: 30.73, yhteensa: 151.23, alv_erittely: [{ prosentti: 25.5, veroton: 120.5, alv: 30.73 }] },
      ...{ maksuehto: 14, palvelun_tunnus: `fivaldi-${invoice.numero}`, lahetetty: server.clock.now },
    })
    expect(invoice.viitenumero).toMatch(new RegExp(`^${invoice.numero}\\d$`))
    expect(invoice.erapaiva).toBe(invoice.laskupaiva + 14 * 86_400)
    expect(await stateOf(order.id)).toBe('laskutettu')
    expect(fivaldi.books).toHaveLength(1)
    expect(fivaldi.books[0]).toMatchObject({
      ...{ number: String(invoice.numero), kind: 'lasku', netCents: 12_050, vatCents: 3073, totalCents: 15_123, channel: 'email' },
      seller: { name: 'Testikuljetus Oy', businessId: sellerSettings.yritys_y_tunnus, iban: sellerSettings.yritys_iban },
      buyer: { name: 'Pirkan Putki Oy', businessId: '0116297-6', email: 'laskut@esimerkki.fi' },
      lines: [{ orders: [order.tunniste], references: ['PO-1'], quantity: 1, unit: 'kpl', netCents: 12_050, vatPercent: 25.5 }],
    })
  })

  test('charges hourly work by its hours at their unit price, and credits it the same', async () => {
    // 440 min at 65,00 €/h = 476,67 €
    await insert(server.pool, 'tuntituote_instanssi', {
      ...{ id: randomUUID(), name: 'Tuntihinta', asiakas_id: customer.asiakasId, tuntituote_tyyppi_id: hourlyType, hinta_h: 65 },
    })
    const work = { tyyppi: 'aika', aika: 440, minimilaskutus: 0 }
    const relationships = { tuntituote_tyyppi: { data: { type: 'tuntituote_tyyppi--tuntituote_tyyppi', id: hourlyType } } }
    const order = await deliveredHourlyOrder({ admin, customer }, [{ attributes: work, relationships }], billedByMail)
    const [result] = await invoiceOrders(admin, [order])
    const invoice = String(result?.lasku)
    await sentInvoice(admin, invoice)
    expect(fivaldi.books[0]?.lines).toMatchObject([{ quantity: 7.33333, unit: 'h', unitPrice: 65, netCents: 47_667 }])
    const credit = (await act(admin, { operation: 'hyvita', id: invoice, syy: 'Väärä kohde' })).body.results[0].lasku
    await sentInvoice(admin, credit)
    expect(fivaldi.books[1]?.lines).toMatchObject([{ quantity: 7.33333, unit: 'h', unitPrice: 65, netCents: -47_667 }])
  })

  test('says by order why it is not invoiced, and invoices the others', async () => {
    const [ready, unpriced, unaddressed] = [await billable(), await billable(), await billable(10, {})]
    await server.pool.query('UPDATE tilaus SET hinta = 0 WHERE id = $1', [unpriced.id])
    const [open, unknown] = [await placeOrder(customer), randomUUID()]
    const results = await invoiceOrders(admin, [ready.id, unpriced.id, unaddressed.id, open.id, unknown])
    expect(results.map(({ success, message }) => [success, message])).toEqual([
      [true, undefined],
      [false, 'Hinta puuttuu.'],
      [false, 'Laskutusosoite puuttuu.'],
      [false, 'Tilausta ei ole vielä toimitettu.'],
      [false, 'Tilausta ei löydy.'],
    ])
  })

  test('requires the company’s own details first', async () => {
    const { id } = await billable()
    await setSeller(admin, { yritys_iban: '' })
    const answer = await admin.call('POST', '/api/fivaldi/laskuta', { tilaus_ids: [id] })
    expect([answer.status, answer.body.message]).toEqual([422, 'Yrityksen tilinumero (IBAN) puuttuu. Lisää asetuksiin.'])
    expect((await admin.call('GET', '/api/laskutusjarjestelmat')).body).toEqual({ fivaldi: true, talenom: true, puuttuu: ['iban'] })
    expect(await stateOf(id)).toBe('toimitettu')
  })

  test('by two administrators at once and a double click makes one invoice', async () => {
    const orders = [await billable(), await billable(), await billable()].map(({ id }) => id)
    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((who, index) => invoiceOrders(who, index % 2 ? orders.toReversed() : orders)),
    )
    const made = answers.flat().filter(({ success }) => success)
    expect(made.map(({ id }) => id).sort()).toEqual(orders.toSorted())
    for (const { lasku } of made) await sentInvoice(admin, String(lasku))
    expect(fivaldi.books.flatMap(({ lines }) => lines[0]?.orders)).toHaveLength(3)
    const [again] = await invoiceOrders(colleague, orders.slice(0, 1))
    expect(again).toMatchObject({ success: false, message: expect.stringMatching(/^Tilaus on jo laskulla LA-\d+\.$/) })
  })

  test('gives the first answer to a repeated key', async () => {
    const { id } = await billable()
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = await Promise.all([1, 2].map(() => admin.call('POST', '/api/fivaldi/laskuta', { tilaus_ids: [id] }, key)))
    expect(second?.text).toBe(first?.text)
    expect(first?.body.results[0].success).toBe(true)
    await sentInvoice(admin, first?.body.results[0].lasku)
  })

  test('puts a group on one row at its joint price, and waits for its open orders', async () => {
    const [first, open] = [await billable(), await placeOrder(customer, [{}], { laskutus_email: 'laskut@esimerkki.fi' })]
    const group = await groupOrders(admin, String(customer.asiakasId), [first.id, open.id])
    expect(await invoiceOrders(admin, [first.id])).toMatchObject([{ success: false, message: 'Ryhmä kesken.' }])
    await operations(admin, [{ op: 'update', data: { type: orderType, id: open.id, relationships: { tilaus_ryhma: { data: null } } } }])
    const second = await billable()
    const relationships = { tilaus_ryhma: { data: { type: groupType, id: group } } }
    await operations(admin, [{ op: 'update', data: { type: orderType, id: second.id, relationships } }])
    const [result] = await invoiceOrders(admin, [first.id])
    await sentInvoice(admin, String(result?.lasku))
    expect(fivaldi.books).toMatchObject([{ netCents: 50_050, lines: [{ orders: [first.tunniste, second.tunniste] }] }])
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['laskutettu', 'laskutettu'])
    const late = await billable()
    const joined = await operations(admin, [{ op: 'update', data: { type: orderType, id: late.id, relationships } }])
    expect(joined.status).toBe(422)
  })

  test.each(['fivaldi', 'elsewhere'])('leaves out the other orders of a removed group (%s)', async (where) => {
    const [first, second] = [await billable(), await billable()]
    const group = await groupOrders(admin, String(customer.asiakasId), [first.id, second.id])
    await server.pool.query('UPDATE tilaus_ryhma SET status = 0 WHERE id = $1', [group])
    if (where === 'fivaldi') {
      const [result] = await invoiceOrders(admin, [first.id])
      await sentInvoice(admin, String(result?.lasku))
    } else await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [first.id] })
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['laskutettu', 'toimitettu'])
  })

  test('combines the orders of a period and address for a customer who wants it', async () => {
    customer = await server.person(['asiakas'], await billedCustomer(server, { laskutusvali: 'kuukausi', maksuehto: 7 }))
    const [one, other, elsewhere] = [
      await billable(10.01),
      await billable(20.02),
      await billable(5, { laskutus_email: 'toiset@esimerkki.fi' }),
    ]
    const results = await invoiceOrders(admin, [one.id, other.id, elsewhere.id])
    expect(new Set(results.map(({ lasku }) => lasku)).size).toBe(2)
    expect(results[0]?.lasku).toBe(results[1]?.lasku)
    for (const { lasku } of results) await sentInvoice(admin, String(lasku))
    const joint = fivaldi.books.find(({ lines }) => lines.length === 2)
    // 30,03 € × 25,5 % = 7,65765
    expect(joint).toMatchObject({ netCents: 3003, vatCents: 766, totalCents: 3769, paymentTermDays: 7 })
  })
})

describe('an order on an invoice', () => {
  test('is locked from the moment the invoice is made', async () => {
    fivaldi.mood = () => 'refused'
    const { id, shipments } = await billable()
    const [result] = await invoiceOrders(admin, [id])
    await sentInvoice(admin, String(result?.lasku))
    const locked = 'Tilaus on laskulla, joten sitä ei voi muuttaa. Peru lasku tai tee siitä hyvityslasku.'
    for (const attributes of [{ hinta: 1 }, { laskutus_email: 'muu@esimerkki.fi' }, { tilauksen_tila: 'laskutettu' }])
      expect((await patchOrder(id, attributes)).body.errors?.[0].detail, JSON.stringify(attributes)).toBe(locked)
    const back = { op: 'update', data: { type: 'lahetys_entity--lahetys', id: shipments[0], attributes: { tila: 'kuljetuksessa' } } }
    expect((await operations(admin, [back])).status).toBe(422)
    const marked = await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [id] })
    expect(marked.body.results).toEqual([{ id, success: false, message: locked }])
    expect(await stateOf(id)).toBe('toimitettu')
  })

  test('keeps the group’s price and members too', async () => {
    fivaldi.mood = () => 'refused'
    const first = await billable()
    const group = await groupOrders(admin, String(customer.asiakasId), [first.id])
    const [result] = await invoiceOrders(admin, [first.id])
    await sentInvoice(admin, String(result?.lasku))
    const priced = { data: { type: groupType, id: group, attributes: { hinta: 1 } } }
    expect((await admin.call('PATCH', `/jsonapi/tilaus_ryhma/tilaus_ryhma/${group}`, priced)).status).toBe(422)
  })

  test('is never on two live invoices, whatever writes to the database', async () => {
    const { order, invoice } = await sentOrder()
    const other = await sentOrder()
    const attack = server.pool.query('INSERT INTO lasku_tilaus (tilaus_id, lasku_id, voimassa) VALUES ($1, $2, true)', [
      order.id,
      other.invoice,
    ])
    await expect(attack).rejects.toThrow('lasku_tilaus_yksi')
    await server.pool.query('UPDATE tilaus SET lasku_id = NULL, tilauksen_tila = $2 WHERE id = $1', [order.id, 'toimitettu'])
    expect((await admin.call('POST', '/api/fivaldi/laskuta', { tilaus_ids: [order.id] })).status).toBeGreaterThanOrEqual(400)
    expect(fivaldi.books.filter(({ lines }) => lines[0]?.orders.includes(order.tunniste))).toHaveLength(1)
    expect(await readInvoice(admin, invoice)).toMatchObject({ tila: 'lahetetty' })
  })
})

describe('a refused invoice', () => {
  test('shows its state and the provider’s words on the order in the list', async () => {
    fivaldi.mood = () => 'refused'
    const { id } = await billable()
    const [result] = await invoiceOrders(admin, [id])
    const { numero } = await sentInvoice(admin, String(result?.lasku))
    const answer = await admin.call('GET', `/api/laskuttamattomat_tilaukset?operation=getTilaukset&tilausIds=${id}`)
    expect(answer.body.data[0].lasku).toEqual({
      id: result?.lasku,
      tunniste: `LA-${numero}`,
      tila: 'luonnos',
      jarjestelma: 'fivaldi',
      virhe: refusal,
    })
  })

  test('stays a draft with the provider’s words, and is retried with the same number', async () => {
    fivaldi.mood = () => 'refused'
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id])
    const id = String(result?.lasku)
    expect(await sentInvoice(admin, id)).toMatchObject({ tila: 'luonnos', virhe: refusal })
    expect(await stateOf(order.id)).toBe('toimitettu')
    fivaldi.mood = () => 'taken'
    await retried(() => act(admin, { operation: 'laheta_uudelleen', ids: [id] }))
    expect(await sentInvoice(admin, id)).toMatchObject({ tila: 'lahetetty' })
    expect(new Set(fivaldi.calls.map(({ number }) => number)).size).toBe(1)
    expect((await act(admin, { operation: 'laheta_uudelleen', ids: [id] })).body.results).toMatchObject([
      { success: false, message: 'Vain epäonnistuneen laskun voi lähettää uudelleen.' },
    ])
  })

  test('is retried by sending its order again', async () => {
    fivaldi.mood = () => 'refused'
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id])
    await sentInvoice(admin, String(result?.lasku))
    fivaldi.mood = () => 'taken'
    const again = await retried(() => admin.call('POST', '/api/fivaldi/laskuta', { tilaus_ids: [order.id] }))
    expect(again.body.results).toEqual([{ id: order.id, success: true, lasku: result?.lasku }])
    expect(await sentInvoice(admin, String(result?.lasku))).toMatchObject({ tila: 'lahetetty' })
  })

  test('is undone with a reason, so that its order can be changed and invoiced anew', async () => {
    fivaldi.mood = () => 'refused'
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id])
    const id = String(result?.lasku)
    await sentInvoice(admin, id)
    expect((await act(admin, { operation: 'peru', ids: [id] })).status).toBe(422)
    expect((await act(admin, { operation: 'peru', ids: [id], syy: 'Väärä hinta' })).body.results).toEqual([{ id, success: true }])
    await setPrice(admin, order.id, 42)
    fivaldi.mood = () => 'taken'
    const [second] = await invoiceOrders(admin, [order.id])
    expect(await sentInvoice(admin, String(second?.lasku))).toMatchObject({ tila: 'lahetetty', veroton: 42 })
    expect((await act(admin, { operation: 'peru', ids: [String(second?.lasku)], syy: 'Turha' })).body.results).toMatchObject([
      { success: false, message: expect.stringContaining('hyvityslasku') },
    ])
  })
})

describe('an unknown outcome', () => {
  test('at Talenom waits for an administrator, and is never sent again by itself', async () => {
    talenom.mood = () => 'lost'
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id], 'talenom')
    const id = String(result?.lasku)
    expect(await sentInvoice(admin, id)).toMatchObject({ tila: 'tarkista', virhe: 'Vastausta ei tullut.', jarjestelma: 'talenom' })
    expect((await act(admin, { operation: 'laheta_uudelleen', ids: [id] })).body.results).toMatchObject([{ success: false }])
    const answer = (lahti: boolean) => act(admin, { operation: 'tarkista', ids: [id], lahti })
    expect((await answer(true)).body.results).toMatchObject([{ success: false, message: expect.stringContaining('parin minuutin') }])
    server.clock.now += 121
    expect((await answer(true)).body.results).toEqual([{ id, success: true }])
    expect(await readInvoice(admin, id)).toMatchObject({ tila: 'lahetetty', virhe: '' })
    expect(await stateOf(order.id)).toBe('laskutettu')
    expect(talenom.calls).toHaveLength(1)
  })

  test('that did not leave becomes a draft, which is sent again', async () => {
    talenom.mood = () => 'down'
    const order = await billable()
    const [result] = await invoiceOrders(admin, [order.id], 'talenom')
    const id = String(result?.lasku)
    expect(await sentInvoice(admin, id)).toMatchObject({ tila: 'tarkista' })
    server.clock.now += 121
    await act(admin, { operation: 'tarkista', ids: [id], lahti: false })
    talenom.mood = () => 'taken'
    await retried(() => act(admin, { operation: 'laheta_uudelleen', ids: [id] }))
    expect(await sentInvoice(admin, id)).toMatchObject({ tila: 'lahetetty' })
    expect(talenom.books).toHaveLength(1)
  })
})

describe('reading', () => {
  test('customers see their own sent invoices alone, without the provider’s words', async () => {
    const { invoice } = await sentOrder()
    fivaldi.mood = () => 'refused'
    const draft = String((await invoiceOrders(admin, [(await billable()).id]))[0]?.lasku)
    await sentInvoice(admin, draft)
    const other = await server.person(['asiakas'], await billedCustomer(server))
    const list = async (who: Person) => (await who.call('GET', '/jsonapi/lasku_entity/lasku')).body.data.map(({ id }: { id: string }) => id)
    expect(await list(customer)).toEqual([invoice])
    expect(await list(other)).toEqual([])
    const seen = await readInvoice(customer, invoice)
    expect(seen).toMatchObject({ tila: 'lahetetty' })
    for (const field of ['virhe', 'jarjestelma', 'palvelun_tunnus', 'lahetys_alkoi']) expect(seen).not.toHaveProperty(field)
    expect((await customer.call('GET', `/jsonapi/lasku_entity/lasku/${draft}`)).status).toBe(404)
    const rows = (await customer.call('GET', '/jsonapi/laskurivi_entity/laskurivi')).body.data
    expect(rows).toHaveLength(1)
    expect((await driver.call('GET', '/jsonapi/lasku_entity/lasku')).status).toBe(403)
  })

  test('nobody writes an invoice but by the calls', async () => {
    const { invoice } = await sentOrder()
    const data = { type: 'lasku_entity--lasku', id: invoice, attributes: { tila: 'luonnos' } }
    for (const who of [admin, customer])
      expect((await who.call('PATCH', `/jsonapi/lasku_entity/lasku/${invoice}`, { data })).status).toBe(403)
    expect((await admin.call('DELETE', `/jsonapi/lasku_entity/lasku/${invoice}`)).status).toBe(403)
    for (const who of [customer, driver]) expect((await act(who, { operation: 'peru', ids: [invoice], syy: 'x' })).status).toBe(403)
  })
})
