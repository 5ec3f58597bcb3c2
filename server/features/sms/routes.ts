import type { FastifyInstance } from 'fastify'
import { sendSmsCall, smsReceiversCall } from '#domain/features/sms/send-sms.ts'
import { sentSmsCall } from '#domain/features/sms/sent-sms.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { sentSms } from './queries.ts'
import { sendMessage, smsReceivers } from './send-message.ts'

export function smsRoutes(app: FastifyInstance, parts: Context & { settings: SettingsReader }): void {
  serveTransaction(app, sendSmsCall, parts, (input, viewer, client) => sendMessage({ ...parts, client }, input, viewer))
  serveCall(app, smsReceiversCall, parts, (input) => smsReceivers(parts, input))
  serveCall(app, sentSmsCall, parts, (input) => sentSms(parts.pool, { limit: input['page[limit]'], offset: input['page[offset]'] }))
}
