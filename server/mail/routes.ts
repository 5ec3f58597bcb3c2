import type { FastifyInstance } from 'fastify'
import { outgoingMailCall } from '#domain/calls/outgoing-mail.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { outgoingMail } from './outgoing-mail.ts'

export function mailRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, outgoingMailCall, parts, (asked) => outgoingMail(parts.pool, asked))
}
