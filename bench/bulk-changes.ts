// A driver for 1 000 open orders in one call: `node bench/bulk-changes.ts [orders in the database] [folder for a CPU profile]`, or as a part of the whole run.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { changeRowsCall, maxChanges } from '#domain/features/orders/change-rows.ts'
import { openDatabases } from './databases.ts'
import { peakMemory, type Server, signIn, startServer } from './servers.ts'
import { longestWaitDuring } from './waits/longest-wait.ts'

/** Milliseconds, and the longest that another request of the same server waited meanwhile. */
export type BulkFigures = { rows: number; total: number; longestWait: number }

type OpenOrder = { id: string; rows: { entityType: string; id: string; vid: number }[] }

async function openOrders(client: pg.Client): Promise<OpenOrder[]> {
  const { rows } = await client.query<OpenOrder>(
    `SELECT t.id, json_agg(json_build_object('entityType', 'lahetys', 'id', l.id, 'vid', l.vid)) AS rows
     FROM tilaus t JOIN lahetys l ON l.tilaus_id = t.id AND l.status = 1 AND l.tila NOT IN ('toimitettu', 'peruutettu')
     WHERE t.status = 1 AND t.avoin GROUP BY t.id ORDER BY t.id LIMIT $1`,
    [maxChanges],
  )
  if (rows.length < maxChanges) throw new Error(`Only ${rows.length} open orders`)
  return rows
}

async function someDriver(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "user" WHERE 'kuljettaja' = ANY(user_roles) AND status = 1 ORDER BY random() LIMIT 1`,
  )
  if (!rows[0]) throw new Error('The data has no driver')
  return rows[0].id
}

export async function measureBulkChanges({ address }: Server, databaseUrl: string): Promise<BulkFigures> {
  const authorization = await signIn(address, 'yllapito')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const [orders, driver] = await Promise.all([openOrders(client), someDriver(client)]).finally(() => client.end())
  const changes = orders.map(({ id, rows }) => ({ id, rows: rows.map((row) => ({ ...row, values: { kuljettaja: driver } })) }))
  const { result, milliseconds, longestWait } = await longestWaitDuring(address, async () => {
    const response = await fetch(`${address}${changeRowsCall.path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ changes }),
    })
    return changeRowsCall.output.parse(await response.json())
  })
  const refused = result.results.filter(({ success }) => !success)
  if (refused.length > 0) throw new Error(`${refused.length} changes refused: ${JSON.stringify(refused[0])}`)
  return { rows: changes.flatMap(({ rows }) => rows).length, total: milliseconds, longestWait }
}

async function main(orders: number): Promise<void> {
  const databases = await openDatabases()
  const databaseUrl = await databases.copy(orders)
  const server = await startServer(databaseUrl, process.argv[3])
  try {
    for (const round of [1, 2, 3]) {
      const { rows, total, longestWait } = await measureBulkChanges(server, databaseUrl)
      console.log(
        `${round}: ${maxChanges} orders (${rows} rows) in ${total.toFixed(0)} ms; another request waited at most ${longestWait.toFixed(0)} ms`,
      )
    }
    console.log(`Peak memory of the server: ${(await peakMemory(server))?.toFixed(0)} MB`)
  } finally {
    await server.stop()
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 100_000))
