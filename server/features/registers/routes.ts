import type { FastifyInstance } from 'fastify'
import { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import { whereUsedCall } from '#domain/features/registers/where-used.ts'
import type { Switches } from '#domain/model/features.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveFileCall } from '#server/http/serve-call.ts'
import { openExportPool } from '#server/platform/database/pool.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import { fairQueue } from '#server/platform/workers/fair-queue.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { contentTypes } from '../exports/make-export.ts'
import { exportRegister } from './export-register.ts'
import { whereUsed } from './where-used.ts'

/** Files made at a time: each holds a connection. */
const maxRunning = 2
const maxPendingPerUser = 3

type Parts = Context & { drafts: string; workers: WorkerPool; switches: () => Promise<Switches> }

export function registerRoutes(app: FastifyInstance, { drafts, ...context }: Parts): void {
  serveCall(app, whereUsedCall, context, (input, viewer) => whereUsed(context, viewer, input))

  const exportPool = openExportPool(context.pool, maxRunning)
  app.addHook('onClose', () => exportPool.end())
  const parts = { ...context, withDraft: draftsIn(drafts), exportPool }
  const queue = fairQueue({
    maxRunning,
    maxRunningPerSource: 1,
    maxPendingPerSource: maxPendingPerUser,
    refusal: `Sinulla on jo ${maxPendingPerUser} tiedostoa tekeillä. Odota, että jokin niistä valmistuu.`,
  })
  serveFileCall(app, exportRegisterCall, async (input, viewer, signal) => {
    const made = await queue({ id: viewer.userId, group: viewer.asiakasId }, () => exportRegister(parts, viewer, { input, signal }))
    return { ...made, filename: `rekisteri-${dayOf(parts.clock())}.${input.muoto}`, type: contentTypes[input.muoto] }
  })
}
