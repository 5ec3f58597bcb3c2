// Attack: strangers and one signed-in user send the most expensive bodies, many at once. The real server in a separate process must
// not crash, and must keep answering others: within a second in `npm run soak`, which runs it for longer (ATTACK_SECONDS).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../test-server.ts'
import { type AttackedServer, othersDuring, soakSeconds, startAttackedServer } from './attacked-server.ts'

const testServer = await startTestServer()
// The sessions must still be valid by the other server's clock.
testServer.clock.now = Math.floor(Date.now() / 1000)
const admin = await testServer.person(['yllapito'])
const customer = await testServer.person(['asiakas'], await testServer.customer())
let server: AttackedServer
beforeAll(async () => {
  server = await startAttackedServer(testServer.databaseUrl)
})
afterAll(async () => {
  await server.stop()
  await testServer.close()
})

const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const deep = Buffer.alloc(2_000_000, '[')
const marks = Buffer.from(
  `{"data":{"type":"tilaus_entity--tilaus_entity","attributes":{"laskutus_viesti":"${'\u0301\u0316'.repeat(450_000)}"}}}`,
)

/** The status; 0 when the server closed the connection, as it may do when it refuses a body. */
async function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const type = { 'content-type': url.startsWith('/jsonapi') ? 'application/vnd.api+json' : 'application/json' }
  const answer = await fetch(`${server.address}${url}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...type, ...headers },
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

async function send(): Promise<void> {
  const answer = await fetch(`${server.address}${orders}?page[limit]=10`, { headers: { authorization: admin.authorization } })
  await answer.arrayBuffer()
  expect(answer.status).toBe(200)
}

const timeout = (soakSeconds + 90) * 1000

test('strangers’ bodies of a million brackets, with invented tokens, without, and to public calls', { timeout }, async () => {
  const statuses = new Set<number>()
  const stranger = (url: string, headers: Record<string, string>) => async (isOver: () => boolean) => {
    while (!isOver()) statuses.add(await post(url, deep, { 'x-forwarded-for': '203.0.113.1', ...headers }))
  }
  const invented = { authorization: `Bearer ${'a'.repeat(43)}` }
  const attackers = [
    ...Array.from({ length: 6 }, () => stranger(orders, invented)),
    ...Array.from({ length: 20 }, () => stranger(orders, {})),
    ...Array.from({ length: 4 }, () => stranger('/user/lost-password', {})),
    ...Array.from({ length: 4 }, () => stranger('/api/import-tilaus-csv', invented)),
  ]
  await othersDuring((isOver) => Promise.all(attackers.map((attack) => attack(isOver))), send)
  expect([...statuses].filter((status) => ![0, 401, 413, 429].includes(status))).toEqual([])
  expect(server.hasEnded()).toBe(false)
})

test('a signed-in user’s worst bodies', { timeout }, async () => {
  const statuses = new Set<number>()
  const { authorization } = customer
  const user = (body: Buffer) => async (isOver: () => boolean) => {
    while (!isOver()) statuses.add(await post(orders, body, { authorization }))
  }
  const attackers = [...Array.from({ length: 5 }, () => user(deep)), ...Array.from({ length: 5 }, () => user(marks))]
  await othersDuring((isOver) => Promise.all(attackers.map((attack) => attack(isOver))), send)
  expect([...statuses].filter((status) => ![0, 201, 400, 422, 429].includes(status))).toEqual([])
  expect(server.hasEnded()).toBe(false)
})
