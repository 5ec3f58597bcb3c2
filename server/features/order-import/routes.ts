import type { FastifyInstance } from 'fastify'
import { importOrdersCall, maxImportBase64 } from '#domain/features/order-import/import-orders.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency-keys.ts'
import { type ImportParts, importOrders } from './import-orders.ts'

/** Allows a file that is somewhat too large, so that it is refused with a sentence, and the call's other fields. */
const bodyLimit = 2 * maxImportBase64

export function importRoutes(app: FastifyInstance, parts: ImportParts): void {
  serveCall(app, importOrdersCall, parts, (input, viewer, request) => importOrders(parts, viewer, input, idempotencyKeyOf(request)), {
    bodyLimit,
    keepsAnswers: true,
  })
}
