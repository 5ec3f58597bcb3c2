import type { FastifyInstance } from 'fastify'
import { invoiceOrdersCall } from '#domain/features/invoicing/invoice-orders.ts'
import { uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { uninvoicedOrdersCall } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { invoiceOrders } from './invoice-orders.ts'
import { uninvoicedExportRoutes } from './uninvoiced/export-routes.ts'
import { uninvoicedCustomers } from './uninvoiced/uninvoiced-customers.ts'
import { uninvoicedOrders } from './uninvoiced/uninvoiced-orders.ts'

export function invoicingRoutes(app: FastifyInstance, context: Parameters<typeof uninvoicedExportRoutes>[1]): void {
  uninvoicedExportRoutes(app, context)
  serveCall(app, uninvoicedOrdersCall, context, (input) => uninvoicedOrders(context.pool, input, context.clock()))
  serveCall(app, uninvoicedCustomersCall, context, (input) => uninvoicedCustomers(context.pool, input, context.clock()))
  serveCall(app, invoiceOrdersCall, context, (input, viewer, request) => invoiceOrders(context, input, { viewer, request }))
}
