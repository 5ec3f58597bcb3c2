import type { FastifyInstance } from 'fastify'
import { customerEmissionsCall } from '#domain/features/emissions/customer-emissions.ts'
import { orderEmissionsCall } from '#domain/features/emissions/order-emissions.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { customerEmissions, orderEmissions } from './estimate-orders.ts'

export function emissionRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, orderEmissionsCall, context, ({ tilaus_id }, viewer) => orderEmissions(context, viewer, tilaus_id))
  serveCall(app, customerEmissionsCall, context, async ({ asiakas_id }, viewer) => {
    const data = await customerEmissions(context, viewer, requestedCustomer(viewer, asiakas_id) ?? asiakas_id)
    return { data, meta: { count: data.length } }
  })
}
