import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { openExportPool } from '#server/platform/database/pool.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import { fairQueue } from '#server/platform/workers/fair-queue.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import type { ExportParts } from './make-export.ts'

const maxPendingPerUser = 3

/** What files of rows are made with. `maxRunning`: how many are made at a time, each with a connection that nothing else uses. */
export function openExports(
  app: FastifyInstance,
  { drafts, ...context }: Context & { drafts: string; workers: WorkerPool },
  maxRunning: number,
): ExportParts {
  const exportPool = openExportPool(context.pool, maxRunning)
  app.addHook('onClose', () => exportPool.end())
  return { ...context, withDraft: draftsIn(drafts), exportPool }
}

/** A queue of exports in which each user has one at a time. */
export const exportQueue = (limits: { maxRunning: number; maxRunningPerGroup?: number }): ReturnType<typeof fairQueue> =>
  fairQueue({
    ...limits,
    maxRunningPerSource: 1,
    maxPendingPerSource: maxPendingPerUser,
    refusal: `Sinulla on jo ${maxPendingPerUser} tiedostoa tekeillä. Odota, että jokin niistä valmistuu.`,
  })
