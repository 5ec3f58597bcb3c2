import type { FastifyInstance } from 'fastify'
import { changeTrackingLinkCall, followOrderCall, trackingLinkCall } from '#domain/features/tracking/order-tracking.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveOpenCall } from '#server/http/serve-call.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { followOrder } from './follow-order.ts'
import { changeTrackingLink, showTrackingLinks } from './tracking-link.ts'

export function trackingRoutes(app: FastifyInstance, jsonApi: Context & { settings: SettingsReader }): void {
  const parts = { ...jsonApi, key: app.installationKey }
  serveOpenCall(app, followOrderCall, (input) => followOrder(parts, input, parts.clock()))
  serveCall(app, trackingLinkCall, parts, ({ id }, viewer) => showTrackingLinks(parts, viewer, id))
  serveCall(app, changeTrackingLinkCall, parts, (input, viewer) => changeTrackingLink(parts, viewer, input))
}
