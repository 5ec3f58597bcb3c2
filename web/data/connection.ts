import { useSyncExternalStore } from 'react'

/** The server is reported once it has not answered for the first time span, and is then checked at the second interval (milliseconds). */
const [silenceTimeout, retryInterval] = [2000, 5000]
/** Says whether the server and its database are there. */
const readiness = '/readyz'

let answeredAt = Date.now()
/** Since when the server has not answered, and the shown data may be old; null while it answers. */
let lostSince: number | null = null
/** When the browser reported that the network went; 0 once the server has answered anyway, since some browsers report wrongly. */
let offlineAt = 0
let search: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
/** They wait for the end of the check that is under way. */
const waiting = new Set<(isLost: boolean) => void>()
const returns = new Set<() => void>()

/** Any answer has come from the server. `requestedAt`: milliseconds, where it is known. */
export function noteAnswer(requestedAt = 0): void {
  answeredAt = Date.now()
  if (search === undefined) return
  clearTimeout(search)
  search = undefined
  tellWaiting(false)
  if (requestedAt >= offlineAt) offlineAt = 0
  // The request was sent before the network went, so the answer proves nothing, and no later request may follow: check.
  else noteSilence()
  if (lostSince === null) return
  lostSince = null
  for (const listener of [...listeners, ...returns]) listener()
}

/** No answer came, or one that says nothing about the server: checked before it is reported. */
export function noteSilence(): void {
  search ??= setTimeout(() => void checkServer(), silenceTimeout)
}

/** The browser reports that there is no network. It then makes no calls that could show whether the server answers. */
export function noteOffline(): void {
  offlineAt = Date.now()
  noteSilence()
}

async function checkServer(): Promise<void> {
  const requestedAt = Date.now()
  const found = await fetch(readiness, { cache: 'no-store', signal: AbortSignal.timeout(retryInterval) }).then(
    ({ ok }) => ok,
    () => false,
  )
  // Another answer has ended the check meanwhile.
  if (search === undefined) return
  if (found) return noteAnswer(requestedAt)
  tellWaiting(true)
  if (lostSince === null) {
    lostSince = answeredAt
    for (const listener of listeners) listener()
  }
  search = setTimeout(() => void checkServer(), retryInterval)
}

/** Follows the browser's online and offline events. */
export function followNetwork(): void {
  window.addEventListener('offline', noteOffline)
  window.addEventListener('online', () => {
    offlineAt = 0
    if (search === undefined) return
    clearTimeout(search)
    void checkServer()
  })
  if (navigator.onLine === false) noteOffline()
}

function tellWaiting(isLost: boolean): void {
  for (const tell of waiting) tell(isLost)
  waiting.clear()
}

/** Whether the server is unreachable; while it is being checked, once that is known. */
export function whetherLost(): Promise<boolean> {
  if (lostSince !== null) return Promise.resolve(true)
  if (search === undefined) return Promise.resolve(false)
  return new Promise((resolve) => waiting.add(resolve))
}

export const isSearched = (): boolean => search !== undefined

/** Notifies when the server answers again: changes made meanwhile have not been reported to this page. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener)
  return () => returns.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the unreachable server last answered (milliseconds); null while it answers. */
export const useLostSince = (): number | null => useSyncExternalStore(subscribe, () => lostSince)
