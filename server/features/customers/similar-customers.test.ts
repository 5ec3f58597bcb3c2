import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveredOrder } from '#server/testing/deliveries.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const similar = async (query: Record<string, string>) => {
  const answer = await admin.call('GET', `/api/asiakas/samankaltaiset?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ name, syyt }: { name: string; syyt: string[] }) => [name, ...syyt])
}

test('customers with the same Y-tunnus come first, then those with nearly the same name', async () => {
  const id = await server.customer('Rautakauppa Mäkinen Oy')
  await server.customer('Rautakauppa Makinen')
  await server.customer('Rautakauppa Virtanen Oy')
  await insert(server.pool, 'asiakas', { id: crypto.randomUUID(), name: 'Pirkan Puu Oy', y_tunnus: '0116297-6' })
  await insert(server.pool, 'asiakas', { id: crypto.randomUUID(), name: 'Rautakauppa Mäkinen Oy', status: 0 })
  expect(await similar({ nimi: 'Rautakauppa Mäkinen', y_tunnus: '01162976' })).toEqual([
    ['Pirkan Puu Oy', 'y_tunnus'],
    ['Rautakauppa Mäkinen Oy', 'nimi'],
    ['Rautakauppa Makinen', 'nimi'],
  ])
  expect(await similar({ nimi: 'Rautakauppa Mäkinen Oy', ohita: id })).toEqual([['Rautakauppa Makinen', 'nimi']])
  expect(await similar({ nimi: 'Ei kukaan' })).toEqual([])
  expect(await similar({})).toEqual([])
  expect(await similar({ nimi: "100 % \\_'" })).toEqual([])
})

test('the months of a customer contain its delivered orders, with sums only for viewers who may see prices', async () => {
  const own = await server.customer()
  const customer = await server.person(['asiakas'], own)
  const people = { admin, customer, driver: await server.person(['kuljettaja']) }
  const { id } = await deliveredOrder(people)
  await deliveredOrder(people)
  await admin.call('POST', '/api/laskuttamattomat_tilaukset', { operation: 'setHinta', ids: [id], hinta: 120.5 })
  const months = (who: Person) => who.call('GET', `/api/asiakas/kuukaudet?asiakas_id=${own}`)
  const { body } = await months(admin)
  expect(body.data).toHaveLength(12)
  expect(body.data.at(-1)).toMatchObject({ tilauksia: 2, summa: 120.5 })
  expect(body.data.slice(0, -1).every(({ tilauksia }: { tilauksia: number }) => tilauksia === 0)).toBe(true)
  expect((await months(customer)).body).toEqual(body)
  expect((await months(await server.person(['asiakas'], await server.customer()))).status).toBe(403)
})
