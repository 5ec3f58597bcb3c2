import type { FastifyInstance } from 'fastify'
import { exportUninvoicedCall } from '#domain/features/invoicing/export-uninvoiced.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveFileCall } from '#server/http/serve-call.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { contentTypes } from '../../exports/make-export.ts'
import { exportQueue, openExports } from '../../exports/open-exports.ts'
import { exportUninvoiced } from './export-uninvoiced.ts'

export function uninvoicedExportRoutes(app: FastifyInstance, context: Context & { drafts: string; workers: WorkerPool }): void {
  const parts = openExports(app, context, 1)
  const queue = exportQueue({ maxRunning: 1 })
  serveFileCall(app, exportUninvoicedCall, async (input, viewer, signal) => {
    const made = await queue({ id: viewer.userId }, () => exportUninvoiced(parts, viewer, { input, signal }))
    return { ...made, filename: `laskuttamattomat-${dayOf(parts.clock())}.${input.muoto}`, type: contentTypes[input.muoto] }
  })
}
