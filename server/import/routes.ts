import type { FastifyInstance } from 'fastify'
import { importOrdersCall, mostImportBase64 } from '#domain/calls/import-orders.ts'
import { repeatKeyOf } from '../jsonapi/repeats.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { importOrders } from './import-orders.ts'

/** Room for a file somewhat too large, so that it is refused in words, and for the call's other fields. */
const bodyLimit = 2 * mostImportBase64

export function importRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, importOrdersCall, parts, (asked, viewer, request) => importOrders(parts, viewer, asked, repeatKeyOf(request)), {
    bodyLimit,
    keepsAnswers: true,
  })
}
