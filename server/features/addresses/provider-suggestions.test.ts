import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addressSuggestionsCall, providerSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { readGeonames } from '#server/platform/ports/maps/geonames.ts'
import { replacePostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { type HereMode, type HereStub, hereKey, startHereStub } from '#server/testing/providers/here.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let here: HereStub
let server: TestServer
let customer: Person
const geonames = 'FI\t33100\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4991\t23.7871\t6'

beforeAll(async () => {
  here = await startHereStub()
  server = await startTestServer({ env: { HERE_API_KEY: hereKey }, placeSearch: { address: here.address, timeout: 2000 } })
  customer = await server.person(['asiakas'], await server.customer())
  await replacePostalCodes(server.pool, readGeonames(geonames))
})
afterAll(async () => {
  await server.close()
  await here.close()
})
afterEach(() => {
  here.mode = 'usual'
  here.searches.length = 0
  // Ends the pause after too many requests of an earlier test.
  server.clock.now += 60
})

async function found(search: string, who = customer) {
  const answer = await who.call('POST', providerSuggestionsCall.path, { search })
  expect(answer.status, answer.text).toBe(200)
  return providerSuggestionsCall.output.parse(answer.body).data
}
const saveAddress = (values: Record<string, unknown>) =>
  insert(server.pool, 'postiosoite', { id: randomUUID(), asiakas_id: customer.asiakasId, ...values })

test('places of the provider are split into fields, a street without a number is an estimate, and results without a position are left out', async () => {
  const data = await found('hämeenkatu')
  expect(data.map(({ label, arvio, lahde }) => [label, arvio, lahde])).toEqual([
    ['Hämeenkatu 5, 33100 Tampere', false, 'karttapalvelu'],
    ['Hämeenkatu, 33200 Tampere', true, 'karttapalvelu'],
    ['Sokos Hämeenkatu, Hämeenkatu 21, 33200 Tampere', false, 'karttapalvelu'],
    ['Hämeenkatu 1, Tampere', false, 'karttapalvelu'],
  ])
  expect(data[0]).toMatchObject({
    id: '',
    name: '',
    field_osoite_1: 'Hämeenkatu 5',
    field_postinumero: '33100',
    lat: 61.49809,
    lng: 23.76721,
  })
  expect(data[1]).toMatchObject({ field_osoite_1: 'Hämeenkatu', field_postinumero: '33200', field_postitoimipaikka: 'Tampere' })
  expect(data[2]).toMatchObject({ name: 'Sokos Hämeenkatu', field_osoite_1: 'Hämeenkatu 21' })
  // A place without a postal code stays without one.
  expect(data[3]).toMatchObject({ field_osoite_1: 'Hämeenkatu 1', field_postinumero: '', field_postitoimipaikka: 'Tampere' })
})

test('a single letter is not sent to the provider', async () => {
  expect(await found(' h ')).toEqual([])
  expect(here.searches).toEqual([])
})

test.each<[HereMode, string]>([
  ['slow', 'timeout'],
  ['broken', 'unexpected answer'],
  ['down', 'unreachable'],
  ['busy', 'status 429'],
])('a provider that is %s is logged without what was typed, and the postal codes are answered', async (mode, reason) => {
  here.mode = mode
  const logged = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
  expect((await found('Salainenkatu 5, Tamp')).map(({ label, lahde }) => [label, lahde])).toEqual([['33100 Tampere', 'postinumerot']])
  expect(logged.mock.calls).toEqual([[{ reason }, 'place search failed']])
  logged.mockRestore()
})

test('after a 429 the provider is not called for as long as it says', async () => {
  here.mode = 'busy'
  const logged = vi.spyOn(server.app.log, 'warn').mockImplementation(() => undefined)
  await found('hämeenkatu')
  here.mode = 'usual'
  server.clock.now += 19
  expect(await found('hämeenkatu')).toEqual([])
  expect(here.searches).toHaveLength(1)
  server.clock.now += 2
  expect(await found('hämeenkatu')).toHaveLength(4)
  logged.mockRestore()
})

test('own suggestions do not call the provider', async () => {
  here.mode = 'slow'
  await saveAddress({ name: 'Piha', field_osoite_1: 'Hämeenkatu 7', field_postinumero: '33100', field_postitoimipaikka: 'Tampere' })
  const answer = await customer.call('GET', `${addressSuggestionsCall.path}?search=h%C3%A4meenkatu`)
  const { data } = addressSuggestionsCall.output.parse(answer.body)
  expect(data[0]).toMatchObject({ name: 'Piha', lahde: 'tallennettu' })
  expect(here.searches).toEqual([])
})

test('the configuration of the web app says that there is a provider', async () => {
  expect((await server.call('GET', '/config.json')).body).toMatchObject({ placeSearch: true })
})

test.each([
  [{ search: 'x'.repeat(201) }, 'search'],
  [{ search: 'a\0b' }, 'search'],
  [{ search: 'a', asiakas_id: '1' }, 'asiakas_id'],
])('%j is refused', async (body, field) => {
  const answer = await customer.call('POST', providerSuggestionsCall.path, body)
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(/\.$/) }])
})

test('without a provider the answer contains postal codes', async () => {
  const local = await startTestServer()
  try {
    await replacePostalCodes(local.pool, readGeonames(geonames))
    const admin = await local.person(['yllapito'])
    expect(await found('tampere', admin)).toMatchObject([{ label: '33100 Tampere', lahde: 'postinumerot' }])
    expect((await local.call('GET', '/config.json')).body).toMatchObject({ placeSearch: false })
  } finally {
    await local.close()
  }
})
