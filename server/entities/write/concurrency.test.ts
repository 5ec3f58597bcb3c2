// Concurrent writers on one database: no change is lost or made twice, and no writer waits for ever.
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Pool } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { assignDriver, orderType, placeOrder, setState, shipmentType } from '#server/testing/deliveries.ts'
import { type Person, startServerWithUsers } from '#server/testing/test-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'

const { server, admin, customer, driver } = await startServerWithUsers()
afterAll(() => server.close())

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const deadlocks = async () =>
  Number((await server.pool.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0].deadlocks)

test('of two changes of the same version one is stored, and the other is refused with the stored row', async () => {
  const { shipments: ids } = await placeOrder(customer)
  for (let vid = 1; vid <= 10; vid++) {
    const id = ids[0]
    const answers = await times(2, (who) =>
      (who === 0 ? admin : customer).call('PATCH', `${shipments}/${id}`, {
        data: { type: shipmentType, id, attributes: { vid, viite: `${vid}-${who}` } },
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = answers.find(({ status }) => status === 200)
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body.errors[0].meta.current.attributes).toMatchObject({ vid: vid + 1, viite: won?.body.data.attributes.viite })
  }
  const { rows } = await server.pool.query('SELECT array_agg(vid::int ORDER BY vid) AS vids FROM revisio WHERE rivi = $1', [ids[0]])
  expect(rows[0].vids).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
})

test('the same key sent ten times at once makes one order', async () => {
  const body = { data: { type: orderType, attributes: { laskutus_viesti: randomUUID() } } }
  const key = { 'idempotency-key': randomUUID() }
  const answers = await times(10, () => customer.call('POST', orders, body, key))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  const { rows } = await server.pool.query('SELECT count(*)::int AS n FROM tilaus WHERE laskutus_viesti = $1', [
    body.data.attributes.laskutus_viesti,
  ])
  expect(rows[0].n).toBe(1)
})

test('the order’s state follows its shipments when they are changed concurrently', async () => {
  const made = await placeOrder(customer, [{}, {}, {}, {}, {}, {}])
  await assignDriver(admin, driver, made.shipments)
  const orderState = async () => (await admin.call('GET', `${orders}/${made.id}`)).body.data.attributes
  await times(made.shipments.length, (index) => setState(index % 2 ? driver : admin, [made.shipments[index] ?? ''], 'kuljetuksessa'))
  expect(await orderState()).toMatchObject({ tilauksen_tila: 'kuljetuksessa', avoin: true })
  server.clock.now += 60
  await times(made.shipments.length, (index) => setState(index % 2 ? driver : admin, [made.shipments[index] ?? ''], 'toimitettu'))
  expect(await orderState()).toMatchObject({ tilauksen_tila: 'toimitettu', avoin: false, timestamp_toimitettu: server.clock.now })
})

test('of a concurrent cancellation and pickup only one is stored', async () => {
  for (let round = 0; round < 5; round++) {
    const made = await placeOrder(customer, [{}])
    await assignDriver(admin, driver, made.shipments)
    const id = made.shipments[0]
    const { vid } = (await driver.call('GET', `${shipments}/${id}`)).body.data.attributes
    const go = (who: Person, tila: string) =>
      who.call('PATCH', `${shipments}/${id}`, { data: { type: shipmentType, id, attributes: { vid, tila } } })
    const [cancelled, picked] = await Promise.all([go(customer, 'peruutettu'), go(driver, 'kuljetuksessa')])
    expect([cancelled.status, picked.status].filter((status) => status === 200)).toHaveLength(1)
    const { tila } = (await admin.call('GET', `${shipments}/${id}`)).body.data.attributes
    expect(tila).toBe(cancelled.status === 200 ? 'peruutettu' : 'kuljetuksessa')
  }
})

test('writers of the same rows in opposite orders do not deadlock', async () => {
  const made = await Promise.all([placeOrder(customer, [{}, {}]), placeOrder(customer, [{}, {}]), placeOrder(customer, [{}, {}])])
  const lines = made.flatMap((order) => order.shipments)
  const heads = made.map((order) => order.id)
  const before = await deadlocks()
  await times(30, async (index) => {
    const rows = [
      ...lines.map((id) => ({ op: 'update', data: { type: shipmentType, id, attributes: { viite: `kierros ${index}` } } })),
      ...heads.map((id) => ({ op: 'update', data: { type: orderType, id, attributes: { laskutus_viesti: `kierros ${index}` } } })),
    ]
    const turned = index % 3
    const list = turned === 0 ? rows : turned === 1 ? rows.toReversed() : [...rows.slice(4), ...rows.slice(0, 4)]
    // Each names the versions that are stored when it begins: the second one gets a 409 and reads them again.
    for (let status = 409; status !== 200; ) {
      const answer = await admin.call('POST', '/jsonapi/operations', { 'atomic:operations': list })
      status = answer.status
      expect([200, 409], answer.text).toContain(status)
    }
  })
  const { rows } = await server.pool.query('SELECT DISTINCT viite FROM lahetys WHERE id = ANY($1)', [lines])
  expect(rows).toHaveLength(1)
  expect(await deadlocks()).toBe(before)
})

test('of many users who read the same list at once, each sees what they have just stored', async () => {
  const customerId = await server.customer()
  // More than the limit of concurrent reads, so that some of them wait and share an answer.
  const people = await times(4 * availableParallelism() + 8, () => server.person(['asiakas'], customerId))
  const list = `${orders}?fields[${orderType}]=laskutus_viesti&page[limit]=250&sort=-created`
  await Promise.all(
    people.map(async ({ call }) => {
      const laskutus_viesti = randomUUID()
      expect((await call('POST', orders, { data: { type: orderType, attributes: { laskutus_viesti } } })).status).toBe(201)
      expect((await call('GET', list)).text).toContain(laskutus_viesti)
    }),
  )
})

/** Delays the answer of the next list until `letGo`, after its statement has run. `same` counts how often that statement was run. */
function holdNextList() {
  const { query } = Pool.prototype
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const statements: string[] = []
  const textOf = (statement: unknown) =>
    typeof statement === 'object' && statement !== null && 'rowMode' in statement && 'text' in statement ? String(statement.text) : null
  const spy = vi.spyOn(Pool.prototype, 'query').mockImplementation(async function (this: Pool, ...parameters: unknown[]) {
    const text = textOf(parameters[0])
    if (text !== null) statements.push(text)
    const isFirst = text !== null && statements.length === 1
    const answer = await Reflect.apply(query, this, parameters)
    if (isFirst) {
      reached.resolve()
      await held.promise
    }
    return answer
  })
  return {
    reached: reached.promise,
    same: () => statements.filter((text) => text === statements[0]).length,
    letGo: () => {
      held.resolve()
      spy.mockRestore()
    },
  }
}

test('a request does not share a statement that is already running, so it sees what its user has just stored', async () => {
  const { call } = await server.person(['asiakas'], await server.customer())
  const list = `${orders}?fields[${orderType}]=laskutus_viesti`
  const laskutus_viesti = randomUUID()
  const { reached, same, letGo } = holdNextList()
  try {
    const early = call('GET', list)
    await reached
    await call('POST', orders, { data: { type: orderType, attributes: { laskutus_viesti } } })
    const late = call('GET', list)
    await expect.poll(same).toBe(2)
    expect((await late).text).toContain(laskutus_viesti)
    letGo()
    expect((await early).text).not.toContain(laskutus_viesti)
  } finally {
    letGo()
  }
})
