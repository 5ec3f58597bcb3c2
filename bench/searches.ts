// `filter[q]` on the large database: one person, one search after another, whatever is typed.
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { searchUrl } from './queries.ts'
import { type Server, signIn } from './servers.ts'

/** `who`: the user's name. */
export type SearchFigures = { who: string; typed: string; found: number; p50: number; p99: number }

/** What nearly every order holds, what some do, what none does; two letters, parts of words, numbers, phones, several words. */
const typed = [
  'oy',
  'va',
  't',
  '04',
  '9',
  'nen',
  'tie',
  'lait',
  'helsinki',
  'virtanen',
  'makela',
  'oy helsinki',
  'va ta',
  'kuljetus varasto',
  'T-50000',
  '1042',
  'PO-1',
  '040 123 0012',
  '+358401230012',
  'xyzzyq',
  'zq',
]
/** Of what those type who do not see every row: their own rows, or the words of each that they see. */
const typedByOthers = ['oy', '9', 'lait', 'helsinki', 'virtanen', '1042', 'xyzzyq']
const rounds = 300

/** Not `fetch`, whose own work would be a good part of what is measured. */
function get(agent: Agent, url: string, headers: Record<string, string>): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    asked.once('error', reject).end()
  })
}

/** Milliseconds from asking to the whole first page: as the dispatcher's list asks it, and as a customer and a driver may. */
export async function measureSearches(server: Server): Promise<SearchFigures[]> {
  const found: SearchFigures[] = []
  for (const text of typed) found.push(await measure(server, 'yllapito', text, searchUrl(text)))
  for (const who of ['asiakas', 'kuljettaja'])
    for (const text of typedByOthers) found.push(await measure(server, who, text, searchUrl(text, 'others')))
  return found
}

async function measure(server: Server, who: string, text: string, path: string): Promise<SearchFigures> {
  const headers = { authorization: await signIn(server.address, who), accept: 'application/vnd.api+json' }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const url = `${server.address}${path}`
  const times: number[] = []
  let found = 0
  for (let round = -3; round < rounds; round++) {
    const started = performance.now()
    const { status, body } = await get(agent, url, headers)
    if (round >= 0) times.push(performance.now() - started)
    if (status !== 200) throw new Error(`${url}: ${status} ${body}`)
    if (round < 0) found = JSON.parse(body.toString()).meta.count
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return { who, typed: text, found, p50: times[Math.floor(rounds * 0.5)] ?? 0, p99: times[Math.floor(rounds * 0.99)] ?? 0 }
}
