import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#server/testing/deliveries.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
const type = 'asiakas_entity--asiakas_entity'
const path = '/jsonapi/asiakas_entity/asiakas_entity'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

async function setTerm(maksuehto: number): Promise<number> {
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  return (await admin.call('PATCH', '/api/asetukset', { values: { maksuehto }, versio })).status
}
async function termOf(attributes: object): Promise<number> {
  const answer = await admin.call('POST', path, { data: { type, attributes: { name: `Yhtiö ${randomUUID()}`, ...attributes } } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.attributes.maksuehto
}

test('a new customer has the company’s payment term unless another one is given, and earlier customers keep theirs', async () => {
  expect(await termOf({})).toBe(14)
  const { body } = await admin.call('POST', path, { data: { type, attributes: { name: 'Vanha Oy' } } })
  expect(await setTerm(21)).toBe(200)
  expect(await termOf({})).toBe(21)
  // The default of the field itself is a term like any other when it is given.
  expect(await termOf({ maksuehto: 14 })).toBe(14)
  expect(await termOf({ maksuehto: 0 })).toBe(0)
  const id = body.data.id
  const change = { data: { type, id, attributes: { lisatiedot: 'Soita ensin' } } }
  expect((await admin.call('PATCH', `${path}/${id}`, change)).body.data.attributes.maksuehto).toBe(14)
})

test('several customers in one save are told apart', async () => {
  await setTerm(7)
  const [first, second] = [randomUUID(), randomUUID()]
  const answer = await operations(admin, [
    { op: 'add', data: { type, id: first, attributes: { name: 'Eka Oy' } } },
    { op: 'add', data: { type, id: second, attributes: { name: 'Toka Oy', maksuehto: 30 } } },
  ])
  expect(answer.status, answer.text).toBe(200)
  const { rows } = await server.pool.query('SELECT name, maksuehto FROM asiakas WHERE id = ANY($1) ORDER BY name', [[first, second]])
  expect(rows).toEqual([
    { name: 'Eka Oy', maksuehto: 7 },
    { name: 'Toka Oy', maksuehto: 30 },
  ])
})

test('a term that would have to be agreed with each customer cannot be the company’s', async () => {
  expect(await setTerm(31)).toBe(422)
  expect(await setTerm(-1)).toBe(422)
})

test('the company’s default of leaving goods without a signature is a new customer’s unless another one is given', async () => {
  const leavingOf = async (attributes: object) => {
    const answer = await admin.call('POST', path, { data: { type, attributes: { name: `Yhtiö ${randomUUID()}`, ...attributes } } })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.attributes.saa_jattaa
  }
  expect(await leavingOf({})).toBe(false)
  const { versio } = (await admin.call('GET', '/api/asetukset')).body
  expect((await admin.call('PATCH', '/api/asetukset', { values: { saa_jattaa: true }, versio })).status).toBe(200)
  expect(await leavingOf({})).toBe(true)
  expect(await leavingOf({ saa_jattaa: false })).toBe(false)
})
