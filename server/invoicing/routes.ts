import type { FastifyInstance } from 'fastify'
import { invoiceOrdersCall } from '#domain/calls/invoice-orders.ts'
import { uninvoicedOrdersCall } from '#domain/calls/uninvoiced-orders.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { invoiceOrders } from './invoice-orders.ts'
import { uninvoicedOrders } from './uninvoiced-orders.ts'

export function invoicingRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, uninvoicedOrdersCall, parts, (asked) => uninvoicedOrders(parts.pool, asked))
  serveCall(app, invoiceOrdersCall, parts, (asked, viewer, request) => invoiceOrders(parts, viewer, asked, request.log))
}
