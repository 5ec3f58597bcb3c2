import OAuth2Server from '@node-oauth/oauth2-server'
import type { Pool } from 'pg'
import { clientGroupOf, knownRoles } from '#domain/roles.ts'
import { type AuthClient, type FoundUser, findClient, findUser } from './clients.ts'
import type { InstallationKey } from './installation-key.ts'
import { beginTry, forgetTries } from './lockout.ts'
import {
  blockedAccount,
  codeMissing,
  endedSession,
  factorMissing,
  lockedName,
  OAuthFault,
  wrongClient,
  wrongCode,
  wrongPassword,
  wrongRefreshToken,
} from './oauth-errors.ts'
import { passwordMatches } from './passwords.ts'
import { beginFactor, factorTries, isInUse, newRecoveryCodes, readFactor, takeCode } from './second-factor.ts'
import { accessLifetime, refreshLifetime, rotateSession, type SignInUser, startSession, type TokenPair, tokenForm } from './sessions.ts'
import type { Clock } from './viewers.ts'

export type OAuthParts = { pool: Pool; clock: Clock; clients: readonly AuthClient[]; key: InstallationKey; companyName: string }
/** What a password grant brings besides name and password: the second factor's code, and what it is sent from. */
type Extras = { totp: string; device: string }

export type TokenAnswer = {
  token_type: 'Bearer'
  expires_in: number
  access_token: string
  refresh_token: string
  /** Recovery codes of a second factor whose first code this sign-in was; shown once. */
  varakoodit?: string[]
}

/** `begins`: the code given was the first one of a second factor that the sign-in asked for. */
type Accepted = SignInUser & { begins: boolean }

/**
 * Whom a name and password sign in. Every name goes the same way (a try counted, one look-up, one argon2), and what is
 * wrong with the account or the client is told only to somebody who knew the password.
 */
async function checkPassword(parts: OAuthParts, client: AuthClient, username: string, password: string, totp: string): Promise<Accepted> {
  const { pool, clock, key } = parts
  const nameHash = key.hashOf(username)
  if (!(await beginTry(pool, nameHash, clock()))) throw lockedName()
  const user = await findUser(pool, username)
  const passwordHash = user?.tiiviste ? { argon2id: user.tiiviste } : null
  const matches = await passwordMatches(passwordHash, password)
  if (!matches || !user || !passwordHash) throw wrongPassword()
  const held = knownRoles(user.user_roles ?? [])
  if (!user.in_use || held.length === 0) throw blockedAccount()
  if (clientGroupOf(held) !== client.group) throw wrongClient()
  const begins = await checkSecondFactor(parts, user, totp)
  // Only now: who knows the password alone must not get ten more tries at the code for it.
  await forgetTries(pool, nameHash)
  return { id: user.id, roles: user.user_roles ?? [], passwordHash, begins }
}

/** Whether the code began a factor. Tries are counted by the person too, however the name was typed. */
async function checkSecondFactor({ pool, clock, key, companyName }: OAuthParts, user: FoundUser, totp: string): Promise<boolean> {
  const factor = await readFactor(pool, user.id)
  if (!isInUse(factor) && !factor.vaaditaan) return false
  if (totp === '') {
    const enrolment = isInUse(factor) ? null : await beginFactor(pool, key, user, companyName, false)
    throw enrolment ? factorMissing(enrolment) : codeMissing()
  }
  const tries = factorTries(key, user.id)
  if (!(await beginTry(pool, tries, clock()))) throw lockedName()
  if (!(await takeCode(pool, key, user.id, totp, clock()))) throw wrongCode()
  await forgetTries(pool, tries)
  return !isInUse(factor)
}

/** The library's protocol over our sessions, for one request: what it carries from step to step stays typed here. */
function modelFor(
  parts: OAuthParts,
  client: AuthClient,
  { totp, device }: Extras,
  tell: (recoveryCodes: string[]) => void,
): OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel {
  const { pool, clock } = parts
  const now = clock()
  const oauthClient: OAuth2Server.Client = { id: client.clientId, grants: ['password', 'refresh_token'] }
  let signingIn: Accepted | undefined
  let presented: string | undefined

  /** Session and tokens are written in one transaction here, so there is nothing to undo when a step fails. */
  async function issue(): Promise<TokenPair> {
    if (signingIn) {
      const pair = await startSession(pool, signingIn, client.clientId, device, now)
      if (!pair) throw wrongPassword()
      if (signingIn.begins) tell(await newRecoveryCodes(pool, parts.key, signingIn.id))
      return pair
    }
    const pair = presented === undefined ? 'unknown' : await rotateSession(pool, presented, client, now)
    if (pair === 'ended') throw endedSession()
    if (pair === 'unknown') throw wrongRefreshToken()
    return pair
  }

  return {
    async getClient() {
      return oauthClient
    },
    async getUser(username, password) {
      signingIn = await checkPassword(parts, client, decodeURIComponent(username), decodeURIComponent(password), totp)
      return { id: signingIn.id }
    },
    // Whether the token will do is decided where it is exchanged, under the session's lock.
    async getRefreshToken(refreshToken) {
      presented = refreshToken
      return { refreshToken, client: oauthClient, user: {} }
    },
    async revokeToken() {
      return true
    },
    async saveToken(token, _client, user) {
      const pair = await issue()
      return { ...token, accessToken: pair.accessToken, refreshToken: pair.refreshToken, client: oauthClient, user }
    },
    // Part of the library's type; who holds a token is our own business (viewers.ts).
    async getAccessToken() {
      return null
    },
  }
}

/** Carries out `POST /oauth/token` for a form's fields; throws what oauth-errors.ts turns into an answer. */
export async function issueTokens(parts: OAuthParts, form: ReadonlyMap<string, string>, device: string): Promise<TokenAnswer> {
  const body: Record<string, string> = {}
  for (const field of ['grant_type', 'client_id', 'client_secret', 'refresh_token']) body[field] = form.get(field) ?? ''
  // The library refuses characters beyond the BMP among others, which a password may well hold.
  for (const field of ['username', 'password']) body[field] = encodeURIComponent(form.get(field) ?? '')
  // Before the library's own look at the characters, whose refusals would be another error.
  const client = findClient(parts.clients, form.get('client_id') ?? '', form.get('client_secret') ?? '')
  if (!client) throw wrongClient()
  if (body.grant_type === 'refresh_token' && !tokenForm.test(form.get('refresh_token') ?? '')) throw wrongRefreshToken()

  let recoveryCodes: string[] = []
  const model = modelFor(parts, client, { totp: form.get('totp')?.trim().slice(0, 50) ?? '', device }, (codes) => {
    recoveryCodes = codes
  })
  const server = new OAuth2Server({ model, accessTokenLifetime: accessLifetime, refreshTokenLifetime: refreshLifetime })
  const request = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    // Whichever way the form came in, it is a form by now; type-is looks for a length too.
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    body,
  })
  const token = await server.token(request, new OAuth2Server.Response())
  if (!token.refreshToken) throw new OAuthFault(500, 'server_error', 'Tapahtui virhe')
  return {
    token_type: 'Bearer',
    expires_in: accessLifetime,
    access_token: token.accessToken,
    refresh_token: token.refreshToken,
    ...(recoveryCodes.length > 0 ? { varakoodit: recoveryCodes } : {}),
  }
}
