import type { FastifyInstance } from 'fastify'
import { monthOf } from '#domain/features/reports/months.ts'
import { exportReportCall, reportCall } from '#domain/features/reports/report.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveFileCall } from '#server/http/serve-call.ts'
import { makeTable } from '#server/platform/documents/make-table.ts'
import type { TableCell } from '#server/platform/documents/table.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { contentTypes } from '../exports/make-export.ts'
import { tableOfReport } from './export-report.ts'
import { makeReport } from './make-report.ts'

type Parts = Context & { drafts: string; workers: WorkerPool }

export function reportRoutes(app: FastifyInstance, { drafts, workers, ...context }: Parts): void {
  const parts = { workers, withDraft: draftsIn(drafts) }
  serveCall(app, reportCall, context, ({ kuukausi }, viewer) => makeReport(context, viewer, kuukausi))
  serveFileCall(app, exportReportCall, async ({ kuukausi, taulukko, muoto: format }, viewer) => {
    const { columns, rows } = tableOfReport(await makeReport(context, viewer, kuukausi), taulukko)
    const made = await makeTable(parts, { format, columns, rows: inOnePage(rows), fairKey: viewer.userId })
    const filename = `raportti-${taulukko}-${kuukausi ?? monthOf(context.clock())}.${format}`
    return { ...made, filename, type: contentTypes[format] }
  })
}

async function* inOnePage(rows: TableCell[][]): AsyncGenerator<TableCell[][], void, undefined> {
  yield rows
}
