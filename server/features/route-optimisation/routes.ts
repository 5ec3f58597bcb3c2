import type { FastifyInstance } from 'fastify'
import { optimiseRouteCall } from '#domain/features/route-optimisation/optimise-route.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { optimiseRoute, type RouteServices } from './optimise-route.ts'

export function routeOptimisationRoutes(app: FastifyInstance, services: Context & RouteServices): void {
  serveCall(app, optimiseRouteCall, services, (input, viewer) => optimiseRoute(services, viewer, input))
}
