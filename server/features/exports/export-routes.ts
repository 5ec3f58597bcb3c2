import type { FastifyInstance } from 'fastify'
import { exportOrdersCall } from '#domain/features/exports/export-orders.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveFileCall } from '#server/http/serve-call.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { exportOrders } from './export-orders.ts'
import { contentTypes } from './make-export.ts'
import { exportQueue, openExports } from './open-exports.ts'

/** Exports at a time: each holds a connection while it is made, and a sheet also a worker (decision 55). */
const maxRunning = { csv: 3, xlsx: 1 } as const
/** For all users of one customer together, so that a customer with many users leaves a place for others. */
const maxCsvPerCustomer = 2

export function exportRoutes(app: FastifyInstance, context: Context & { drafts: string; workers: WorkerPool }): void {
  const parts = openExports(app, context, maxRunning.csv + maxRunning.xlsx)
  const queues = {
    csv: exportQueue({ maxRunning: maxRunning.csv, maxRunningPerGroup: maxCsvPerCustomer }),
    xlsx: exportQueue({ maxRunning: maxRunning.xlsx }),
  }
  serveFileCall(app, exportOrdersCall, async ({ muoto, ...params }, viewer, signal) => {
    const source = { id: viewer.userId, group: viewer.asiakasId }
    const made = await queues[muoto](source, () => exportOrders(parts, viewer, { muoto, params, signal }))
    return { ...made, filename: `tilaukset-${dayOf(parts.clock())}.${muoto}`, type: contentTypes[muoto] }
  })
}
