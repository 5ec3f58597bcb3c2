import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import { importDataCall } from '#domain/features/data-import/import-data.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { importBodyLimit } from '#server/platform/documents/tables/import-file.ts'
import { idempotencyKeyOf } from '#server/platform/idempotency-keys.ts'
import { type DataImportParts, importData } from './import-data.ts'

export function dataImportRoutes(app: FastifyInstance, parts: DataImportParts): void {
  const work = (input: Parameters<typeof importData>[2], viewer: Viewer, request: FastifyRequest) =>
    importData(parts, { viewer, key: idempotencyKeyOf(request) }, input)
  serveCall(app, importDataCall, parts, work, {
    bodyLimit: importBodyLimit,
    keepsAnswers: true,
  })
}
