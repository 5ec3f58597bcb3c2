import * as z from 'zod/mini'
import { nowSeconds } from './clock.ts'
import { type AuthState, endSession, heldToken, rereadAuthState, setAuthState, type Token } from './session.ts'
import { settings } from './settings.ts'

/** No answer is waited for longer (milliseconds): what is sent next waits for the token. The old token stays usable until a new one is used. */
const maxWait = 30_000

/** A token that expires within this time (seconds) is refreshed first (rules/sign-in.md#token-refresh). */
const refreshMargin = 10

const answerShape = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.string(),
  expires_in: z.number(),
  /** Recovery codes of a second factor that was set up at this sign-in. */
  varakoodit: z._default(z.array(z.string()), []),
})

/** A rejection that says that the session was ended, not that it expired. */
const closedShape = z.object({ istunto: z.literal('paatetty') })

export const expiresSoon = (token: Pick<Token, 'fetched' | 'expires_in'>, now: number): boolean =>
  token.fetched + token.expires_in - now <= refreshMargin

/** No answer came: the network or the server is unreachable. This never signs anybody out. */
export class NoAnswer extends Error {}

/** The token call was rejected. */
export class TokenRefused extends Error {
  readonly status: number
  readonly answer: unknown

  constructor(status: number, answer: unknown) {
    super(`Token refused: ${status}`)
    this.status = status
    this.answer = answer
  }
}

type Grant = { client_id: string; grant_type: 'password'; username: string; password: string; totp?: string } | RefreshGrant
type RefreshGrant = { client_id: string; grant_type: 'refresh_token'; refresh_token: string }

export async function requestToken(grant: Grant, scopes: string[]): Promise<{ token: Token; varakoodit: readonly string[] }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(grant)) form.set(name, value)
  form.set('client_secret', settings().clients[grant.client_id] ?? '')
  const response = await fetch('/oauth/token', { method: 'POST', body: form, signal: AbortSignal.timeout(maxWait) }).catch(() => {
    throw new NoAnswer()
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new TokenRefused(response.status, answer)
  const { varakoodit, ...pair } = answerShape.parse(answer)
  return { token: { ...pair, fetched: nowSeconds(), client_id: grant.client_id, scopes }, varakoodit }
}

/** Only one tab refreshes at a time; the others wait here and find the new token in the storage. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  // Browsers provide locks only on secure origins; on a plain http address each tab refreshes for itself.
  return 'locks' in navigator ? await navigator.locks.request('kuorma.token', work) : await work()
}

async function refresh(worn: Token): Promise<Token | null> {
  return alone(async () => {
    const { token, user } = rereadAuthState()
    if (!token) return null
    // Somebody may have signed out, or signed in as another person, before the answer comes.
    const stillTheirs = (now: AuthState) => now.token !== null && now.user?.id === user?.id
    if (token.access_token !== worn.access_token && !expiresSoon(token, nowSeconds())) return token
    try {
      const { client_id, refresh_token, scopes } = token
      const { token: fresh } = await requestToken({ client_id, grant_type: 'refresh_token', refresh_token }, scopes)
      const now = rereadAuthState()
      if (!stillTheirs(now)) return null
      setAuthState({ ...now, token: fresh })
      return fresh
    } catch (failure) {
      if (!(failure instanceof TokenRefused) || failure.status >= 500 || failure.status === 429) throw new NoAnswer()
      if (stillTheirs(rereadAuthState())) endSession(closedShape.safeParse(failure.answer).success ? 'closed' : 'expired')
      return null
    }
  })
}

let underWay: Promise<Token | null> | null = null

function refreshOnce(worn: Token): Promise<Token | null> {
  underWay ??= refresh(worn).finally(() => {
    underWay = null
  })
  return underWay
}

/** The access token, refreshed when it is about to expire; null when nobody is signed in. */
export async function validToken(): Promise<Token | null> {
  const token = heldToken()
  return token && (underWay || expiresSoon(token, nowSeconds())) ? refreshOnce(token) : token
}

/** After a 401: a new token, unless another call or tab has got one meanwhile; null when the session is over. */
export async function replaceToken(refused: Token): Promise<Token | null> {
  const token = heldToken()
  if (!token) return null
  return token.access_token === refused.access_token ? refreshOnce(refused) : validToken()
}

export const authorizationOf = (token: Token): string => `${token.token_type} ${token.access_token}`
