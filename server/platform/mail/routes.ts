import type { FastifyInstance } from 'fastify'
import { outgoingMailCall } from '#domain/features/mail/outgoing-mail.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { outgoingMail } from './outgoing-mail.ts'

export function mailRoutes(app: FastifyInstance, parts: Context): void {
  serveCall(app, outgoingMailCall, parts, (input) => outgoingMail(parts.pool, input))
}
