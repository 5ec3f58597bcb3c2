// The list of people that administrators look after (rules/users.md#saving).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer, testPassword } from '../testing/test-server.ts'

let server: TestServer
let boss: Person
beforeAll(async () => {
  server = await startTestServer()
  boss = await server.person(['yllapito'])
})
afterAll(() => server.close())

const word = randomUUID().slice(0, 8)
const driver = async (field_sukunimi: string, days: object): Promise<string> => {
  const name = `ajaja-${randomUUID().slice(0, 8)}`
  const profile_fields = { field_etunimi: word, field_sukunimi, ...days }
  const person = { name, mail: `${name}@esimerkki.fi`, user_roles: ['kuljettaja'], profile_fields, existing_password: testPassword }
  const answer = await boss.call('POST', '/api/user', person)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}
type Listed = { data: { id: string; field_fullname: string; mail: string; user_roles: string[] }[]; meta: { count: number } }
const list = async (query: string, by = boss): Promise<Listed> => (await by.call('GET', `/api/user-list?${query}`)).body
const surnames = async (query: string) => (await list(`q=${word}&${query}`)).data.map(({ field_fullname }) => field_fullname.split(' ')[1])

test('people are sorted by when their papers expire; those without a day are last', async () => {
  await driver('Myöhempi', { field_ammattipatevyys_voimassa: 1_890_000_000, field_digipiirturikortti_voimass: 1_800_000_000 })
  await driver('Päivätön', {})
  await driver('Ensin', { field_ammattipatevyys_voimassa: 1_800_000_000, field_digipiirturikortti_voimass: 1_890_000_000 })
  expect(await surnames('')).toEqual(['Ensin', 'Myöhempi', 'Päivätön'])
  expect(await surnames('sort=-field_fullname')).toEqual(['Päivätön', 'Myöhempi', 'Ensin'])
  expect(await surnames('sort=field_ammattipatevyys_voimassa')).toEqual(['Ensin', 'Myöhempi', 'Päivätön'])
  expect(await surnames('sort=-field_ammattipatevyys_voimassa')).toEqual(['Myöhempi', 'Ensin', 'Päivätön'])
  expect(await surnames('sort=field_digipiirturikortti_voimass&page[limit]=1&page[offset]=1')).toEqual(['Ensin'])
  expect((await boss.call('GET', '/api/user-list?sort=salasana')).status).toBe(400)
})

test('people are found by the day on which a paper expires; those without a day are not', async () => {
  const found = async (query: string) => (await list(`q=${word}&${query}&page[limit]=1`)).meta.count
  for (const field of ['field_ammattipatevyys_voimassa', 'field_digipiirturikortti_voimass']) {
    expect(await found(`${field}=1799999999`)).toBe(0)
    expect(await found(`${field}=1800000000`)).toBe(1)
    expect(await found(`${field}=1890000000`)).toBe(2)
  }
  expect(await surnames('field_ammattipatevyys_voimassa=1800000000')).toEqual(['Ensin'])
  expect(await surnames('field_digipiirturikortti_voimass=1800000000')).toEqual(['Myöhempi'])
  expect((await boss.call('GET', '/api/user-list?field_ammattipatevyys_voimassa=huomenna')).status).toBe(400)
})

test('people are sorted by each column of their lists, in both directions', async () => {
  const of = async (sort: string) => (await list(`q=${word}&sort=${sort}`)).data
  for (const [field, valueIn] of [
    ['mail', ({ mail }: Listed['data'][number]) => mail],
    ['user_roles', ({ user_roles }: Listed['data'][number]) => user_roles.join()],
  ] as const) {
    const ascending = (await of(field)).map(valueIn)
    expect(ascending).toEqual(ascending.toSorted())
    expect((await of(`-${field}`)).map(valueIn)).toEqual(ascending.toReversed())
  }
  for (const sort of ['puhelin', '-puhelin', 'nahty', '-nahty']) expect(await of(sort)).toHaveLength(3)
  // Only the administrator has called: the others have not been seen, and come last.
  for (const sort of ['nahty', '-nahty']) expect((await list(`henkilosto=1&sort=${sort}`)).data[0]?.id).toBe(boss.id)
})

test('staff are told apart from customers’ users, whoever asks', async () => {
  const customerId = await server.customer('Ulkona Oy')
  const [buyer, both, huolto] = [
    await server.person(['asiakas', 'asiakas_yllapito'], customerId),
    await server.person(['asiakas', 'kuljettaja'], customerId),
    await server.person(['huolto']),
  ]
  const ids = (await list('henkilosto=1&page[limit]=1000')).data.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([boss.id, both.id, huolto.id]))
  expect(ids).not.toContain(buyer.id)
  expect((await list('henkilosto=1', buyer)).data.map(({ id }) => id)).toEqual([both.id])
  expect((await boss.call('GET', '/api/user-list?henkilosto=0')).status).toBe(400)
  expect((await huolto.call('GET', '/api/user-list?henkilosto=1')).status).toBe(403)
})
