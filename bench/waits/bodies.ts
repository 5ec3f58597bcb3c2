// How long other requests wait for the worst bodies that a signed-in user can send: `node bench/waits/bodies.ts`, or as a part of the whole run.
import pg from 'pg'
import { type WorstBody, worstBodies } from '#server/testing/event-loop/worst-bodies.ts'
import { openDatabases } from '../databases.ts'
import { type Server, signIn, startServer } from '../servers.ts'
import { longestWaitDuring } from './longest-wait.ts'

export type BodyFigures = { name: string; longestWait: number }

async function someBodies(databaseUrl: string): Promise<WorstBody[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ customerId: string; lahetys: string }>(
      'SELECT t.asiakas_id AS "customerId", l.id AS lahetys FROM tilaus t JOIN lahetys l ON l.tilaus_id = t.id ORDER BY t.avoin DESC, l.id LIMIT 1',
    )
    .finally(() => client.end())
  if (!rows[0]) throw new Error('The data has no shipment')
  return worstBodies(rows[0])
}

/** The body for which others wait longest. The first of three rounds includes compilation, and of the others the shorter wait counts. */
export async function measureBodies({ address }: Server, databaseUrl: string): Promise<BodyFigures> {
  const authorization = await signIn(address, 'yllapito')
  const found: BodyFigures[] = []
  for (const { name, url, make } of await someBodies(databaseUrl)) {
    const type = url.startsWith('/jsonapi') ? 'application/vnd.api+json' : 'application/json'
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      // Encoded before: this process measures too.
      const body = new Uint8Array(Buffer.from(make()))
      const { longestWait } = await longestWaitDuring(address, async () => {
        const response = await fetch(`${address}${url}`, { method: 'POST', headers: { authorization, 'content-type': type }, body })
        await response.arrayBuffer()
      })
      waits.push(longestWait)
    }
    found.push({ name, longestWait: Math.min(...waits.slice(1)) })
  }
  return found.reduce((worst, one) => (one.longestWait > worst.longestWait ? one : worst))
}

async function main(): Promise<void> {
  const databases = await openDatabases()
  const databaseUrl = await databases.copy(1000)
  const server = await startServer(databaseUrl)
  try {
    const { name, longestWait } = await measureBodies(server, databaseUrl)
    console.log(`Another request waited at most ${longestWait.toFixed(0)} ms, for the body “${name}”.`)
  } finally {
    await server.stop()
    await databases.close()
  }
}

if (import.meta.main) await main()
