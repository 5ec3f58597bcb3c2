import type { z } from 'zod'
import { type AnswerLimits, RoadsFailed } from './roads.ts'

type Log = { warn: (fields: object, message: string) => void }
export type RoadService = { url: string; log: Log; timeout?: number }

/** Milliseconds that an answer may take, unless the operator or the call says less. */
const usualTimeout = 5000

/** The options of a service within what a call can wait. */
export const within = <T extends { timeout?: number }>(options: T, { timeout = usualTimeout }: AnswerLimits): T & { timeout: number } => ({
  ...options,
  timeout: Math.min(options.timeout ?? usualTimeout, timeout),
})

/** The largest answer that is read (bytes): a table of 202 places takes two megabytes. */
const maxBytes = 20 * 1024 * 1024

/** Requests JSON from a service of roads; throws RoadsFailed, and logs without places. */
export async function requestJson<T>(
  url: URL,
  shape: z.ZodType<T>,
  { log, timeout = usualTimeout, body }: Omit<RoadService, 'url'> & { body?: unknown },
): Promise<T> {
  const failed = (reason: string, isRefusal = false): RoadsFailed => {
    log.warn({ host: url.host, reason }, 'route service failed')
    return new RoadsFailed(reason, { isRefusal })
  }
  const sent = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(timeout)
  const reasonOf = (): string => (signal.aborted ? 'timeout' : 'unreachable')
  const response = await fetch(url, { ...sent, signal, redirect: 'error' }).catch(() => {
    throw failed(reasonOf())
  })
  const text = await readText(response).catch(() => {
    throw failed(reasonOf())
  })
  const { status } = response
  if (!response.ok) throw failed(`status ${status}`, status >= 400 && status < 500 && status !== 408 && status !== 429)
  const answer = shape.safeParse(parseJson(text))
  if (!answer.success) throw failed('unexpected answer')
  return answer.data
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RangeError('The answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
