// A stub of HERE's autosuggest and geocoding (rules/integrations.md#maps) that refuses what the real ones would refuse.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** `slow`: does not answer while anybody waits. `broken`: answers with something that is no JSON. `down`: breaks the connection. */
export type HereMode = 'usual' | 'slow' | 'busy' | 'broken' | 'down'
export type HereStub = { address: string; geocoding: string; mode: HereMode; searches: string[]; close: () => Promise<void> }

export const hereKey = 'testi-avain-0123456789'

const item = (title: string, resultType: string, at: { label: string; lat: number; lng: number }) => ({
  id: `here:${title}`,
  title,
  resultType,
  address: { label: at.label },
  position: { lat: at.lat, lng: at.lng },
})
const known = [
  item('Hämeenkatu 5', 'houseNumber', { label: 'Hämeenkatu 5, 33100 Tampere, Suomi', lat: 61.49809, lng: 23.76721 }),
  item('Hämeenkatu', 'street', { label: 'Hämeenkatu, 33200 Tampere, Suomi', lat: 61.4979, lng: 23.758 }),
  item('Sokos Hämeenkatu', 'place', { label: 'Sokos Hämeenkatu, Hämeenkatu 21, 33200 Tampere, Suomi', lat: 61.4981, lng: 23.7571 }),
  item('Hämeenkatu 1', 'houseNumber', { label: 'Hämeenkatu 1, Tampere, Suomi', lat: 61.4982, lng: 23.772 }),
  // A further search of a category: it is nowhere.
  { id: 'here:chain', title: 'Hämeenkatu-ravintolat', resultType: 'categoryQuery', href: 'https://example.test' },
]

/** What geocoding knows of a street with its number. Like the real one it answers with something near when the place is another one. */
const houses = [
  { street: 'hämeenkatu 5', postalCode: '33100', city: 'Tampere', lat: 61.49809, lng: 23.76721, queryScore: 1, resultType: 'houseNumber' },
  { street: 'teollisuustie 2', postalCode: '33330', city: 'Tampere', lat: 61.52, lng: 23.64, queryScore: 0.82, resultType: 'houseNumber' },
  { street: 'kauppatie', postalCode: '33100', city: 'Tampere', lat: 61.5, lng: 23.7, queryScore: 0.95, resultType: 'street' },
]

/** The nearest house, as `GET /v1/geocode` answers it. */
function housesOf(sought: string) {
  return houses
    .filter(({ street }) => sought.toLowerCase().startsWith(street))
    .map(({ street, postalCode, city, lat, lng, queryScore, resultType }) => ({
      title: `${street}, ${postalCode} ${city}, Suomi`,
      id: `here:af:${street}`,
      resultType,
      address: { label: `${street}, ${postalCode} ${city}, Suomi`, countryCode: 'FIN', city, postalCode },
      position: { lat, lng },
      scoring: { queryScore, fieldScore: { city: 1 } },
    }))
}

type Refusal = [status: number, title: string]

/** Words that the service refuses, as it does some that it cannot parse. */
export const refusedWords = 'Kelvoton tie'

/** What is wrong with a request for a point; null when nothing is. */
function geocodingFault(query: URLSearchParams): Refusal | null {
  if (query.get('apiKey') !== hereKey) return [401, 'Invalid apiKey']
  if (!query.get('q')?.trim()) return [400, 'q is missing']
  if (query.get('q')?.startsWith(refusedWords)) return [400, 'Illegal input for parameter q']
  if (!/^countryCode:[A-Z]{3}$/.test(query.get('in') ?? '')) return [400, 'in must name a country by its alpha-3 code']
  const unknown = [...query.keys()].filter((name) => !['q', 'in', 'limit', 'lang', 'apiKey'].includes(name))
  return unknown.length > 0 ? [400, `Unknown parameters: ${unknown.join(', ')}`] : null
}

/** What is wrong with a search; null when nothing is. */
function suggestionFault(query: URLSearchParams): Refusal | null {
  if (query.get('apiKey') !== hereKey) return [401, 'Invalid apiKey']
  if (!query.get('q')?.trim()) return [400, 'q is missing']
  if (query.get('in') !== 'countryCode:FIN') return [400, 'in must name a country by its alpha-3 code']
  if (!/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(query.get('at') ?? '')) return [400, 'at must be a point']
  if (query.get('lang') !== 'fi' || query.get('limit') !== '5') return [400, 'lang or limit']
  const unknown = [...query.keys()].filter((name) => !['q', 'at', 'in', 'limit', 'lang', 'apiKey'].includes(name))
  return unknown.length > 0 ? [400, `Unknown parameters: ${unknown.join(', ')}`] : null
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startHereStub(): Promise<HereStub> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here.test')
    const isGeocoding = url.pathname === '/v1/geocode'
    const fault = isGeocoding
      ? geocodingFault(url.searchParams)
      : url.pathname === '/v1/autosuggest'
        ? suggestionFault(url.searchParams)
        : ([404, 'Not found'] as const)
    const typed = url.searchParams.get('q') ?? ''
    stub.searches.push(typed)
    if (fault) return answer(response, fault[0], { title: fault[1] })
    if (stub.mode === 'down') return response.destroy()
    if (stub.mode === 'busy') return answer(response.setHeader('retry-after', '20'), 429, { title: 'Too many requests' })
    if (stub.mode === 'broken') return response.writeHead(200).end('<html>')
    if (stub.mode === 'slow') await setTimeout(60_000, null, { ref: false })
    if (isGeocoding) return answer(response, 200, { items: housesOf(typed) })
    answer(response, 200, { items: known.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase())) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub: HereStub = {
    address: `http://127.0.0.1:${port}/v1/autosuggest`,
    geocoding: `http://127.0.0.1:${port}/v1/geocode`,
    mode: 'usual',
    searches: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stub
}
