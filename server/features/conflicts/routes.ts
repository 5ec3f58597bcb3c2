import type { FastifyInstance } from 'fastify'
import { reportConflictCall, solveConflictCall } from '#domain/features/conflicts/conflict-calls.ts'
import type { Features } from '#domain/model/features.ts'
import type { Context } from '#server/context.ts'
import { serveTransaction } from '#server/http/serve-call.ts'
import { reportConflict } from './report-conflict.ts'
import { solveConflict } from './solve-conflict.ts'

/** Drivers' actions that could not be stored, and what dispatchers decide about them. */
export function conflictRoutes(app: FastifyInstance, context: Context & { features: () => Promise<Features> }): void {
  serveTransaction(app, reportConflictCall, context, (input, viewer, client) => reportConflict({ ...context, viewer, client }, input))
  serveTransaction(app, solveConflictCall, context, (input, viewer, client) => solveConflict({ ...context, viewer, client }, input))
}
