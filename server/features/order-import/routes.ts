import type { FastifyInstance } from 'fastify'
import { importOrdersCall } from '#domain/features/order-import/import-orders.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { importBodyLimit } from '#server/platform/documents/tables/import-file.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency-keys.ts'
import { type ImportParts, importOrders } from './import-orders.ts'

export function importRoutes(app: FastifyInstance, parts: ImportParts): void {
  serveCall(app, importOrdersCall, parts, (input, viewer, request) => importOrders(parts, viewer, input, idempotencyKeyOf(request)), {
    bodyLimit: importBodyLimit,
    keepsAnswers: true,
  })
}
