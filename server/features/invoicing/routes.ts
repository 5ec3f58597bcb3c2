import type { FastifyInstance } from 'fastify'
import { invoiceOrdersCall } from '#domain/features/invoicing/invoice-orders.ts'
import { uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { invoiceOrders } from './invoice-orders.ts'
import { uninvoicedOrders } from './uninvoiced-orders.ts'

export function invoicingRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, uninvoicedOrdersCall, context, (input) => uninvoicedOrders(context.pool, input))
  serveCall(app, invoiceOrdersCall, context, (input, viewer, request) => invoiceOrders(context, input, { viewer, request }))
}
