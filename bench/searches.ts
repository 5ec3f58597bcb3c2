// `filter[q]` on the large database: one person, one search after another, whatever is typed.
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { searchUrl } from './queries.ts'
import { type Server, signIn } from './servers.ts'

export type SearchFigures = { typed: string; found: number; p50: number; p99: number }

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

/** Milliseconds from asking to the whole first page as the orders' screen asks it, for an administrator, who sees every order. */
export async function measureSearches(server: Server): Promise<SearchFigures[]> {
  const headers = { authorization: await signIn(server.address, 'yllapito'), accept: 'application/vnd.api+json' }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found: SearchFigures[] = []
  for (const text of typed) {
    const url = `${server.address}${searchUrl(text)}`
    const times: number[] = []
    let count = 0
    for (let round = -3; round < rounds; round++) {
      const started = performance.now()
      const { status, body } = await get(agent, url, headers)
      if (round >= 0) times.push(performance.now() - started)
      if (status !== 200) throw new Error(`${url}: ${status} ${body}`)
      if (round < 0) count = JSON.parse(body.toString()).meta.count
    }
    times.sort((a, b) => a - b)
    found.push({ typed: text, found: count, p50: times[rounds / 2] ?? 0, p99: times[rounds * 0.99] ?? 0 })
  }
  agent.destroy()
  return found
}
