import type { FastifyInstance } from 'fastify'
import { changeTrackingLinkCall, followOrderCall, trackingLinkCall } from '#domain/calls/order-tracking.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall, serveOpenCall } from '../serve-call.ts'
import { followOrder } from './follow-order.ts'
import { changeTrackingLink, showTrackingLink } from './tracking-link.ts'

export function trackingRoutes(app: FastifyInstance, jsonApi: JsonApi): void {
  const parts = { ...jsonApi, key: app.installationKey }
  serveOpenCall(app, followOrderCall, (asked) => followOrder(parts, asked, parts.clock()))
  serveCall(app, trackingLinkCall, parts, ({ id }, viewer) => showTrackingLink(parts, viewer, id))
  serveCall(app, changeTrackingLinkCall, parts, (asked, viewer) => changeTrackingLink(parts, viewer, asked))
}
