import type { FastifyInstance } from 'fastify'
import { changeHistoryCall } from '#domain/features/history/change-history.ts'
import { orderTimelineCall } from '#domain/features/history/order-timeline.ts'
import type { Switches } from '#domain/model/features.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { changeHistory } from './change-history.ts'
import { orderTimeline } from './order-timeline.ts'

export function historyRoutes(app: FastifyInstance, parts: Context & { switches: () => Promise<Switches> }): void {
  serveCall(app, changeHistoryCall, parts, (input) => changeHistory(parts, input))
  serveCall(app, orderTimelineCall, parts, ({ id }, viewer) => orderTimeline(parts, viewer, id))
}
