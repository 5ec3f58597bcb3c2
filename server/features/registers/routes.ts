import type { FastifyInstance } from 'fastify'
import { exportRegisterCall } from '#domain/features/registers/export-register.ts'
import { whereUsedCall } from '#domain/features/registers/where-used.ts'
import type { Switches } from '#domain/model/features.ts'
import { dayOf } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveFileCall } from '#server/http/serve-call.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { contentTypes } from '../exports/make-export.ts'
import { exportQueue, openExports } from '../exports/open-exports.ts'
import { exportRegister } from './export-register.ts'
import { whereUsed } from './where-used.ts'

/** Files made at a time: each holds a connection. */
const maxRunning = 2

type Parts = Context & { drafts: string; workers: WorkerPool; switches: () => Promise<Switches> }

export function registerRoutes(app: FastifyInstance, context: Parts): void {
  serveCall(app, whereUsedCall, context, (input, viewer) => whereUsed(context, viewer, input))

  const parts = openExports(app, context, maxRunning)
  const queue = exportQueue({ maxRunning })
  serveFileCall(app, exportRegisterCall, async (input, viewer, signal) => {
    const made = await queue({ id: viewer.userId, group: viewer.asiakasId }, () => exportRegister(parts, viewer, { input, signal }))
    return { ...made, filename: `rekisteri-${dayOf(parts.clock())}.${input.muoto}`, type: contentTypes[input.muoto] }
  })
}
