import { randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { RequestFault } from '#domain/errors.ts'
import type { WithDraft } from '../files/drafts.ts'
import { WorkerFailure, type WorkerPool } from '../workers/worker-pool.ts'
import type { CsvOptions, TableCell, TableColumn, TableFormat } from './table.ts'
import type writeTable from './write-table.worker.ts'

type Table = {
  format: TableFormat
  columns: readonly TableColumn[]
  /** The rows, several at a time. An .xlsx file is made in the memory of a worker, a CSV file as it is read. */
  rows: AsyncIterable<TableCell[][]>
  /** The user the table is for. */
  fairKey: string
  csv?: CsvOptions
}
type Parts = { workers: WorkerPool; withDraft: WithDraft }

const program = new URL('./write-table.worker.ts', import.meta.url)
/** 20 000 orders as .xlsx take 1.5 s, a million as CSV half a minute. */
const timeoutSeconds = 120
/** Limit of the rows on the disk. A million orders take far less. */
const maxMegabytes = 2000
const failed = {
  csv: 'Tiedoston tekeminen keskeytyi. Yritä uudelleen.',
  xlsx: 'Tiedoston tekeminen keskeytyi. Yritä uudelleen tai lataa CSV-tiedosto.',
} as const

/** Makes a CSV or .xlsx file in a worker, from rows that are written to a temporary file as they are read. No files are left on the disk. */
export async function makeTable(
  { workers, withDraft }: Parts,
  { format, columns, rows, fairKey, csv }: Table,
): Promise<{ bytes: Readable; size: number }> {
  const plainColumns = columns.map(({ header, width, kind }) => ({ header, width, kind }))
  return withDraft({ bytes: jsonLines(rows), maxMegabytes }, async ({ path }) => {
    const to = join(dirname(path), randomUUID())
    try {
      const input = { format, columns: plainColumns, rows: path, to, ...(csv ? { csv } : {}) }
      await workers.run<typeof writeTable>(program, input, { timeoutSeconds, fairKey }).catch((error: unknown) => {
        throw error instanceof WorkerFailure ? new RequestFault({ kind: 'unavailable', detail: failed[format] }) : error
      })
      const { size } = await stat(to)
      // An open file can still be read after it has been deleted.
      const file = await open(to)
      return { bytes: file.createReadStream(), size }
    } finally {
      await rm(to, { force: true })
    }
  })
}

async function* jsonLines(pages: AsyncIterable<TableCell[][]>): AsyncGenerator<Buffer, void, undefined> {
  for await (const rows of pages) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}
