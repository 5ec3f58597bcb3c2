import type { FastifyInstance } from 'fastify'
import { correctedSearchCall } from '#domain/features/orders/corrected-search.ts'
import { driversOfCarsCall } from '#domain/features/orders/drivers-of-cars.ts'
import { driversTodayCall } from '#domain/features/orders/drivers-today.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { correctedSearch } from './corrected-search.ts'
import { driversOfCars, driversToday } from './drivers-today.ts'

export function orderRoutes(app: FastifyInstance, parts: Context): void {
  serveCall(app, driversTodayCall, parts, () => driversToday(parts.pool, parts.clock()))
  serveCall(app, correctedSearchCall, parts, async ({ q }, viewer) => ({ data: await correctedSearch(parts, viewer, q) }))
  serveCall(app, driversOfCarsCall, parts, () => driversOfCars(parts.pool, parts.clock()))
}
