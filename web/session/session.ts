import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type Role, roles } from '#domain/access/roles.ts'
import { signInMessages, toastMessages } from '#domain/errors.ts'

const tokenShape = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.string(),
  expires_in: z.number(),
  /** When it was fetched, unix seconds (rules/sign-in.md#token-refresh). */
  fetched: z.number(),
  client_id: z.string(),
  scopes: z.array(z.string()),
})

const stateShape = z.object({
  token: z.nullable(tokenShape),
  user: z.nullable(z.object({ id: z.string(), name: z.string(), mail: z.string(), roles: z.array(z.enum(roles)) })),
  profile: z.nullable(z.object({ id: z.string(), kind: z.string(), name: z.string(), field_extra: z.boolean() })),
  asiakas: z.nullable(z.object({ id: z.string(), name: z.string() })),
  errors: z.array(z.string()),
})

export type Token = z.infer<typeof tokenShape>
export type AuthState = z.infer<typeof stateShape>
export type Session = { [K in 'token' | 'user' | 'profile']: NonNullable<AuthState[K]> } & Pick<AuthState, 'asiakas'>
/**
 * `closed`: the session was ended on another device or by an administrator; `elsewhere`: this browser's other tab is signed
 * out; `replaced`: another person has signed in in another tab.
 */
export type SignOutReason = 'requested' | 'expired' | 'closed' | 'forbidden' | 'elsewhere' | 'replaced'

export const signedOut: AuthState = { token: null, user: null, profile: null, asiakas: null, errors: [] }
const storageKey = 'kuorma.session'

let state: AuthState | undefined
/** Another person has signed in elsewhere: the state in memory is the earlier person's until the page is reloaded. */
let replaced = false
const listeners = new Set<() => void>()
const endings = new Set<(reason: SignOutReason) => void>()

function readStored(): AuthState {
  try {
    const stored = stateShape.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return stored.success ? stored.data : signedOut
  } catch {
    return signedOut
  }
}

export function authState(): AuthState {
  state ??= readStored()
  return state
}

/**
 * Reads what another tab may have stored since: the newest token is in the storage, not in this tab's memory.
 * Another person's state is never taken over: this tab's session is then over, and the result is `signedOut`. What is in
 * memory stays the first person's, so that what they have typed is stored as their own draft.
 */
export function rereadAuthState(): AuthState {
  if (replaced) return signedOut
  const was = currentSession()
  const stored = readStored()
  const now = sessionOf(stored)
  if (was && now && now.user.id !== was.user.id) {
    replaced = true
    for (const ending of endings) ending('replaced')
    return signedOut
  }
  state = stored
  for (const listener of listeners) listener()
  if (was && !now) for (const ending of endings) ending('elsewhere')
  return stored
}

/** The token in this tab's memory; null when nobody is signed in, or when another person has signed in elsewhere. */
export const heldToken = (): Token | null => (replaced ? null : authState().token)

export function setAuthState(next: AuthState): void {
  state = next
  localStorage.setItem(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** The session when signed in: token, user and profile are there and the user holds a known role (rules/sign-in.md#signing-in). */
export function sessionOf({ token, user, profile, asiakas }: AuthState): Session | null {
  return token && user && profile && user.roles.length > 0 ? { token, user, profile, asiakas } : null
}

export const currentSession = (): Session | null => sessionOf(authState())

type OwnChange = { mail?: string; name?: string; profile_fields?: { field_etunimi?: string; field_sukunimi?: string } }

/** Shows the signed-in person's changed name or address on the page. */
export function noteOwnChange({ mail, name, profile_fields: { field_etunimi = '', field_sukunimi = '' } = {} }: OwnChange): void {
  const now = authState()
  if (!now.user || !now.profile) return
  const user = { ...now.user, mail: mail ?? now.user.mail, name: name ?? now.user.name }
  setAuthState({ ...now, user, profile: { ...now.profile, name: `${field_etunimi} ${field_sukunimi}`.trim() || user.name } })
}

/** The sign-in page's message about a session that ended by itself, until somebody signs in. */
const loginMessages: Partial<Record<SignOutReason, string>> = { expired: toastMessages.sessionEnded, closed: signInMessages.closed }

/** Ends the session in this tab and, through the storage, in the others. Typed text stays: drafts are stored separately. */
export function endSession(reason: SignOutReason): void {
  // The stored session is another person's by now, so this tab must not end it.
  if (replaced) return
  const was = currentSession()
  const said = loginMessages[reason]
  setAuthState({ ...signedOut, errors: said ? [said] : [] })
  if (was) for (const ending of endings) ending(reason)
}

export function onSessionEnd(listener: (reason: SignOutReason) => void): () => void {
  endings.add(listener)
  return () => endings.delete(listener)
}

/** Follows the other tabs: a refresh, a sign-out or a sign-in as another person in one tab takes effect in all. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey && event.key !== null) return
    if (currentSession()) rereadAuthState()
  })
}

/** Calls the listener after every change: a sign-in, its end, a new token. */
export function onAuthState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAuthState = (): AuthState => useSyncExternalStore(onAuthState, authState)

/** Who is signed in; null on the open pages. */
export const useSession = (): Session | null => sessionOf(useAuthState())

export const holdsAny = (session: Session | null, roles: readonly Role[]): boolean =>
  session?.user.roles.some((role) => roles.includes(role)) ?? false
