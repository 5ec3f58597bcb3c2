import type { FastifyInstance } from 'fastify'
import { activeDayCall, driverOperationsCall } from '#domain/features/worktime/driver-calls.ts'
import { dayBasisCall } from '#domain/features/worktime/own-day/day-basis.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { dayBasisOf } from './day-basis.ts'
import { openDayOf } from './driver-day.ts'
import { operateDriver } from './driver-operations.ts'

/** The driver's own calls (rules/worktime.md#calls). */
export function worktimeRoutes(app: FastifyInstance, parts: Context): void {
  const { pool, clock } = parts
  serveCall(app, activeDayCall, parts, async (_, { userId }) => ({ data: await openDayOf(pool, { driver: userId, now: clock() }) }))
  serveCall(app, dayBasisCall, parts, (_, { userId }) => dayBasisOf(pool, { driver: userId, now: clock() }))
  serveTransaction(app, driverOperationsCall, parts, (input, viewer, client) => operateDriver({ ...parts, client, viewer }, input))
}
