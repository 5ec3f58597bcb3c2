// The import of 5 000 rows, each a separate order: `node bench/import.ts [orders in the database] [folder for a CPU profile]`, or as a part of the whole run.
import { randomUUID } from 'node:crypto'
import { exampleTemplate } from '#domain/features/order-import/order-templates.ts'
import { maxImportRows } from '#domain/model/import/import-table.ts'
import { openDatabases } from './databases.ts'
import { peakMemory, type Server, signIn, startServer } from './servers.ts'
import { longestWaitDuring } from './waits/longest-wait.ts'

/** Milliseconds: the dry run, the storing, and the longest that another request of the same server waited meanwhile. */
export type ImportFigures = { check: number; store: number; longestWait: number }

function file(): string {
  const [headings = [], , , single = []] = exampleTemplate(Date.now() / 1000)
  const row = (index: number) => single.map((cell, column) => (headings[column] === 'viite' ? `${randomUUID()}-${index}` : cell))
  const lines = [headings, ...Array.from({ length: maxImportRows }, (_, index) => row(index))]
  return Buffer.from(lines.map((cells) => cells.join(';')).join('\n')).toString('base64')
}

export async function measureImport({ address }: Server): Promise<ImportFigures> {
  const authorization = await signIn(address, 'asiakas')
  const base64 = file()
  const send = async (tarkista: boolean): Promise<void> => {
    const response = await fetch(`${address}/api/import-tilaus-csv`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ base64, tarkista }),
    })
    const answer = await response.json()
    if (answer.tilauksia !== maxImportRows || answer.virheet?.length > 0) throw new Error(`Import: ${JSON.stringify(answer).slice(0, 500)}`)
  }
  const checked = await longestWaitDuring(address, () => send(true))
  const stored = await longestWaitDuring(address, () => send(false))
  return {
    check: checked.milliseconds,
    store: stored.milliseconds,
    longestWait: Math.max(checked.longestWait, stored.longestWait),
  }
}

async function main(orders: number): Promise<void> {
  const databases = await openDatabases()
  const server = await startServer(await databases.copy(orders), process.argv[3])
  try {
    for (const round of [1, 2, 3]) {
      const { check, store, longestWait } = await measureImport(server)
      const [checked, stored, waited] = [check, store, longestWait].map((milliseconds) => `${milliseconds.toFixed(0)} ms`)
      console.log(`${round}: ${maxImportRows} rows checked in ${checked}, stored in ${stored}; another request waited at most ${waited}`)
    }
    console.log(`Peak memory of the server: ${(await peakMemory(server))?.toFixed(0)} MB`)
  } finally {
    await server.stop()
    await databases.close()
  }
}

if (import.meta.main) await main(Number(process.argv[2] ?? 100_000))
