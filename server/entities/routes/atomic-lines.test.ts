// An atomic call may link an order and its new lines from either end, with its operations in any order (rules/http-api.md#atomic-saves).
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { operations, orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type SharedServer, sharedServerWithUsers } from '#server/testing/shared-server.ts'
import type { Answer, Person } from '#server/testing/test-server.ts'

let server: SharedServer
let admin: Person
let customer: Person
beforeAll(async () => {
  ;({ server, admin, customer } = await sharedServerWithUsers())
})

const jobType = 'tuntituote--tuntituote'
const to = (type: string, lid: string) => ({ type, lid })
const order = (lid: string, lines: readonly string[] | null, jobs: readonly string[] = []) => ({
  op: 'add',
  data: {
    type: orderType,
    lid,
    attributes: {},
    relationships: {
      ...(lines ? { lahetykset: { data: lines.map((line) => to(shipmentType, line)) } } : {}),
      ...(jobs.length > 0 ? { tuntituotteet: { data: jobs.map((job) => to(jobType, job)) } } : {}),
    },
  },
})
const line = (lid: string, of: string | null, type = shipmentType) => ({
  op: 'add',
  data: { type, lid, attributes: { viite: lid }, relationships: of === null ? {} : { tilaus: { data: to(orderType, of) } } },
})

/** The `viite` of each order's lines. */
async function linesOf(answer: Answer): Promise<string[][]> {
  expect(answer.status, answer.text).toBe(200)
  const orders = answer.body['atomic:results'].filter(({ data }: { data: { type: string } }) => data.type === orderType)
  return Promise.all(
    orders.map(async ({ data }: { data: { id: string } }) => {
      const found = await admin.call('GET', `/jsonapi/tilaus_entity/tilaus_entity/${data.id}?include=lahetykset,tuntituotteet`)
      return (found.body.included ?? []).map(({ attributes }: { attributes: { viite: string } }) => attributes.viite).sort()
    }),
  )
}

test.each([
  ['the order names them', [order('t', ['a', 'b']), line('a', null), line('b', null)]],
  ['the order names them, lines first', [line('a', null), line('b', null), order('t', ['a', 'b'])]],
  ['each names its order, lines first', [line('a', 't'), line('b', 't'), order('t', null)]],
  ['both name each other', [line('a', 't'), order('t', ['a', 'b']), line('b', 't')]],
  ['one is named by the order, one names it', [line('a', 't'), order('t', ['b']), line('b', null)]],
])('%s', async (_what, list) => {
  for (const who of [customer, admin]) {
    const owned = list.map((operation) =>
      who === admin && operation.data.type === orderType
        ? { ...operation, data: { ...operation.data, attributes: { asiakas_id: customer.asiakasId } } }
        : operation,
    )
    expect(await linesOf(await operations(who, owned))).toEqual([['a', 'b']])
  }
})

test('each order gets its own shipments and hourly jobs, in any order of the operations', async () => {
  const list = [order('t1', ['a'], ['j']), order('t2', ['b']), line('a', null), line('b', 't2'), line('c', 't2'), line('j', null, jobType)]
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(list, { minLength: list.length }), async (shuffled) => {
      const expected = new Map([
        ['t1', ['a', 'j']],
        ['t2', ['b', 'c']],
      ])
      const lids = shuffled.flatMap(({ data }) => (data.type === orderType ? [data.lid] : []))
      expect(await linesOf(await operations(customer, shuffled))).toEqual(lids.map((lid) => expected.get(lid)))
    }),
    { numRuns: 15 },
  )
})

test('contradicting ends are refused, and a line cannot belong to two orders', async () => {
  const refused = [
    [order('t1', ['a']), order('t2', null), line('a', 't2')],
    [line('a', 't2'), order('t2', null), order('t1', ['a'])],
    [order('t1', ['a']), order('t2', ['a']), line('a', null)],
    [order('t1', ['a', 'b']), line('a', null)],
  ]
  const count = async () => (await server.pool.query('SELECT count(*)::int AS n FROM tilaus')).rows[0].n
  const before = await count()
  for (const list of refused) {
    const answer = await operations(customer, list)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors[0].source.pointer).toMatch(/^\/atomic:operations\/\d\/data\/relationships\/lahetykset/)
  }
  expect(await count()).toBe(before)
})

test('the list of an order cannot take a stored line of another order', async () => {
  const stored = await placeOrder(customer, [{ viite: 'vanha' }])
  const named = order('t', ['a'])
  named.data.relationships.lahetykset?.data.push({ type: shipmentType, id: stored.shipments[0] } as never)
  expect((await operations(customer, [named, line('a', null)])).status).toBe(422)
})
