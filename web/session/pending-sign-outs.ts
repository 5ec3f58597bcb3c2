import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { nowSeconds } from './clock.ts'
import type { Token } from './session.ts'
import { authorizationOf } from './token.ts'

/*
 * Sessions that were ended on this device while the server could not be reached. Only the SHA-256 of the refresh token is stored: the
 * server ends the session by it, and it gives no access to anything. The calls carry no sign-in, so a user who has signed in since is not affected.
 */
const storageKey = 'kuorma.signed-out'
const storedShape = z.array(z.object({ hash: z.string(), at: z.number() }))
type Pending = z.infer<typeof storedShape>
/** Seconds: by then the server has ended an unused session by itself (rules/sign-in.md#sessions). */
const maxAge = 30 * 24 * 60 * 60
const maxPending = 10

let hasFailed = false
const listeners = new Set<() => void>()

function readPending(): Pending {
  try {
    const stored = storedShape.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
    return stored.success ? stored.data.filter(({ at }) => at > nowSeconds() - maxAge).slice(-maxPending) : []
  } catch {
    return []
  }
}

function writePending(pending: Pending): void {
  if (pending.length > 0) localStorage.setItem(storageKey, JSON.stringify(pending))
  else localStorage.removeItem(storageKey)
}

function setHasFailed(value: boolean): void {
  hasFailed = value
  for (const listener of listeners) listener()
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isEnded = (init: RequestInit): Promise<boolean> =>
  fetch('/oauth/logout', { method: 'POST', ...init }).then(
    ({ status }) => status === 204,
    () => false,
  )

/** Ends the session on the server, now or, if it cannot be reached, when `sendSignOuts` is next called. */
export async function endSessionOnServer(token: Token): Promise<void> {
  // Browsers have no crypto.subtle on plain http addresses other than localhost: there the server is notified once, without a retry.
  if (!('subtle' in crypto)) {
    await isEnded({ headers: { Authorization: authorizationOf(token) } })
    return
  }
  writePending([...readPending(), { hash: await sha256(token.refresh_token), at: nowSeconds() }])
  await sendSignOuts()
}

/** Ends the sessions on the server that were ended while it could not be reached. */
export async function sendSignOuts(): Promise<void> {
  for (const { hash } of readPending()) {
    if (!(await isEnded({ body: new URLSearchParams({ refresh_token_sha256: hash }) }))) return setHasFailed(true)
    writePending(readPending().filter((other) => other.hash !== hash))
  }
  setHasFailed(false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a sign-out has not reached the server yet. */
export const useHasUnsentSignOut = (): boolean => useSyncExternalStore(subscribe, () => hasFailed)
