import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupOrders } from '#server/testing/deliveries.ts'
import { billableOrder, billedCustomer, invoiceOrders, sentInvoice, setSeller } from '#server/testing/invoicing/invoices.ts'
import { accountingStub } from '#server/testing/providers/accounting.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let customer: Person
let rival: Person

beforeAll(async () => {
  const accounting = { fivaldi: accountingStub('fivaldi'), talenom: accountingStub('talenom'), finvoice: accountingStub('finvoice') }
  server = await startTestServer({ accounting })
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  customer = await server.person(['asiakas'], await billedCustomer(server))
  rival = await server.person(['asiakas'], await billedCustomer(server))
  await setSeller(admin)
})
afterAll(() => server.close())

const order = (of: Person) => billableOrder({ admin, customer: of, driver })
async function find(person: Person, q: string): Promise<string[]> {
  const answer = await person.call('GET', `/jsonapi/lasku_entity/lasku?filter[q]=${encodeURIComponent(q)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

test('an invoice is found by its number, its viitenumero, its customer and the numbers of its orders', async () => {
  const one = await order(customer)
  const [result] = await invoiceOrders(admin, [one.id])
  const id = String(result?.lasku)
  const { tunniste, numero, viitenumero } = await sentInvoice(admin, id)
  const { name } = (await customer.call('GET', '/jsonapi/asiakas_entity/asiakas_entity')).body.data[0].attributes
  for (const typed of [String(numero), tunniste, viitenumero, viitenumero.replace(/(?=(.{5})+$)/g, ' '), one.tunniste]) {
    expect(await find(admin, typed), typed).toEqual([id])
    expect(await find(customer, typed), typed).toEqual([id])
    expect(await find(rival, typed), typed).toEqual([])
  }
  expect(await find(admin, name)).toContain(id)
  expect(await find(admin, 'T-999999')).toEqual([])
})

test('the orders of a group and the group find its invoice', async () => {
  const orders = [await order(rival), await order(rival)]
  const group = await groupOrders(
    admin,
    rival.asiakasId ?? '',
    orders.map(({ id }) => id),
  )
  const { tunniste } = (await admin.call('GET', `/jsonapi/tilaus_ryhma/tilaus_ryhma/${group}`)).body.data.attributes
  const [result] = await invoiceOrders(
    admin,
    orders.map(({ id }) => id),
  )
  const id = String(result?.lasku)
  for (const typed of [...orders.map((one) => one.tunniste), tunniste]) expect(await find(admin, typed), typed).toEqual([id])
})
