import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { ytjRegister } from './ytj.ts'

/** A company as the register's schema has it. */
const company = (value: string, name: string, changes: object = {}) => ({
  businessId: { value, registrationDate: '1978-03-15', source: '3' },
  names: [
    { name: 'Vanha Nimi Oy', type: '1', registrationDate: '1978-03-15', endDate: '1999-01-01', version: 2, source: '1' },
    { name: 'Aputoiminimi', type: '3', registrationDate: '2001-01-01', version: 1, source: '1' },
    { name, type: '1', registrationDate: '1999-01-01', version: 1, source: '1' },
  ],
  companyForms: [
    {
      type: '17',
      descriptions: [
        { languageCode: '3', description: 'Public limited company' },
        { languageCode: '1', description: 'Julkinen osakeyhtiö' },
      ],
      registrationDate: '1997-09-01',
      version: 1,
      source: '1',
    },
  ],
  addresses: [
    {
      type: 2,
      postOfficeBox: '226',
      postCode: '00045',
      postOffices: [{ city: 'NOKIA GROUP', languageCode: '1' }],
      registrationDate: '2010-01-01',
      source: '0',
    },
    {
      type: 1,
      street: 'Karakaari',
      buildingNumber: '7',
      entrance: 'A',
      apartmentNumber: '3',
      apartmentIdSuffix: '',
      postCode: '02610',
      postOffices: [
        { city: 'ESBO', languageCode: '2' },
        { city: 'ESPOO', languageCode: '1', municipalityCode: '049' },
      ],
      registrationDate: '2015-01-01',
      source: '0',
    },
  ],
  tradeRegisterStatus: '1',
  status: '2',
  lastModified: '2026-01-01 00:00:00',
  ...changes,
})

const path = '/opendata-ytj-api/v3/companies'
let mode: 'usual' | 'busy' | 'silent' | 'large' | 'page' | 'elsewhere' = 'usual'
const asked: string[] = []

/** As the register does: one path, GET alone, known parameters, a Y-tunnus of the right form. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://register')
  asked.push(url.search)
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (mode === 'silent') return
  if (mode === 'busy') return void json(429, { message: 'Too many requests' })
  if (mode === 'elsewhere') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  if (mode === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  if (mode === 'large') return void response.writeHead(200).end(`{"companies": [${'0,'.repeat(3_000_000)}0]}`)
  if (request.method !== 'GET' || url.pathname !== path || request.headers.accept !== 'application/json') return void json(404, {})
  const unknown = [...url.searchParams.keys()].filter((name) => !['name', 'businessId', 'location', 'page'].includes(name))
  const businessId = url.searchParams.get('businessId')
  if (unknown.length > 0 || (businessId !== null && !/^\d{7}-\d$/.test(businessId))) return void json(400, { message: 'Bad request' })
  const all = [
    company('0112038-9', 'Nokia Oyj'),
    company('0116297-6', 'Lopettanut Oy', { addresses: [], companyForms: [], endDate: '2020-05-01' }),
  ]
  const name = url.searchParams.get('name')?.toLowerCase()
  const companies = all.filter((one) =>
    businessId ? one.businessId.value === businessId : one.names.some((known) => known.name.toLowerCase().includes(name ?? '-')),
  )
  return void json(200, { totalResults: companies.length, companies })
}

const register = createServer(answer)
let url = ''
let server: TestServer
let off: TestServer
const warn = vi.fn()

beforeAll(async () => {
  await new Promise<void>((listening) => register.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(register.address() as AddressInfo).port}/opendata-ytj-api/v3`
  server = await startTestServer({ env: { COMPANY_REGISTER_URL: url } })
  off = await startTestServer()
})
afterAll(async () => {
  register.closeAllConnections()
  register.close()
  await server.close()
  await off.close()
})

const nokia = {
  y_tunnus: '0112038-9',
  name: 'Nokia Oyj',
  yhtiomuoto: 'Julkinen osakeyhtiö',
  lakannut: false,
  field_osoite_1: 'Karakaari 7 A 3',
  field_postinumero: '02610',
  field_postitoimipaikka: 'Espoo',
  field_maa: 'FI',
}

test('an administrator finds a company by Y-tunnus, however it is written, and by name', async () => {
  const admin = await server.person(['yllapito'])
  const find = async (haku: string) => (await admin.call('GET', `/api/yritystiedot?haku=${encodeURIComponent(haku)}`)).body
  expect(await find('01120389')).toEqual({ data: [nokia], meta: { count: 1, tila: 'ok' } })
  expect(asked.at(-1)).toBe('?businessId=0112038-9')
  expect((await find('nokia')).data).toEqual([nokia])
  expect((await find('Lopettanut')).data).toMatchObject([{ lakannut: true, field_osoite_1: '', yhtiomuoto: '', field_maa: 'FI' }])
  expect(await find('ei ketään & muuta=1')).toEqual({ data: [], meta: { count: 0, tila: 'ok' } })
  expect((await admin.call('GET', '/api/yritystiedot?haku=ab')).status).toBe(400)
})

test('without the setting nothing is asked, and the answer says so', async () => {
  const before = asked.length
  const { status, body } = await (await off.person(['yllapito'])).call('GET', '/api/yritystiedot?haku=nokia')
  expect([status, body]).toEqual([200, { data: [], meta: { count: 0, tila: 'pois' } }])
  expect(asked).toHaveLength(before)
})

test.each(['busy', 'large', 'page', 'elsewhere'] as const)(
  'an answer that is none (%s) leaves the form without the register',
  async (how) => {
    mode = how
    expect(await ytjRegister(url, { warn }).find('nokia')).toBeNull()
    expect(warn).toHaveBeenCalledWith({ reason: expect.any(String) }, 'company register gave no answer')
    expect(JSON.stringify(warn.mock.calls)).not.toContain('nokia')
    mode = 'usual'
  },
)

test('a register that does not answer is not waited for', async () => {
  mode = 'silent'
  expect(await ytjRegister(url, { warn }, 50).find('nokia')).toBeNull()
  mode = 'usual'
  expect(await ytjRegister('http://127.0.0.1:1', { warn }).find('nokia')).toBeNull()
})
