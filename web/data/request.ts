import { noteServerTime } from '../session/clock.ts'
import { currentSession } from '../session/session.ts'
import { authorizationOf, NoAnswer, replaceToken, validToken } from '../session/token.ts'
import { noteServerVersion } from './app-version.ts'
import { noteAnswer, noteSilence, whetherLost } from './connection.ts'
import { away, CallFault, maybeLost, readFault } from './fault.ts'
import { showStatusFault } from './fault-toast.tsx'
import { noteForbidden } from './forbidden.ts'

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Appended unchanged; a list becomes a repeated name. */
  query?: Iterable<readonly [string, string]>
  /** Sent as JSON unless it is a form or a file. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Milliseconds after which no answer is waited for, besides what the body takes on a slow connection; without it the browser's own limit. */
  timeout?: number
  /** Statuses that the caller reports itself. */
  quiet?: readonly number[] | 'all'
  /** Sends the request. Only the test page replaces it, since no server can be made to fail on request. */
  send?: (url: string, init: RequestInit) => Promise<Response>
}

/** What the functions that make a call pass on to it. */
export type Passed = Pick<CallOptions, 'signal' | 'timeout' | 'quiet'>

/**
 * Bytes a millisecond: EDGE at the edge of its coverage (32 kbit/s). A picture of 500 kB takes two minutes there; a shorter limit would stop it
 * each time, and it would never arrive.
 */
const slowestUpload = 4

const sizeOf = (body: unknown): number => (body instanceof Blob ? body.size : typeof body === 'string' ? body.length : 0)

/** Aborts when the caller does, or when the time limit has passed. */
function signalOf({ signal, timeout }: CallOptions, body: unknown): AbortSignal | null {
  if (timeout === undefined) return signal ?? null
  const limit = AbortSignal.timeout(timeout + sizeOf(body) / slowestUpload)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/** Paths without a jsonapi segment request JSON explicitly (rules/http-api.md#format-parameter). */
export function urlOf(path: string, query: Iterable<readonly [string, string]> = []): string {
  const [bare = '', search = ''] = path.split('?')
  const params = new URLSearchParams(search)
  for (const [name, value] of query) params.append(name, value)
  if (!bare.split('/').includes('jsonapi')) params.set('_format', 'json')
  const text = params.toString()
  return text ? `${bare}?${text}` : bare
}

function bodyOf(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (body instanceof Blob) return { body, type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

async function attempt(path: string, options: CallOptions, authorization: string | null): Promise<Response> {
  const { body, type } = bodyOf(options.body)
  const headers: Record<string, string> = {
    Accept: 'application/json, application/vnd.api+json',
    ...(type ? { 'Content-Type': type } : {}),
    ...(authorization ? { Authorization: authorization } : {}),
    ...options.headers,
  }
  const init: RequestInit = { method: options.method ?? 'GET', headers, signal: signalOf(options, body), ...(body ? { body } : {}) }
  const { send = fetch } = options
  const sentAt = Date.now()
  const response = await send(urlOf(path, options.query), init)
  if (!away.includes(response.status)) noteServerTime(response.headers.get('Date'), sentAt)
  return response
}

async function authorized(path: string, options: CallOptions): Promise<Response> {
  // A call started by one person is never continued with another's token.
  const caller = currentSession()?.user.id
  const sameCaller = () => currentSession()?.user.id === caller
  const token = await validToken()
  if (caller && !(token && sameCaller())) throw new CallFault(401)
  const response = await attempt(path, options, token && authorizationOf(token))
  if (response.status !== 401 || !token) return response
  const fresh = await replaceToken(token)
  return fresh && sameCaller() ? attempt(path, options, authorizationOf(fresh)) : response
}

const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'AbortError'
const isTimeout = (failure: unknown): boolean => failure instanceof DOMException && failure.name === 'TimeoutError'

/**
 * Throws the fault after showing the toast of rules/errors.md#toasts, unless `quiet` contains its status. A read that fails because the server is
 * unreachable has none: the strip of the page says it once for all of them (rules/errors.md#unreachable-server).
 */
function fail(fault: CallFault, { quiet, method = 'GET', send }: CallOptions): never {
  if (quiet === 'all' || quiet?.includes(fault.status)) throw fault
  const isRead = method === 'GET' && send === undefined
  if (!isRead || !maybeLost.includes(fault.status)) showStatusFault(fault.status)
  else void whetherLost().then((isLost) => !isLost && showStatusFault(fault.status))
  throw fault
}

/**
 * Calls the server as the signed-in person. Every fault is thrown as a CallFault and, unless `quiet` contains its
 * status, shown as the toast of rules/errors.md#toasts.
 */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const wasSignedIn = currentSession() !== null
  let response: Response
  try {
    response = await authorized(path, options)
  } catch (failure) {
    if (isAbort(failure) || failure instanceof CallFault) throw failure
    if (failure instanceof NoAnswer || failure instanceof TypeError || isTimeout(failure)) {
      noteSilence()
      return fail(new CallFault(0), options)
    }
    throw failure
  }
  if (away.includes(response.status)) noteSilence()
  else noteAnswer()
  noteServerVersion(response.headers.get('X-App-Version'))
  if (response.ok) return response
  const fault = readFault(response.status, await response.json().catch(() => null), response.headers.get('Retry-After'))
  if (fault.status === 403 && wasSignedIn) noteForbidden()
  // The sign-out shows its own toast, which the toast of the status would cover.
  if (wasSignedIn && !currentSession()) throw fault
  return fail(fault, options)
}

/** Reads an answer's body. A body that breaks off, or is not the server's (a network's own sign-in page), counts as no answer. */
async function readBody<T>(read: () => Promise<T>, options: CallOptions): Promise<T> {
  try {
    return await read()
  } catch (failure) {
    if (isAbort(failure)) throw failure
    noteSilence()
    return fail(new CallFault(0), options)
  }
}

/** Calls and reads the JSON with `read`, which validates it (a zod shape's `parse`); null for an empty answer. */
export async function callJson<T>(path: string, read: (body: unknown) => T, options: CallOptions = {}): Promise<T> {
  const response = await call(path, options)
  const body: unknown = await readBody(async () => {
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }, options)
  return read(body)
}

/** Calls and reads the bytes. */
export async function callBlob(path: string, options: Omit<CallOptions, 'headers'> = {}): Promise<Blob> {
  const response = await call(path, { ...options, headers: { Accept: '*/*' } })
  return readBody(() => response.blob(), options)
}
