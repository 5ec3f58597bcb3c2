// The three providers of text messages as one server on this machine, for tests. Each checks what the real one checks and answers as it does.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isMobileNumber } from '#domain/features/sms/mobile-number.ts'
import { smsParts } from '#domain/features/sms/sms-parts.ts'

type ReceivedSms = { provider: string; to: string; from: string; text: string }
type Answer = { status: number; body: unknown }
type SmsRequest = { method: string; path: string; authorization: string; body: string }

export type SmsProviders = {
  url: string
  received: ReceivedSms[]
  /** What becomes of the messages, as the provider says it. */
  fate: string
  /** Messages that it takes until it says 429. */
  room: number
  /** Answers this to whatever comes, once. */
  next: Answer | null
  close: () => Promise<void>
}

export const smsAccounts = {
  gatewayapi: { SMS_PROVIDER: 'gatewayapi', SMS_SECRET: 'gw-tunnus', SMS_SENDER: 'Kuorma' },
  link: { SMS_PROVIDER: 'link', SMS_USER: 'linkki', SMS_SECRET: 'linkin-salasana', SMS_SENDER: 'Kuorma', SMS_PLATFORM: 'COMMON_API:1234' },
  twilio: { SMS_PROVIDER: 'twilio', SMS_USER: 'AC0123456789', SMS_SECRET: 'twilion-tunnus', SMS_SENDER: '+358401112222' },
} as const

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** https://gatewayapi.com/docs/errors/ */
const gatewayFault = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, incident_uuid: 'x', message, variables: null },
})
const twilioFault = (status: number, code: number, message: string): Answer => ({ status, body: { code, message, status } })
const linkFault = (status: number, resultCode: number, description: string): Answer => ({
  status,
  body: { messageId: '', resultCode, description },
})

const object = (body: unknown): Record<string, unknown> => (typeof body === 'object' && body !== null ? { ...body } : {})
const isSender = (sender: string): boolean => /^(\+?\d{1,15}|.{1,11})$/.test(sender)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** The first of the faults that there is. */
const firstFault = (checks: readonly [isFine: boolean, fault: Answer][]): Answer | undefined => checks.find(([isFine]) => !isFine)?.[1]

/** Takes the message, or answers that it is one too many. */
function take(providers: SmsProviders, message: ReceivedSms, { taken, full }: { taken: Answer; full: Answer }): Answer {
  if (providers.received.length >= providers.room) return full
  providers.received.push(message)
  return taken
}

function gatewayApi(providers: SmsProviders, { method, path, authorization, body }: SmsRequest): Answer {
  if (authorization !== basic(smsAccounts.gatewayapi.SMS_SECRET, '')) return gatewayFault(401, '0x0203', 'Unauthorized')
  if (path === '/rest/me') return { status: 200, body: { credit: 10.5, currency: 'EUR', id: 1 } }
  if (method === 'GET') return { status: 200, body: { id: 421_332_671, recipients: [{ dsnstatus: providers.fate, dsnerror: null }] } }
  const { sender, message, recipients, encoding, ...others } = object(JSON.parse(body))
  const [receiver] = Array.isArray(recipients) ? recipients : []
  const { msisdn } = object(receiver)
  const [from, words] = [textOf(sender), textOf(message)]
  const fault = firstFault([
    [Object.keys(others).length === 0, gatewayFault(400, '0x0213', 'Unexpected key')],
    [from.length <= 11, gatewayFault(422, '0x0308', 'Invalid sender')],
    [words.length > 0 && words.length <= 1530, gatewayFault(422, '0x0216', 'Message too long')],
    [encoding === (smsParts(words).encoding === 'gsm7' ? 'UTF8' : 'UCS2'), gatewayFault(422, '0x0212', 'Invalid encoding')],
    [typeof msisdn === 'number' && isMobileNumber(`+${msisdn}`), gatewayFault(422, '0x030B', 'Invalid msisdn')],
  ])
  const taken = { status: 200, body: { ids: [421_332_671], usage: { countries: { FI: 1 }, currency: 'EUR', total_cost: 0.05 } } }
  const full = gatewayFault(429, '0x0218', 'Too many requests')
  return fault ?? take(providers, { provider: 'gatewayapi', to: `+${msisdn}`, from, text: words }, { taken, full })
}

