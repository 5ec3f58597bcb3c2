import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { deliveredOrder, grouping, groupOrders, groupType, operations, orderType, placeOrder } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServer } from '#server/testing/shared-server.ts'
import { insert, type Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
let customerId: string
let other: Person

beforeAll(async () => {
  server = await sharedServer()
  admin = await server.person(['yllapito'])
  customerId = await server.customer()
  customer = await server.person(['asiakas'], customerId)
  other = await server.person(['asiakas'], await server.customer())
})

const groupsOf = async (orders: readonly string[]) =>
  (await server.pool.query<{ ryhma: string | null }>('SELECT tilaus_ryhma_id AS ryhma FROM tilaus WHERE id = ANY($1)', [orders])).rows.map(
    ({ ryhma }) => ryhma,
  )
const joining = (order: string, group: string | null) => ({
  type: orderType,
  id: order,
  relationships: { tilaus_ryhma: { data: group && { type: groupType, id: group } } },
})

test('several orders of one customer form a group with one joint price, and one may be removed from it', async () => {
  const orders = [(await placeOrder(customer)).id, (await placeOrder(customer)).id]
  const group = await groupOrders(admin, customerId, orders)
  expect(await groupsOf(orders)).toEqual([group, group])
  const read = await admin.call('GET', `/jsonapi/tilaus_ryhma/tilaus_ryhma/${group}`)
  expect(read.body.data).toMatchObject({ attributes: { hinta: 500.5 }, relationships: { tilaukset: { data: { length: 2 } } } })
  expect((await operations(admin, [{ op: 'update', data: joining(orders[0] ?? '', null) }])).status).toBe(200)
  expect((await groupsOf(orders)).filter((id) => id !== null)).toEqual([group])
})

test('a dissolved group is restored in one save', async () => {
  const orders = [(await placeOrder(customer)).id, (await placeOrder(customer)).id]
  const group = await groupOrders(admin, customerId, orders)
  const toGroup = (id: string | null) => orders.map((order) => ({ op: 'update', data: joining(order, id) }))
  expect((await operations(admin, [...toGroup(null), { op: 'remove', ref: { type: groupType, id: group } }])).status).toBe(200)
  expect(await groupsOf(orders)).toEqual([null, null])
  const back = { op: 'update', data: { type: groupType, id: group, attributes: { vid: 2, status: 1 } } }
  const answer = await operations(admin, [back, ...toGroup(group)])
  expect(answer.status, answer.text).toBe(200)
  expect(await groupsOf(orders)).toEqual([group, group])
})

test('the joint price is locked once one of its orders is invoiced, and so is the group', async () => {
  const driver = await server.person(['kuljettaja'])
  const { id: order } = await deliveredOrder({ admin, customer, driver })
  const group = await groupOrders(admin, customerId, [order])
  const price = (hinta: number) => ({ op: 'update', data: { type: groupType, id: group, attributes: { hinta } } })
  expect((await operations(admin, [price(400)])).status).toBe(200)
  const invoice = (operation: string) =>
    admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation, ids: [order], syy: 'Laskutettu muualla' })
  expect((await invoice('laskuta')).body.results).toEqual([{ id: order, success: true }])
  for (const [refused, field] of [
    [price(300), 'hinta'],
    [{ op: 'remove', ref: { type: groupType, id: group } }, 'status'],
  ] as const) {
    const answer = await operations(admin, [refused])
    expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'Laskutettua tilausta ei voi muuttaa. Peru ensin laskutus.'])
    expect(answer.body.errors[0].source.pointer).toMatch(new RegExp(`^/atomic:operations/0/.*attributes/${field}$`))
  }
  await invoice('peru_laskutus')
  expect((await operations(admin, [price(300)])).status).toBe(200)
})

test('orders of two customers cannot form a group, and nothing is stored; an hourly job cannot join another customer’s group', async () => {
  const [mine, theirs] = [await placeOrder(customer), await placeOrder(other)]
  const id = randomUUID()
  const refused = await grouping(admin, id, customerId, [mine.id, theirs.id])
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([
    { detail: 'Tilausryhmä on toisen asiakkaan.', source: { pointer: '/atomic:operations/2/data/relationships/tilaus_ryhma' } },
  ])
  expect(await groupsOf([mine.id, theirs.id])).toEqual([null, null])
  expect((await admin.call('GET', `/jsonapi/tilaus_ryhma/tilaus_ryhma/${id}`)).status).toBe(404)

  const group = await groupOrders(admin, customerId, [mine.id])
  const job = randomUUID()
  await insert(server.pool, 'tuntituote', { id: job, tilaus_id: theirs.id, asiakas_id: other.asiakasId })
  const joined = { type: 'tuntituote--tuntituote', id: job, relationships: { tilaus_ryhma: { data: { type: groupType, id: group } } } }
  const answer = await admin.call('PATCH', `/jsonapi/tuntituote/tuntituote/${job}`, { data: joined })
  expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'Tilausryhmä on toisen asiakkaan.'])
})
