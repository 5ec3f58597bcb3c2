import { z } from 'zod'
import { type CallOutcome, callAccounting, type Pause, withRetries } from '../accounting-call.ts'

export type TalenomAccount = {
  /** Of the organisation, such as https://apim.talenom.com/fi/sales/v1/1234567-8 */
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  subscriptionKey: string
  /** Milliseconds; for tests. */
  timeout?: number | undefined
  /** For tests, which do not wait. */
  pause?: Pause | undefined
}

type Call = { method: 'POST' | 'PUT' | 'GET'; path: string; query?: Readonly<Record<string, string>>; json?: unknown; isHarmless: boolean }
export type TalenomApi = (call: Call, signal: AbortSignal) => Promise<CallOutcome>

const scope = 'https://apim.talenom.com/.default'
const retries = { attempts: 3, maxWaitSeconds: 20 }
const token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
/** Milliseconds before its expiry at which a token is no longer used. */
const margin = 60_000

/** Calls with an access token (OAuth client credentials), which is kept until it expires. */
export function talenomApi({ url, tokenUrl, clientId, clientSecret, subscriptionKey, timeout, pause }: TalenomAccount): TalenomApi {
  let current: { accessToken: string; until: number } | null = null

  async function readToken(signal: AbortSignal): Promise<CallOutcome> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope }
    const request = {
      method: 'POST' as const,
      url: new URL(tokenUrl),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    }
    return withRetries(() => callAccounting(request, { signal, timeout }), { signal, ...retries, pause, isHarmless: true })
  }

  async function authorized(signal: AbortSignal): Promise<{ accessToken: string } | { failure: CallOutcome }> {
    if (current !== null && Date.now() < current.until) return current
    const outcome = await readToken(signal)
    if (outcome.kind !== 'done') {
      // Nothing of the invoice has been sent.
      return { failure: outcome.kind === 'unknown' ? { kind: 'busy', message: outcome.message } : outcome }
    }
    const answer = token.safeParse(outcome.body)
    if (!answer.success) return { failure: { kind: 'busy', message: 'Talenomin tunnistautuminen vastasi odottamattomasti.' } }
    current = { accessToken: answer.data.access_token, until: Date.now() + answer.data.expires_in * 1000 - margin }
    return current
  }

  async function once({ method, path, query = {}, json }: Call, signal: AbortSignal): Promise<CallOutcome> {
    const access = await authorized(signal)
    if ('failure' in access) return access.failure
    const target = new URL(`${url}${path}`)
    target.search = new URLSearchParams(query).toString()
    const body = json === undefined ? undefined : JSON.stringify(json)
    const outcome = await callAccounting(
      {
        ...{ method, url: target, body },
        headers: {
          ...{ authorization: `Bearer ${access.accessToken}`, 'ocp-apim-subscription-key': subscriptionKey },
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      { signal, timeout },
    )
    // A token that was revoked; the next call reads another one.
    if (outcome.kind === 'refused' && outcome.status === 401) current = null
    return outcome
  }

  return async (call, signal) => {
    const hadToken = current !== null
    const outcome = await withRetries(() => once(call, signal), { signal, ...retries, pause, isHarmless: call.isHarmless })
    return hadToken && outcome.kind === 'refused' && outcome.status === 401 ? once(call, signal) : outcome
  }
}