function link(providers: SmsProviders, { authorization, body }: SmsRequest): Answer {
  const { SMS_USER, SMS_SECRET, SMS_PLATFORM } = smsAccounts.link
  if (authorization !== basic(SMS_USER, SMS_SECRET)) return linkFault(401, 106_001, 'Unauthorized')
  const { source, destination, userData, platformId, platformPartnerId, useDeliveryReport } = object(JSON.parse(body))
  const [to, from, words] = [textOf(destination), textOf(source), textOf(userData)]
  const fault = firstFault([
    [`${platformId}:${platformPartnerId}` === SMS_PLATFORM, linkFault(400, 106_000, 'Unknown platform')],
    [isSender(from), linkFault(400, 106_102, 'Invalid source')],
    [isMobileNumber(to), linkFault(400, 106_101, 'Invalid destination')],
    [typeof useDeliveryReport === 'boolean', linkFault(400, 106_104, 'Invalid useDeliveryReport')],
    // Characters beyond the basic plane are not supported.
    [words !== '' && [...words].every((one) => one.length === 1), linkFault(400, 106_103, 'Invalid user data')],
  ])
  const taken = { status: 200, body: { messageId: 'Dcshuhod0PMAAAFQ', resultCode: 1005, description: 'Queued' } }
  const full = linkFault(429, 106_400, 'Quota exceeded')
  return fault ?? take(providers, { provider: 'link', to, from, text: words }, { taken, full })
}

function twilio(providers: SmsProviders, { method, path, authorization, body }: SmsRequest): Answer {
  const { SMS_USER, SMS_SECRET } = smsAccounts.twilio
  if (!path.startsWith(`/2010-04-01/Accounts/${SMS_USER}`)) return twilioFault(404, 20_404, 'The requested resource was not found')
  if (authorization !== basic(SMS_USER, SMS_SECRET)) return twilioFault(401, 20_003, 'Authenticate')
  const error_code = providers.fate === 'undelivered' ? 30_005 : null
  if (method === 'GET') return { status: 200, body: { sid: 'SM1', status: providers.fate, error_code } }
  const form = new URLSearchParams(body)
  const [to, from, words] = [textOf(form.get('To')), textOf(form.get('From')), textOf(form.get('Body'))]
  const fault = firstFault([
    [isMobileNumber(to), twilioFault(400, 21_211, `The 'To' number ${to} is not a valid phone number.`)],
    [isSender(from), twilioFault(400, 21_606, "The 'From' phone number is not valid")],
    [words !== '', twilioFault(400, 21_602, 'Message body is required.')],
    [words.length <= 1600, twilioFault(400, 21_617, 'The concatenated message body exceeds the 1600 character limit')],
  ])
  const taken = { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } }
  const full = twilioFault(429, 20_429, 'Too Many Requests')
  return fault ?? take(providers, { provider: 'twilio', to, from, text: words }, { taken, full })
}

function answerTo(providers: SmsProviders, request: SmsRequest): Answer {
  if (request.path.startsWith('/rest/')) return gatewayApi(providers, request)
  return request.path === '/sms/send' ? link(providers, request) : twilio(providers, request)
}

export async function startSmsProviders(): Promise<SmsProviders> {
  const providers: SmsProviders = {
    ...{ url: '', received: [], fate: '', room: Number.POSITIVE_INFINITY, next: null },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    const planned = providers.next
    providers.next = null
    const answer = planned ?? answerTo(providers, { method, path, authorization: headers.authorization ?? '', body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  providers.url = `http://127.0.0.1:${port}`
  return providers
}
