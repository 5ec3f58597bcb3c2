import type { FastifyInstance } from 'fastify'
import { changeHistoryCall } from '#domain/calls/change-history.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { changeHistory } from './change-history.ts'

export function historyRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, changeHistoryCall, parts, (asked) => changeHistory(parts.pool, parts.model, asked))
}
