// Lists of numbers and structures, from the call to the database and back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const routes = '/jsonapi/reitti_entity/reitti_entity'
const type = 'reitti_entity--reitti_entity'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const make = async (attributes: Record<string, unknown>, asiakkaat: readonly string[] = []) => {
  const data = asiakkaat.map((id) => ({ type: 'asiakas_entity--asiakas_entity', id }))
  const answer = await admin.call('POST', routes, {
    data: { type, attributes: { name: 'Kierros', ...attributes }, relationships: { asiakkaat: { data } } },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

test('a list of numbers is filtered by its members', async () => {
  const [monday, weekend] = [await make({ viikonpaivat: [3, 1] }), await make({ viikonpaivat: [6, 7] })]
  const none = await make({})
  expect(monday.attributes.viikonpaivat).toEqual([1, 3])
  const found = async (filter: string) => {
    const { status, body, text } = await admin.call('GET', encodeURI(`${routes}?${filter}&sort=drupal_internal__id`))
    expect(status, text).toBe(200)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const by = (operator: string, ...values: number[]) =>
    found(`filter[viikonpaivat][operator]=${operator}${values.map((value) => `&filter[viikonpaivat][value][]=${value}`).join('')}`)
  expect(await found('filter[viikonpaivat]=1')).toEqual([monday.id])
  expect(await by('<>', 1)).toEqual([weekend.id, none.id])
  expect(await by('IN', 1, 6)).toEqual([monday.id, weekend.id])
  expect(await by('NOT IN', 1, 6)).toEqual([none.id])
  expect(await by('>=', 6)).toEqual([weekend.id])
  expect(await by('BETWEEN', 2, 4)).toEqual([monday.id])
  expect(await by('IS NULL')).toEqual([none.id])
  expect(await by('IS NOT NULL')).toEqual([monday.id, weekend.id])
  for (const wrong of [
    'filter[viikonpaivat]=ma',
    'filter[viikonpaivat][operator]=CONTAINS&filter[viikonpaivat][value]=1',
    'sort=viikonpaivat',
  ])
    expect((await admin.call('GET', `${routes}?${wrong}`)).status, wrong).toBe(400)
})

test('a structure is returned as it was saved; saving it again with its keys in another order is no change', async () => {
  const customers = [await server.customer(), await server.customer(), await server.customer()]
  const hinnat = Object.fromEntries(customers.map((id, index) => [id, 10.5 + index]))
  const made = await make({ hinnat }, customers)
  expect(made.attributes.hinnat).toEqual(hinnat)
  const patch = (value: unknown) =>
    admin.call('PATCH', `${routes}/${made.id}`, { data: { type, id: made.id, attributes: { hinnat: value } } })
  const turned = await patch(Object.fromEntries(Object.entries(hinnat).reverse()))
  expect(turned.body.data.attributes.vid).toBe(1)
  const { [customers[0] ?? '']: _first, ...others } = hinnat
  const changed = await patch(others)
  expect(changed.body.data.attributes).toMatchObject({ vid: 2, hinnat: others })
  const { rows } = await server.pool.query('SELECT muutokset FROM revisio WHERE rivi = $1 AND vid = 2', [made.id])
  expect(rows[0].muutokset).toEqual({ hinnat: [hinnat, others] })
  for (const query of ['filter[hinnat]=1', 'filter[hinnat][operator]=IS NULL', 'sort=hinnat'])
    expect((await admin.call('GET', encodeURI(`${routes}?${query}`))).status, query).toBe(400)
})
