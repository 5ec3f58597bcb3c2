// No body of a signed-in user may keep the event loop from serving others. `npm run bench` measures for how long it does.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { placeOrder } from '../testing/deliveries.ts'
import { unparsedBodies, type WorstBody, worstBodies } from '../testing/event-loop/worst-bodies.ts'
import { type Person, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let admin: Person
let bodies: Map<string, WorstBody>
let lahetys: string
beforeAll(async () => {
  server = await startTestServer()
  const customerId = await server.customer()
  admin = await server.person(['yllapito'])
  lahetys = (await placeOrder(await server.person(['asiakas'], customerId))).shipments[0] ?? ''
  bodies = new Map(worstBodies({ customerId, lahetys }).map((body) => [body.name, body]))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

/** JSON that is short enough to be parsed whatever it contains. */
const shortJson = 100_000
/** Characters of an answer to a thousand operations, each with its fault. */
const longestRefusal = 250_000

test.each(worstBodies({ customerId: '', lahetys: '' }).map(({ name }) => name))(
  '%s is answered, and neither parsed nor normalised where that would take long',
  async (name) => {
    const { url, status, make } = bodies.get(name) ?? expect.unreachable(name)
    const body = Buffer.from(make())
    const parsed = vi.spyOn(JSON, 'parse')
    const normalised = vi.spyOn(String.prototype, 'normalize')
    const answer = await admin.call('POST', url, body)
    const lengths = parsed.mock.calls.map(([text]) => text.length).filter((length) => length > shortJson && length !== answer.text.length)
    const texts = normalised.mock.contexts.map(String)
    vi.restoreAllMocks()
    expect(answer.status, answer.text.slice(0, 300)).toBe(status)
    if (unparsedBodies.has(name)) expect(lengths).toEqual([])
    // Sorting combining marks takes quadratic time.
    for (const text of texts) expect(/\p{M}{31}/u.test(text)).toBe(false)
    // Not every one of a million faults is named.
    if (status >= 400) expect(answer.text.length).toBeLessThan(longestRefusal)
  },
)

test('others are served between the passes over a large body', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  const large = 1024 * 1024
  const passes: [string, number][] = []
  const { parse } = JSON
  const decode = Buffer.prototype.toString
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length > large) passes.push(['parsed', turn])
    return parse(text, reviver)
  })
  vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (this: Buffer, ...range) {
    if (this.length > large) passes.push(['decoded', turn])
    return decode.apply(this, range)
  })
  const bytesOf = Buffer.from
  const countBytes = (...given: [string, BufferEncoding]) => {
    if (given[1] === 'base64') passes.push(['bytes', turn])
    return bytesOf(...given)
  }
  vi.spyOn(Buffer, 'from').mockImplementation(countBytes as typeof bytesOf)
  const answer = await admin.call('POST', '/api/kuva', `{"lahetys":"${lahetys}","kuva":"${'A'.repeat(4 * large)}"}`)
  clearImmediate(next)
  vi.restoreAllMocks()
  expect(answer.status).toBe(415)
  const [decoded, read, bytes] = ['decoded', 'parsed', 'bytes'].map((pass) => passes.find(([name]) => name === pass)?.[1])
  expect(read).toBeGreaterThan(decoded ?? Number.NaN)
  expect(bytes).toBeGreaterThan(read ?? Number.NaN)
})
