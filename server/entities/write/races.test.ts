// Many writers on one row, on one order's lines, on one sequence: no change is lost or made twice, and no number is missing.
// `npm run soak` runs a thousand of each.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderType, placeOrder, shipmentType } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const races = Number(process.env.RACES ?? 100)
const atOnce = 8
const timeout = 120_000 + races * 200
const orders = '/jsonapi/tilaus_entity/tilaus_entity'
const shipments = '/jsonapi/lahetys_entity/lahetys'

let server: TestServer
let admin: Person
let customer: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

/** Runs the job `races` times with `atOnce` concurrent writers. */
async function race(job: (number: number, who: Person) => Promise<void>): Promise<void> {
  let next = 0
  const writer = async (who: Person): Promise<void> => {
    for (let number = next++; number < races; number = next++) await job(number, who)
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => writer(index % 2 ? admin : customer)))
}

const versionsOf = async (id: string): Promise<number[]> => {
  const { rows } = await server.pool.query('SELECT array_agg(vid::int ORDER BY vid) AS vids FROM revisio WHERE rivi = $1', [id])
  return rows[0].vids
}
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

test('on one row: each appends a word to what it read, and retries after a conflict', { timeout }, async () => {
  const [id = ''] = (await placeOrder(customer, [{}])).shipments
  let conflicts = 0
  await race(async (number, who) => {
    let status = 0
    while (status !== 200) {
      const { vid, viesti } = (await who.call('GET', `${shipments}/${id}`)).body.data.attributes
      const attributes = { vid, viesti: `${viesti} ${number}` }
      const answer = await who.call('PATCH', `${shipments}/${id}`, { data: { type: shipmentType, id, attributes } })
      status = answer.status
      expect([200, 409], answer.text).toContain(status)
      if (status === 409) conflicts++
    }
  })
  const { vid, viesti } = (await customer.call('GET', `${shipments}/${id}`)).body.data.attributes
  expect(
    viesti
      .trim()
      .split(' ')
      .map(Number)
      .sort((a: number, b: number) => a - b),
  ).toEqual(upTo(races).map((number) => number - 1))
  expect(vid).toBe(races + 1)
  expect(await versionsOf(id)).toEqual(upTo(races + 1))
  expect(conflicts).toBeGreaterThan(0)
})

test('on one order’s lines: each adds one, and every second one removes it again', { timeout }, async () => {
  const { id, shipments: first } = await placeOrder(customer, [{}])
  const expected = new Set(first)
  await race(async (number, who) => {
    const line = randomUUID()
    const data = {
      type: shipmentType,
      id: line,
      attributes: { viite: `${number}` },
      relationships: { tilaus: { data: { type: orderType, id } } },
    }
    const added = await who.call('POST', shipments, { data })
    expect(added.status, added.text).toBe(201)
    if (number % 10 === 0) expected.add(line)
    else {
      const linkage = { data: [{ type: shipmentType, id: line }] }
      const left = await who.call('DELETE', `${orders}/${id}/relationships/lahetykset`, linkage)
      expect(left.status, left.text).toBe(200)
    }
  })
  const stored = await customer.call('GET', `${orders}/${id}/relationships/lahetykset`)
  expect(new Set(stored.body.data.map((row: { id: string }) => row.id))).toEqual(expected)
  const order = (await customer.call('GET', `${orders}/${id}`)).body.data
  expect(await versionsOf(id)).toEqual(upTo(order.attributes.vid))
})

test('on one sequence: orders are numbered without a gap, and refused ones take no number', { timeout }, async () => {
  const made: number[] = []
  await race(async (number, who) => {
    const isRefused = number % 3 === 2
    const id = randomUUID()
    const line = {
      type: shipmentType,
      attributes: { maara: isRefused ? 9999 : 1 },
      relationships: { tilaus: { data: { type: orderType, id } } },
    }
    const answer = await who.call('POST', '/jsonapi/operations', {
      'atomic:operations': [
        { op: 'add', data: { type: orderType, id, attributes: { asiakas_id: customer.asiakasId } } },
        { op: 'add', data: line },
      ],
    })
    expect(answer.status, answer.text).toBe(isRefused ? 422 : 200)
    if (!isRefused) made.push(answer.body['atomic:results'][0].data.attributes.tilausnro)
  })
  const { rows } = await server.pool.query('SELECT array_agg(tilausnro::int ORDER BY tilausnro) AS numbers FROM tilaus')
  const numbers: number[] = rows[0].numbers
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  expect(numbers).toEqual(expect.arrayContaining(made))
  expect(made).toHaveLength(races - Math.floor(races / 3))
})
