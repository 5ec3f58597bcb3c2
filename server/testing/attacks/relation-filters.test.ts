// Attack: signed-in users repeatedly request lists that are very slow to plan in PostgreSQL, many at once. The real server in a
// separate process must keep answering others: within a second in `npm run soak`, which runs it for longer (ATTACK_SECONDS).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxFilterSteps } from '#server/entities/read/query.ts'
import { placeOrder } from '../deliveries.ts'
import { copyOrders } from '../many-orders.ts'
import { type Person, startTestServer } from '../test-server.ts'
import { type AttackedServer, othersDuring, soakSeconds, startAttackedServer } from './attacked-server.ts'

const orders = '/jsonapi/tilaus_entity/tilaus_entity'

const testServer = await startTestServer()
// The sessions must still be valid by the other server's clock.
testServer.clock.now = Math.floor(Date.now() / 1000)
const customerId = await testServer.customer()
const admin = await testServer.person(['yllapito'])
const customer = await testServer.person(['asiakas'], customerId)
const colleague = await testServer.person(['asiakas'], customerId)
let server: AttackedServer

beforeAll(async () => {
  const { id } = await placeOrder(customer, [{}, {}])
  await copyOrders(testServer.pool, id, 3000)
  server = await startAttackedServer(testServer.databaseUrl)
})
afterAll(async () => {
  await server.stop()
  await testServer.close()
})

const get = (who: Person, url: string) => fetch(`${server.address}${url}`, { headers: { authorization: who.authorization } })

function heavyQuery(count: number, round: number): string {
  const path = 'lahetykset.tilaus.lahetykset.viite'
  const conditions = Array.from(
    { length: count },
    (_, at) =>
      `filter[c${at}][condition][path]=${path}&filter[c${at}][condition][operator]=<>&filter[c${at}][condition][value]=x${round}-${at}`,
  )
  return `${orders}?${conditions.join('&')}`
}

test('others are answered while users of one customer send queries that are slow to plan', {
  timeout: (soakSeconds + 90) * 1000,
}, async () => {
  const statuses = new Map<number, number>()
  const attack = async (who: Person, number: number, isOver: () => boolean): Promise<void> => {
    for (let round = 0; !isOver(); round++) {
      // Alternates between a query over the limit, which is refused, and the largest permitted one.
      const count = round % 2 ? 24 : Math.floor(maxFilterSteps / 3)
      const answer = await get(who, heavyQuery(count, number * 10_000 + round))
      await answer.arrayBuffer()
      if (count === 24) expect(answer.status).toBe(400)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  const send = async (round: number): Promise<void> => {
    const answer = await get(admin, `${orders}?page[limit]=10&page[offset]=${round}`)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
  }
  const attackers = Array.from({ length: 20 }, (_, number) => number)
  const attackAll = (isOver: () => boolean) =>
    Promise.all(attackers.map((number) => attack(number % 2 ? customer : colleague, number, isOver)))
  await othersDuring(attackAll, send)
  expect([...statuses.keys()].filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([])
})
