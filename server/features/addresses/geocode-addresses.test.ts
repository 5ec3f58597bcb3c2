import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openContext } from '#server/open-context.ts'
import { readGeonames } from '#server/platform/ports/maps/geonames.ts'
import { hereGeocoder } from '#server/platform/ports/maps/here-geocoding.ts'
import { replacePostalCodes } from '#server/platform/ports/maps/postal-codes.ts'
import { type HereMode, type HereStub, hereKey, refusedWords, startHereStub } from '#server/testing/providers/here.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { geocodeAddresses } from './geocode-addresses.ts'

let here: HereStub
let server: TestServer
let admin: Person
const warn = vi.fn()
const geonames = [
  'FI\t33100\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.4991\t23.7871\t6',
  'FI\t33330\tTampere\tPirkanmaa\t06\tTampere\t064\tTampere\t837\t61.511\t23.655\t6',
]
const path = '/jsonapi/osoite_entity/postiosoite'
const type = 'osoite_entity--postiosoite'

beforeAll(async () => {
  here = await startHereStub()
  server = await startTestServer({ env: { HERE_API_KEY: hereKey } })
  admin = await server.person(['yllapito'])
  await replacePostalCodes(server.pool, readGeonames(geonames.join('\n')))
})
afterAll(async () => {
  await server.close()
  await here.close()
})
afterEach(async () => {
  here.mode = 'usual'
  here.searches.length = 0
  warn.mockReset()
  await server.pool.query('UPDATE postiosoite SET status = 0')
})

const run = async (timeout = 2000, apiKey = hereKey) => {
  const clock = () => server.clock.now
  const geocoder = hereGeocoder({ apiKey, address: here.geocoding, log: { warn }, timeout, clock })
  await geocodeAddresses({ ...openContext({ pool: server.pool, clock }), geocoder })
}
const read = async (id: string) => (await admin.call('GET', `${path}/${id}`)).body.data.attributes
async function save(street: string, field_postinumero = '33100', more: Record<string, unknown> = {}): Promise<string> {
  const attributes = { name: 'Varasto', field_osoite_1: street, field_postinumero, field_postitoimipaikka: 'Tampere', ...more }
  const answer = await admin.call('POST', path, { data: { type, id: randomUUID(), attributes } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const approximate = { lat: 61.4991, lng: 23.7871, sijainti_arvio: true, sijainti_lahde: 'postinumero' }
const exact = { lat: 61.49809, lng: 23.76721, sijainti_arvio: false, sijainti_lahde: 'karttapalvelu' }

test('an address has its postal code’s point at once, and the provider’s exact one a moment later, with a line in its history', async () => {
  const id = await save('Hämeenkatu 5')
  expect(await read(id)).toMatchObject(approximate)
  expect(here.searches).toEqual([])
  await run()
  expect(await read(id)).toMatchObject({ ...exact, revision_log_message: 'Karttapalvelu tuntee osoitteen.' })
  expect(here.searches).toEqual(['Hämeenkatu 5, 33100 Tampere'])
  await run()
  expect(here.searches).toHaveLength(1)
})

test.each([
  ['whose score is low', 'Teollisuustie 2', '33330'],
  ['of another postal code', 'Hämeenkatu 5', '33330'],
  ['of a whole street', 'Kauppatie 19', '33100'],
  ['that the provider does not know', 'Olematontie 1', '33100'],
])('an answer %s leaves the address approximate, and is not sought again before the address changes', async (_, street, code) => {
  const id = await save(street, code)
  await run()
  await run()
  expect(await read(id)).toMatchObject({ sijainti_arvio: true, sijainti_lahde: 'postinumero' })
  expect(here.searches).toHaveLength(1)
  const attributes = { field_osoite_1: 'Hämeenkatu 5', field_postinumero: '33100' }
  expect((await admin.call('PATCH', `${path}/${id}`, { data: { type, id, attributes } })).status).toBe(200)
  await run()
  expect(await read(id)).toMatchObject(exact)
})

test('an address that the provider refuses is remembered as unknown, and does not stop the others', async () => {
  const ids = [await save('Hämeenkatu 5', '33100', { name: 'Ensimmäinen' }), await save(`${refusedWords} 1`), await save('Hämeenkatu 5')]
  await run()
  expect(here.searches).toHaveLength(3)
  const [first, refused, last] = await Promise.all(ids.map((id) => read(id)))
  expect([first, refused, last]).toMatchObject([exact, approximate, exact])
  await run()
  expect(here.searches).toHaveLength(3)
})

test('a key that the provider does not take stops the run, and no address is remembered as unknown', async () => {
  const id = await save('Hämeenkatu 5')
  await save('Hämeenkatu 5', '33100', { name: 'Toinen' })
  await run(2000, 'vanha-avain-0123456789')
  expect(here.searches).toHaveLength(1)
  await run()
  expect(await read(id)).toMatchObject(exact)
})

test.each<HereMode>(['slow', 'broken', 'down', 'busy'])('a provider that is %s delays no save, and is asked again later', async (mode) => {
  here.mode = mode
  const id = await save('Hämeenkatu 5')
  const other = await save('Hämeenkatu 5', '33100', { name: 'Toinen' })
  expect(await read(id)).toMatchObject(approximate)
  await run(200)
  expect(await read(id)).toMatchObject(approximate)
  // One failure ends the run.
  expect(here.searches).toHaveLength(1)
  expect(warn).toHaveBeenCalledOnce()
  expect(JSON.stringify(warn.mock.calls)).not.toContain('Hämeenkatu')
  here.mode = 'usual'
  await run()
  for (const one of [id, other]) expect(await read(one)).toMatchObject(exact)
})

test('a pin set by hand, an address without a street and a country that the provider does not search stay as they are', async () => {
  const pinned = await save('Hämeenkatu 5', '33100', { lat: 61.2, lng: 23.2 })
  const town = await save('')
  const german = await save('Hämeenkatu 5', '10115', { field_maa: 'DE' })
  await run()
  expect(await read(pinned)).toMatchObject({ lat: 61.2, lng: 23.2, sijainti_lahde: 'kasin' })
  expect(await read(town)).toMatchObject(approximate)
  expect(await read(german)).toMatchObject({ lat: null, lng: null })
  expect(here.searches).toEqual([])
})

test('an address that somebody changes during the search keeps the change', async () => {
  const id = await save('Hämeenkatu 5')
  const clock = () => server.clock.now
  const geocoder = {
    locate: async () => {
      await admin.call('PATCH', `${path}/${id}`, { data: { type, id, attributes: { lat: 61.3, lng: 23.3 } } })
      return { lat: 61.49809, lng: 23.76721 }
    },
  }
  await geocodeAddresses({ ...openContext({ pool: server.pool, clock }), geocoder })
  expect(await read(id)).toMatchObject({ lat: 61.3, lng: 23.3, sijainti_lahde: 'kasin' })
})

test('postal billing addresses are located too', async () => {
  const billing = '/jsonapi/osoite_entity/laskutusosoite_posti'
  const attributes = {
    asiakas_id: await server.customer(),
    field_osoite_1: 'Hämeenkatu 5',
    field_postinumero: '33100',
    field_postitoimipaikka: 'Tampere',
  }
  const { body } = await admin.call('POST', billing, { data: { type: 'osoite_entity--laskutusosoite_posti', attributes } })
  await run()
  expect((await admin.call('GET', `${billing}/${body.data.id}`)).body.data.attributes).toMatchObject({ lat: 61.49809, lng: 23.76721 })
})
