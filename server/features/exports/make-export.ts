import type { Readable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { exportTypes } from '#domain/features/exports/export-orders.ts'
import type { Context } from '#server/context.ts'
import { readTookTooLong, withinTimeLimit } from '#server/entities/engine.ts'
import { readSnapshot } from '#server/platform/database/snapshot.ts'
import { makeTable } from '#server/platform/documents/make-table.ts'
import type { TableCell, TableColumn, TableFormat } from '#server/platform/documents/table.ts'
import type { WithDraft } from '#server/platform/files/drafts.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'

/** The Content-Type of each format. */
export const contentTypes = { ...exportTypes, csv: `${exportTypes.csv}; charset=utf-8` } as const

/** The time limit for reading all rows of a file. */
const maxSeconds = 10 * 60

export type ExportParts = Context & {
  withDraft: WithDraft
  workers: WorkerPool
  /** Connections that nothing but exports uses (`openExportPool`). */
  exportPool: Pool
  /** A shorter time limit for tests. */
  maxExportSeconds?: number
}
export type ExportFile = { bytes: Readable; size: number }

type Export = {
  format: TableFormat
  columns: readonly TableColumn[]
  /** The rows, several at a time. */
  read: (client: PoolClient) => AsyncIterable<TableCell[][]>
  userId: string
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
}

/**
 * Makes a file of rows from one snapshot (rules/exports.md#snapshot). The rows are written to the disk as they are read, so that a slow
 * client holds no connection, and a fault can still be reported by the response's status. The transaction ends with the last row: a
 * file that waits for a worker holds no connection either.
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
