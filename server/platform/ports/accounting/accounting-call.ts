import { setTimeout } from 'node:timers/promises'

/** Milliseconds after which an answer is no longer waited for. */
const defaultTimeout = 30_000
/** Characters of the provider's words that are stored. */
const maxReason = 800
/** Bytes of an answer that are read: a year's list of orders is some megabytes. */
const maxBytes = 32_000_000

export type AccountingRequest = {
  method: 'GET' | 'POST' | 'PUT'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/**
 * What became of a call. `refused`: the service has answered that it did not do it. `busy`: it has refused for now (429, or it was not
 * reached). `unknown`: it may have done it, as the answer was lost or says nothing (5xx).
 */
export type CallOutcome =
  | { kind: 'done'; body: unknown }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'busy'; message: string; afterSeconds?: number }
  | { kind: 'unknown'; message: string }

/** Errors of a connection that was never made: the service has received nothing. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

type CallOptions = { signal: AbortSignal; timeout?: number | undefined }

/** One HTTP call. It never throws: what happened is the outcome. */
export async function callAccounting(request: AccountingRequest, { signal, timeout = defaultTimeout }: CallOptions): Promise<CallOutcome> {
  const { method, url, headers, body } = request
  // Nothing has left yet.
  if (signal.aborted) return { kind: 'busy', message: 'Lähetys keskeytettiin.' }
  try {
    const answer = await fetch(url, {
      ...{ method, headers: { accept: 'application/json', ...headers }, redirect: 'error' },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    return outcomeOf(answer, parsed(await textWithin(answer)))
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (neverConnected.has(code)) return { kind: 'busy', message: 'Palveluun ei saada yhteyttä.' }
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'unknown', message: isTimeout ? 'Palvelu ei vastannut ajoissa.' : 'Yhteys palveluun katkesi.' }
  }
}

function outcomeOf({ status, statusText, ok, headers }: Response, body: unknown): CallOutcome {
  if (ok) return { kind: 'done', body }
  const message = `${status} ${wordsOf(body) || statusText}`.trim().slice(0, maxReason)
  if (status === 429) {
    const afterSeconds = secondsUntil(headers.get('retry-after'))
    return { kind: 'busy', message, ...(afterSeconds === null ? {} : { afterSeconds }) }
  }
  return status >= 500 || status === 408 ? { kind: 'unknown', message } : { kind: 'refused', status, message }
}

/** Retry-After holds seconds or a date. */
function secondsUntil(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 0), 3600) : null
}

async function textWithin(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** JSON, or the text of an answer that is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The service's own words: `{message, errors: []}` of Fivaldi, `{detail, errors: {field: []}}` of Talenom, the OAuth error, a plain text. */
function wordsOf(body: unknown): string {
  if (typeof body === 'string') return /^\s*</.test(body) ? '' : body.replace(/\s+/g, ' ').trim()
  if (typeof body !== 'object' || body === null) return ''
  const { message, detail, title, error_description, error, errors } = body as Record<string, unknown>
  const main = [message, detail, title, error_description, error].find((text) => typeof text === 'string' && text !== '')
  const more = typeof errors === 'object' && errors !== null ? Object.values(errors).flat() : []
  return [main, ...more].filter((text) => typeof text === 'string' && text !== '').join('; ')
}

/** Waits before a repeat, or until the signal. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>
type RetryOptions = { signal: AbortSignal; attempts: number; maxWaitSeconds: number; isHarmless: boolean; pause?: Pause | undefined }

const timer: Pause = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)

/**
 * Repeats a call that the service has refused for now, and, where a repeat is harmless, one whose outcome is unknown. Waits as long as the
 * service asks; a longer wait is left to the caller.
 */
export async function withRetries(call: () => Promise<CallOutcome>, options: RetryOptions): Promise<CallOutcome> {
  const { signal, attempts, maxWaitSeconds, isHarmless, pause = timer } = options
  for (let attempt = 1; ; attempt++) {
    const outcome = await call()
    const isRepeated = outcome.kind === 'busy' || (isHarmless && outcome.kind === 'unknown')
    if (!isRepeated || attempt >= attempts || signal.aborted) return outcome
    const seconds = (outcome.kind === 'busy' ? outcome.afterSeconds : undefined) ?? attempt
    if (seconds > maxWaitSeconds) return outcome
    await pause(seconds * 1000, signal)
  }
}
