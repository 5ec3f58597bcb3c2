import { TokenBucket } from 'limiter'
import { type CallOutcome, callAccounting, type Pause, withRetries } from '../accounting-call.ts'
import { fivaldiSignature } from './fivaldi-signature.ts'

export type FivaldiAccount = {
  /** Such as https://api.fivaldi.net/customer/api */
  url: string
  partner: string
  secret: string
  /** Requests a second. */
  rate: number
  /** Milliseconds; for tests. */
  timeout?: number | undefined
  /** For tests, which do not wait. */
  pause?: Pause | undefined
}

type Call = { method: 'GET' | 'POST'; path: string; query?: Readonly<Record<string, string>>; json?: unknown }
/** Signed calls, paced for the whole process. */
export type FivaldiApi = (call: Call, signal: AbortSignal) => Promise<CallOutcome>

const burst = 10
const retries = { attempts: 4, maxWaitSeconds: 20 }
const contentType = 'application/json'

export function fivaldiApi({ url, partner, secret, rate, timeout, pause }: FivaldiAccount): FivaldiApi {
  const bucket = new TokenBucket({ bucketSize: Math.max(burst, rate), tokensPerInterval: rate, interval: 'second' })
  bucket.content = bucket.bucketSize

  function once({ method, path, query = {}, json }: Call, signal: AbortSignal): Promise<CallOutcome> {
    const target = new URL(`${url}${path}`)
    // As encodeURIComponent writes it: the signature covers the very characters that are sent.
    target.search = Object.entries(query)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&')
    const body = json === undefined ? '' : JSON.stringify(json)
    const timestamp = Math.floor(Date.now() / 1000)
    const signed = { method, path: target.pathname, query: target.search.slice(1), body, partner, timestamp }
    const authorization = fivaldiSignature({ ...signed, contentType: body === '' ? '' : contentType }, secret)
    return callAccounting(
      {
        ...{ method, url: target },
        headers: {
          ...{ authorization, 'x-fivaldi-partner': partner, 'x-fivaldi-timestamp': String(timestamp) },
          ...(body === '' ? {} : { 'content-type': contentType }),
        },
        body: body === '' ? undefined : body,
      },
      { signal, timeout },
    )
  }

  return (call, signal) =>
    withRetries(
      async () => {
        await bucket.removeTokens(1)
        return once(call, signal)
      },
      { signal, ...retries, pause, isHarmless: call.method === 'GET' },
    )
}
