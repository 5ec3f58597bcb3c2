import { SmsRefusal } from './sms.ts'

/** Milliseconds. */
const timeout = 15_000
/** Characters of the provider's error that are stored. */
const maxReason = 300

type ProviderRequest = { url: string; authorization: string; method?: 'GET' | 'POST'; json?: unknown; form?: Record<string, string> }

/** Calls a provider and returns its JSON answer. Throws Error when a retry may succeed (408, 429, 5xx), otherwise SmsRefusal. */
export async function callProvider({ url, authorization, method = 'POST', json, form }: ProviderRequest): Promise<unknown> {
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? null : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await fetch(url, {
    method,
    headers: { authorization, accept: 'application/json', ...(body === null ? {} : { 'content-type': type }) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  const text = await answer.text()
  if (answer.ok) return parsed(text)
  const reason = `${answer.status} ${reasonIn(parsed(text)) || answer.statusText}`.slice(0, maxReason)
  const isTemporary = answer.status === 429 || answer.status === 408 || answer.status >= 500
  throw isTemporary ? new Error(reason) : new SmsRefusal(reason)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The error text: `message` of GatewayAPI and Twilio, `description` of LINK Mobility. */
function reasonIn(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const { message, description } = answer as { message?: unknown; description?: unknown }
  return [message, description].find((text): text is string => typeof text === 'string') ?? ''
}

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
