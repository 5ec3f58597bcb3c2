import type { FastifyInstance } from 'fastify'
import { exportOrdersCall } from '#domain/features/exports/export-orders.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveFileCall } from '#server/http/serve-call.ts'
import { openExportPool } from '#server/platform/database/pool.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import { fairQueue } from '#server/platform/workers/fair-queue.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { exportOrders } from './export-orders.ts'
import { contentTypes } from './make-export.ts'

/** Exports at a time: each holds a connection while it is made, and a sheet also a worker (decision 55). */
const maxRunning = { csv: 3, xlsx: 1 } as const
/** For all users of one customer together, so that a customer with many users leaves a place for others. */
const maxCsvPerCustomer = 2
const maxPendingPerUser = 3

export function exportRoutes(app: FastifyInstance, { drafts, ...context }: Context & { drafts: string; workers: WorkerPool }): void {
  const exportPool = openExportPool(context.pool, maxRunning.csv + maxRunning.xlsx)
  app.addHook('onClose', () => exportPool.end())
  const parts = { ...context, withDraft: draftsIn(drafts), exportPool }
  const limits = {
    maxRunningPerSource: 1,
    maxPendingPerSource: maxPendingPerUser,
    refusal: `Sinulla on jo ${maxPendingPerUser} tiedostoa tekeillä. Odota, että jokin niistä valmistuu.`,
  }
  const queues = {
    csv: fairQueue({ ...limits, maxRunning: maxRunning.csv, maxRunningPerGroup: maxCsvPerCustomer }),
    xlsx: fairQueue({ ...limits, maxRunning: maxRunning.xlsx }),
  }
  serveFileCall(app, exportOrdersCall, async ({ muoto, ...params }, viewer, signal) => {
    const source = { id: viewer.userId, group: viewer.asiakasId }
    const made = await queues[muoto](source, () => exportOrders(parts, viewer, { muoto, params, signal }))
    return { ...made, filename: `tilaukset-${dayOf(parts.clock())}.${muoto}`, type: contentTypes[muoto] }
  })
}
