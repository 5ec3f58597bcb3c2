import { setImmediate as pause } from 'node:timers/promises'
import type { HeadingChoices, ImportRow, ImportTable, KnownHeadings } from '#domain/model/import/import-table.ts'
import { WorkerFailure, type WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { unreadable } from './limits.ts'
import type parseFile from './parse-table.worker.ts'

const program = new URL('./parse-table.worker.ts', import.meta.url)
// 5 000 full rows take less than a second.
const timeoutSeconds = 20
const failed = {
  timeout: 'Tiedoston lukeminen kesti liian kauan. Jaa tiedosto osiin ja yritä uudelleen.',
  crash: 'Tiedostoa ei voitu lukea. Tallenna taulukko uudelleen tai jaa se osiin.',
} as const

/** A parsed file; `digest` is the same for the same cells in any form. */
export type ParsedTable = ImportTable & { digest: string }

/** Parses a CSV or .xlsx file in a worker process. Throws a RequestFault when the file cannot be read at all. */
export async function parseTable(
  workers: WorkerPool,
  file: { bytes: Buffer; known: KnownHeadings; choices?: HeadingChoices },
  userId: string,
): Promise<ParsedTable> {
  const input = { choices: {}, ...file }
  const parsed = await workers.run<typeof parseFile>(program, input, { timeoutSeconds, fairKey: userId }).catch((error: unknown) => {
    throw error instanceof WorkerFailure ? unreadable(failed[error.reason]) : error
  })
  if ('fault' in parsed) throw unreadable(parsed.fault)
  const { rowChunks, ...table } = parsed
  const rows: ImportRow[] = []
  for (const chunk of rowChunks) {
    const some: ImportRow[] = JSON.parse(chunk)
    rows.push(...some)
    await pause()
  }
  return { ...table, rows }
}
