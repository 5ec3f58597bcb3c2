import type { z } from 'zod'

export type HereOptions = {
  apiKey: string
  /** Another one for tests. */
  address?: string
  log: { warn: (fields: object, message: string) => void }
  /** The timeout of a search (milliseconds). */
  timeout?: number
  /** Unix seconds. */
  clock: () => number
}
type HereCall = <T>(parameters: Readonly<Record<string, string>>, shape: z.ZodType<T>) => Promise<T>

/** How long no searches are made after a 429 without Retry-After, and at most after one with it (seconds). */
const pause = { usual: 30, max: 300 }

/** A search that failed. It is logged without the typed words. */
export class PlaceSearchFailed extends Error {
  override name = 'PlaceSearchFailed'
  /** Whether the service rejected these words, so that a retry is useless; otherwise the service itself failed. */
  readonly isRefusal: boolean

  constructor(reason: string, { isRefusal = false }: { isRefusal?: boolean } = {}) {
    super(reason)
    this.isRefusal = isRefusal
  }
}

/** Statuses that concern the words of one search. 401 and 403 concern the key, 429 all searches. */
const refusalStatuses = [400, 404, 414, 422]

/** Calls of one of HERE's search services. Throws PlaceSearchFailed when it does not answer in time or answers with a fault. */
export function hereCall(service: string, { apiKey, address = service, log, timeout = 2000, clock }: HereOptions): HereCall {
  let pausedUntil = 0
  const failed = (reason: string, options: { isRefusal?: boolean } = {}): PlaceSearchFailed => {
    log.warn({ reason }, 'place search failed')
    return new PlaceSearchFailed(reason, options)
  }
  return async (parameters, shape) => {
    if (clock() < pausedUntil) throw new PlaceSearchFailed('paused')
    const url = new URL(address)
    url.search = new URLSearchParams({ ...parameters, lang: 'fi', apiKey }).toString()
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' }).catch((error: unknown) => {
      throw failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable')
    })
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after')) || pause.usual
      pausedUntil = clock() + Math.min(seconds, pause.max)
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(`status ${response.status}`, { isRefusal: refusalStatuses.includes(response.status) })
    }
    const answer = shape.safeParse(await response.json().catch(() => null))
    if (!answer.success) throw failed('unexpected answer')
    return answer.data
  }
}
