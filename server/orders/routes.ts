import type { FastifyInstance } from 'fastify'
import { driversTodayCall } from '#domain/calls/drivers-today.ts'
import { transferCall } from '#domain/calls/open-orders.ts'
import { orderTimelineCall } from '#domain/calls/order-timeline.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { driversToday } from './drivers-today.ts'
import { orderTimeline } from './order-timeline.ts'
import { transferShipments } from './transfer-shipments.ts'

export function orderRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, orderTimelineCall, parts, ({ id }, viewer) => orderTimeline(parts, viewer, id))
  serveCall(app, transferCall, parts, (asked, viewer, request) => transferShipments(parts, viewer, asked, request.log))
  serveCall(app, driversTodayCall, parts, () => driversToday(parts.pool, parts.clock()))
}
