// Credit notes, in part and wholly, and what becomes of the orders of a credited invoice.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  act,
  billableOrder,
  billedCustomer,
  invoiceOrders,
  readInvoice,
  sentInvoice,
  setSeller,
} from '#server/testing/invoicing/invoices.ts'
import { type AccountingStub, accountingStub } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
let fivaldi: AccountingStub

beforeAll(async () => {
  fivaldi = accountingStub('fivaldi')
  server = await startTestServer({ accounting: { fivaldi, talenom: accountingStub('talenom'), finvoice: accountingStub('finvoice') } })
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
})
beforeEach(async () => {
  fivaldi.mood = () => 'taken'
  fivaldi.books.length = 0
  fivaldi.calls.length = 0
  customer = await server.person(['asiakas'], await billedCustomer(server))
  await setSeller(admin)
})
afterAll(() => server.close())

const stateOf = async (id: string) =>
  (await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${id}`)).body.data.attributes.tilauksen_tila
const sentOrder = async (hinta?: number) => {
  const order = await billableOrder({ admin, customer, driver }, hinta)
  const [result] = await invoiceOrders(admin, [order.id])
  const invoice = String(result?.lasku)
  expect(await sentInvoice(admin, invoice)).toMatchObject({ tila: 'lahetetty' })
  return { order, invoice }
}

describe('crediting', () => {
  test('in part keeps the invoice; wholly, it lets the orders be invoiced again', async () => {
    const { order, invoice } = await sentOrder(99.99)
    const rows = (await admin.call('GET', `/jsonapi/lasku_entity/lasku/${invoice}?include=rivit`)).body.included
    const rivi = rows[0].id
    const credit = (body: Record<string, unknown>) => act(admin, { operation: 'hyvita', id: invoice, syy: 'Reklamaatio', ...body })
    const noteOf = async (answer: Awaited<ReturnType<typeof act>>) => sentInvoice(admin, answer.body.results[0].lasku)
    expect((await credit({ syy: ' ' })).status).toBe(422)
    expect((await credit({ rivit: [{ id: rivi, veroton: 100 }] })).body.errors).toMatchObject([
      { message: 'Rivistä on hyvittämättä 99,99 €.' },
    ])
    expect((await credit({ rivit: [{ id: randomUUID(), veroton: 1 }] })).status).toBe(422)
    expect(await noteOf(await credit({ rivit: [{ id: rivi, veroton: 33.33 }] }))).toMatchObject({
      ...{ laji: 'hyvitys', tila: 'lahetetty', veroton: -33.33, syy: 'Reklamaatio' },
    })
    expect(await readInvoice(admin, invoice)).toMatchObject({ tila: 'lahetetty' })
    expect(fivaldi.books.map(({ kind, paymentTermDays }) => [kind, paymentTermDays])).toEqual([
      ['lasku', 14],
      ['hyvitys', 14],
    ])
    const undo = () => admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'peru_laskutus', ids: [order.id], syy: 'Väärin' })
    expect((await undo()).body.results).toMatchObject([{ success: false }])
    const [first, second] = await Promise.all([credit({}), credit({})])
    expect([first, second].map(({ status }) => status).sort()).toEqual([200, 422])
    const last = await noteOf(first.status === 200 ? first : second)
    expect(last).toMatchObject({ tila: 'lahetetty', veroton: -66.66 })
    expect(await readInvoice(admin, invoice)).toMatchObject({ tila: 'hyvitetty' })
    const sumOf = (amount: 'netCents' | 'vatCents' | 'totalCents') => fivaldi.books.reduce((sum, book) => sum + book[amount], 0)
    expect([sumOf('netCents'), sumOf('vatCents'), sumOf('totalCents')]).toEqual([0, 0, 0])
    expect(await stateOf(order.id)).toBe('laskutettu')
    expect((await credit({})).status).toBe(422)
    expect((await act(admin, { operation: 'laskuta_uudelleen', ids: [invoice], syy: 'Uusi hinta' })).body.results).toEqual([
      { id: invoice, success: true },
    ])
    expect(await stateOf(order.id)).toBe('toimitettu')
    const [again] = await invoiceOrders(admin, [order.id])
    expect(await sentInvoice(admin, String(again?.lasku))).toMatchObject({ tila: 'lahetetty' })
  })
})

test('a credited invoice returns its orders once, not after they have been invoiced elsewhere', async () => {
  const { order, invoice } = await sentOrder()
  const credited = await act(admin, { operation: 'hyvita', id: invoice, syy: 'Väärä asiakas' })
  await sentInvoice(admin, credited.body.results[0].lasku)
  const again = () => act(admin, { operation: 'laskuta_uudelleen', ids: [invoice], syy: 'Uusi lasku' })
  expect((await again()).body.results).toEqual([{ id: invoice, success: true }])
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'laskuta', ids: [order.id] })
  expect((await again()).body.results).toMatchObject([{ success: false }])
  expect(await stateOf(order.id)).toBe('laskutettu')
})

test('an order of a credited invoice is returned by that invoice alone, so that it is not invoiced elsewhere and then again', async () => {
  const { order, invoice } = await sentOrder()
  const { numero } = await readInvoice(admin, invoice)
  const credited = await act(admin, { operation: 'hyvita', id: invoice, syy: 'Väärä asiakas' })
  await sentInvoice(admin, credited.body.results[0].lasku)
  const operate = (operation: string) =>
    admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation, ids: [order.id], syy: 'Väärin' })
  expect((await operate('peru_laskutus')).body.results).toEqual([
    {
      ...{ id: order.id, success: false },
      message: `Tilauksen lasku LA-${numero} on hyvitetty. Palauta tilaus laskun toiminnolla Laskuta uudelleen.`,
    },
  ])
  expect(await stateOf(order.id)).toBe('laskutettu')
  await act(admin, { operation: 'laskuta_uudelleen', ids: [invoice], syy: 'Uusi lasku' })
  // Marked as invoiced elsewhere after that, it may be taken back again.
  await operate('laskuta')
  expect((await operate('peru_laskutus')).body.results).toEqual([{ id: order.id, success: true }])
})
