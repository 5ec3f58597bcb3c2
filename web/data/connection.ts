import { useSyncExternalStore } from 'react'

/** A server that is silent for less than the first is not reported; from then on it is checked this often (milliseconds). */
const [silenceTimeout, retryInterval] = [2000, 5000]
/** Says whether the server and its database are there. */
const readiness = '/readyz'

let answeredAt = Date.now()
/** What is shown is of then; null while the server answers. */
let lostSince: number | null = null
/** When the browser said that its network went; 0 once the server has answered all the same, since some say so wrongly. */
let offlineAt = 0
let search: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

/** An answer of whatever kind has come from the server. `askedAt`: milliseconds, where it is known. */
export function noteAnswer(requestedAt = 0): void {
  answeredAt = Date.now()
  if (search === undefined) return
  clearTimeout(search)
  search = undefined
  if (requestedAt >= offlineAt) offlineAt = 0
  // One that was on its way when the network went: nothing may be asked after it that could tell.
  else noteSilence()
  if (lostSince === null) return
  lostSince = null
  for (const listener of [...listeners, ...returns]) listener()
}

/** No answer came, or one that says nothing of the server: checked before it is reported. */
export function noteSilence(): void {
  search ??= setTimeout(() => void checkServer(), silenceTimeout)
}

/** The browser says that there is no network: without one it makes no calls that could tell. */
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
  // Something else has answered meanwhile.
  if (search === undefined) return
  if (found) return noteAnswer(requestedAt)
  if (lostSince === null) {
    lostSince = answeredAt
    for (const listener of listeners) listener()
  }
  search = setTimeout(() => void checkServer(), retryInterval)
}

/** What the browser knows of its network. */
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

export const isSearched = (): boolean => search !== undefined

/** Hears when a server that had gone is back: what changed meanwhile has not been told. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener)
  return () => returns.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the server was last heard of (milliseconds), of one that has gone; null while it answers. */
export const useLostSince = (): number | null => useSyncExternalStore(subscribe, () => lostSince)
