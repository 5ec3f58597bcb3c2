import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billedCustomer, insertDeliveredOrder, invoiceOrders, setSeller } from '#server/testing/invoicing/invoices.ts'
import { accountingStub } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  // The call to Talenom writes files, as it does without credentials.
  const finvoice = accountingStub('finvoice')
  const fivaldi = {
    ...accountingStub('fivaldi'),
    limits: {
      known: () => ({ paymentTerms: [14], vatPercents: [25.5] }),
      read: async () => ({ paymentTerms: [14], vatPercents: [25.5] }),
    },
  }
  server = await startTestServer({ accounting: { fivaldi, talenom: accountingStub('talenom'), finvoice } })
  admin = await server.person(['yllapito'])
  await setSeller(admin)
})
afterAll(() => server.close())

type Missing = { id: string; puuttuu: string[]; message: string }
async function missingFor(jarjestelma: string, tilaus_ids: readonly string[]): Promise<Missing[]> {
  const answer = await admin.call('POST', '/api/laskutus/puutteet', { jarjestelma, tilaus_ids })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.puutteet
}
const orderOf = async (customer: Record<string, unknown> = {}, order: Record<string, unknown> = {}) =>
  insertDeliveredOrder(server.pool, await billedCustomer(server, customer), order)

describe('before sending', () => {
  test('an order that the provider could not be sent is named with what it lacks, and refused with the same words', async () => {
    const [ready, unnumbered] = [await orderOf(), await orderOf({ talenom_asiakasnumero: '' })]
    const puutteet = await missingFor('talenom', [ready, unnumbered])
    expect(puutteet).toEqual([{ id: unnumbered, puuttuu: ['talenom_asiakasnumero'], message: 'Talenom-asiakasnumero puuttuu.' }])
    expect(await invoiceOrders(admin, [ready, unnumbered], 'talenom')).toMatchObject([
      { id: ready, success: true },
      { id: unnumbered, success: false, message: puutteet[0]?.message },
    ])
    expect(await missingFor('fivaldi', [unnumbered])).toEqual([])
  })

  test('an e-invoice in a Finvoice file needs the operators of both ends', async () => {
    const eInvoice = { laskutus_email: '', laskutus_verkkolaskuosoite: '003701162976' }
    const [routed, unrouted] = [await orderOf({}, { ...eInvoice, laskutus_valittaja: '003723327487' }), await orderOf({}, eInvoice)]
    const puuttuu = async () => (await missingFor('finvoice', [routed, unrouted])).map((one) => [one.id, one.puuttuu])
    expect(await puuttuu()).toEqual([[unrouted, ['verkkolaskuosoite']]])
    await setSeller(admin, { yritys_valittaja: '' })
    expect(await puuttuu()).toEqual([
      [routed, ['laskuttajan_verkkolaskuosoite']],
      [unrouted, ['verkkolaskuosoite', 'laskuttajan_verkkolaskuosoite']],
    ])
    await setSeller(admin)
  })

  test('Fivaldi needs the payment term of the customer', async () => {
    const order = await orderOf({ maksuehto: 21 })
    expect(await missingFor('fivaldi', [order])).toMatchObject([{ puuttuu: ['maksuehto'], message: 'Maksuehtoa ei ole Fivaldissa.' }])
    expect(await invoiceOrders(admin, [order])).toMatchObject([{ success: false, message: 'Maksuehtoa ei ole Fivaldissa.' }])
  })
})

test('one call makes all invoices, a joint one of all orders of a customer', async () => {
  const joint = await billedCustomer(server, { laskutusvali: 'kuukausi' })
  const single = await billedCustomer(server)
  const orders: string[] = []
  for (let index = 0; index < 300; index++) orders.push(await insertDeliveredOrder(server.pool, index % 50 === 0 ? single : joint))
  const results = await invoiceOrders(admin, orders)
  expect(results.map(({ id, success }) => [id, success])).toEqual(orders.map((id) => [id, true]))
  const invoiceOf = new Map(results.map(({ id, lasku }) => [id, lasku]))
  expect(new Set(orders.filter((_, index) => index % 50 !== 0).map((id) => invoiceOf.get(id))).size).toBe(1)
  expect(new Set(invoiceOf.values()).size).toBe(1 + 6)
})
