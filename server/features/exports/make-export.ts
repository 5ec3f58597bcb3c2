import type { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import { readTookTooLong, withinTimeLimit } from '#server/entities/engine.ts'
import { readSnapshot } from '#server/platform/database/snapshot.ts'
import { makeTable } from '#server/platform/documents/make-table.ts'
import type { TableCell, TableColumn, TableFormat } from '#server/platform/documents/table.ts'
import type { WithDraft } from '#server/platform/files/drafts.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'

/** Of reading a whole file. */
const maxSeconds = 10 * 60

export type ExportParts = Context & {
  withDraft: WithDraft
  workers: WorkerPool
  /** Connections that nothing but exports uses (`openExportPool`). */
  exportPool: Pool
  /** For tests that do not wait as long as the server does. */
  maxExportSeconds?: number
}
export type ExportFile = { bytes: Readable; size: number }

type Export = {
  format: TableFormat
  columns: readonly TableColumn[]
  /** The rows, several at a time. */
  read: (client: PoolClient) => AsyncIterable<TableCell[][]>
  userId: string
  /** Aborted when nobody waits for the file any more. */
  signal: AbortSignal
}

/**
 * A file of rows as they all stood at one moment (rules/exports.md#snapshot). They are written on the disk as they are read, so that a slow reader
 * holds no connection and a fault is still answered with its status. The transaction ends with the last row: a file that waits for a worker
 * holds no connection either.
 */
export async function makeExport(parts: ExportParts, { format, columns, read, userId, signal }: Export): Promise<ExportFile> {
  const deadline = performance.now() + (parts.maxExportSeconds ?? maxSeconds) * 1000
  const check = (): void => {
    if (signal.aborted) throw new RequestFault({ kind: 'unavailable', detail: 'Tiedoston tekeminen keskeytyi. Yritä uudelleen.' })
    if (performance.now() > deadline) throw readTookTooLong()
  }
  check()
  const rows = readSnapshot(parts.exportPool, { read, check })
  return withinTimeLimit(() => makeTable(parts, { format, columns, rows, fairKey: userId }))
}
