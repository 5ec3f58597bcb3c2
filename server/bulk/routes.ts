import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { bulkOperationCall } from '#domain/calls/bulk-operation.ts'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import type { Viewer } from '#domain/roles.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { failedResult } from '../operation-result.ts'
import { serveCall } from '../serve-call.ts'
import { type Asked, deedsOf } from './deeds.ts'
import { saveEach } from './save-each.ts'

export function bulkRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, bulkOperationCall, parts, (asked, viewer, request) => bulkOperation(parts, viewer, asked, request.log))
}

async function bulkOperation(parts: JsonApi, viewer: Viewer, asked: Asked, log: FastifyBaseLogger): Promise<OperationResults> {
  const wanted = await deedsOf(parts, viewer, asked)
  const refused = wanted.flatMap((one) => ('refused' in one ? [failedResult(one.id, one.refused, log)] : []))
  const deeds = wanted.flatMap((one) => ('intents' in one ? [one] : []))
  const saved = await saveEach(parts, viewer, deeds, log)
  const byId = new Map([...refused, ...saved].map((result) => [result.id, result]))
  return { success: true, results: asked.ids.flatMap((id) => byId.get(id) ?? []) }
}
