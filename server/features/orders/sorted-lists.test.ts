import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { placeOrder } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let customer: Person
let other: Person
let small: string
let large: string

const document = z.object({ data: z.array(z.object({ id: z.string(), attributes: z.record(z.string(), z.unknown()) })) })

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  customer = await server.person(['asiakas'], await server.customer('Lajittelu Oy'))
  other = await server.person(['yllapito'])
  small = (await placeOrder(customer, [{ nouto_postitmp: 'Äänekoski', viite: 'B', maara: 1, yksikkopaino: 500, paino: 500 }])).id
  const lava = { nouto_postitmp: 'Tampere', viite: '', maara: 2, yksikkopaino: 100, paino: 200, varauma: 'lava' }
  large = (await placeOrder(customer, [lava, { ...lava, nouto_postitmp: 'Espoo', viite: 'A' }])).id
})
afterAll(() => server.close())

async function sorted(who: Person, sort: string) {
  const answer = await who.call('GET', `/jsonapi/tilaus_entity/tilaus_entity?${new URLSearchParams({ sort })}`)
  expect(answer.status, answer.text).toBe(200)
  return document.parse(answer.body).data
}
const idsBy = async (sort: string) => (await sorted(admin, sort)).map(({ id }) => id)

test('an order has the sums of its shipments, and lists sort by them', async () => {
  const [first] = await sorted(admin, '-maara')
  expect(first).toMatchObject({ id: large, attributes: { maara: 4, paino: 400, lavapaikat: 4 } })
  expect(await idsBy('maara')).toEqual([small, large])
  expect(await idsBy('paino')).toEqual([large, small])
  expect(await idsBy('-lavapaikat')).toEqual([large, small])
})

test('lists sort by the lines: the first one in the direction counts, and what is missing comes last', async () => {
  expect(await idsBy('lahetykset.nouto_postitmp')).toEqual([large, small])
  expect(await idsBy('-lahetykset.nouto_postitmp')).toEqual([small, large])
  expect(await idsBy('lahetykset.viite')).toEqual([large, small])
  expect(await idsBy('-lahetykset.viite')).toEqual([small, large])
  expect(await idsBy('lahetykset.kuljettaja.field_fullname')).toHaveLength(2)
})

test('a customer cannot sort by what they may not read', async () => {
  const answer = await customer.call('GET', '/jsonapi/tilaus_entity/tilaus_entity?sort=lahetykset.kuljettaja.field_fullname')
  expect(answer.status).toBe(400)
})

test('an administrator shares a view; the others read it and cannot change it, and a customer cannot share', async () => {
  const url = '/jsonapi/nakyma/nakyma'
  const view = (jako: string, who: Person) => ({
    data: {
      type: 'nakyma--nakyma',
      attributes: { name: 'Aamun lista', lista: 'tilaukset', rajaukset: '', jako },
      relationships: { kayttaja: { data: { type: 'user--user', id: who.id } } },
    },
  })
  const created = await admin.call('POST', url, view('yhteinen', admin))
  expect(created.status, created.text).toBe(201)
  const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(created.body).data
  await admin.call('POST', url, view('oma', admin))
  const names = async (who: Person) => document.parse((await who.call('GET', url)).body).data.map((row) => row.id)
  expect(await names(other)).toEqual([id])
  expect(await names(customer)).toEqual([])
  expect((await other.call('DELETE', `${url}/${id}`)).status).toBe(403)
  expect((await customer.call('POST', url, view('yhteinen', customer))).status).toBe(422)
})
