import type { FastifyInstance } from 'fastify'
import { driversOfCarsCall } from '#domain/features/orders/drivers-of-cars.ts'
import { driversTodayCall } from '#domain/features/orders/drivers-today.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { driversOfCars, driversToday } from './drivers-today.ts'

export function orderRoutes(app: FastifyInstance, parts: Context): void {
  serveCall(app, driversTodayCall, parts, () => driversToday(parts.pool, parts.clock()))
  serveCall(app, driversOfCarsCall, parts, () => driversOfCars(parts.pool, parts.clock()))
}
