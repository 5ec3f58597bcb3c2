import type { FastifyInstance } from 'fastify'
import { exportUninvoicedCall } from '#domain/features/invoicing/export-uninvoiced.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveFileCall } from '#server/http/serve-call.ts'
import { openExportPool } from '#server/platform/database/pool.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import { fairQueue } from '#server/platform/workers/fair-queue.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { contentTypes } from '../../exports/make-export.ts'
import { exportUninvoiced } from './export-uninvoiced.ts'

const maxPendingPerUser = 3

export function uninvoicedExportRoutes(
  app: FastifyInstance,
  { drafts, ...context }: Context & { drafts: string; workers: WorkerPool },
): void {
  const exportPool = openExportPool(context.pool, 1)
  app.addHook('onClose', () => exportPool.end())
  const parts = { ...context, withDraft: draftsIn(drafts), exportPool }
  const queue = fairQueue({
    maxRunning: 1,
    maxPendingPerSource: maxPendingPerUser,
    refusal: `Sinulla on jo ${maxPendingPerUser} tiedostoa tekeillä. Odota, että jokin niistä valmistuu.`,
  })
  serveFileCall(app, exportUninvoicedCall, async (input, viewer, signal) => {
    const made = await queue({ id: viewer.userId }, () => exportUninvoiced(parts, viewer, { input, signal }))
    return { ...made, filename: `laskuttamattomat-${dayOf(parts.clock())}.${input.muoto}`, type: contentTypes[input.muoto] }
  })
}
