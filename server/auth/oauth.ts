import OAuth2Server from '@node-oauth/oauth2-server'
import type { Pool } from 'pg'
import { clientGroupOf, knownRoles } from '#domain/access/roles.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { SettingsReader } from '../platform/settings/settings.ts'
import { type AuthClient, findClient, findUser, type SignInCandidate } from './clients.ts'
import type { InstallationKey } from './installation-key.ts'
import { type Attempt, attemptAt, beginTry, delayFor, factorAttempt, forgetTries } from './lockout.ts'
import { subscriberOf } from './network-address.ts'
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
import { beginFactor, isInUse, newRecoveryCodes, readFactor, takeCode } from './second-factor.ts'
import type { SecurityLog } from './security-log.ts'
import {
  accessLifetime,
  endSessions,
  refreshLifetime,
  rotateSession,
  type SignInUser,
  startSession,
  type TokenPair,
  tokenForm,
} from './sessions.ts'
import type { Clock } from './viewers.ts'

export type OAuthParts = {
  pool: Pool
  clock: Clock
  clients: readonly AuthClient[]
  key: InstallationKey
  companyName: () => Promise<string>
  settings: SettingsReader
  securityLog: SecurityLog
  /** Delays a try, in milliseconds. */
  wait: (milliseconds: number) => Promise<void>
}
/** The other inputs of a password grant: the second factor's code, and the device and address of the request. */
type Extras = { totp: string; device: string; address: string }

export type TokenAnswer = {
  token_type: 'Bearer'
  expires_in: number
  access_token: string
  refresh_token: string
  /** Recovery codes, shown once, when this sign-in's code enabled the second factor. */
  varakoodit?: string[]
}

type Typed = { username: string; password: string }
/** A user whose password was right. `code` is the second factor's code, not checked yet; null when none is needed. */
type Accepted = SignInUser & { attempt: Attempt; code: string | null }

/**
 * The user whom a name and password sign in. Every name takes the same steps (count the try, one look-up, one argon2),
 * and faults of the account or the client are reported only to somebody who knew the password.
 */
async function checkPassword(parts: OAuthParts, client: AuthClient, { username, password }: Typed, extras: Extras): Promise<Accepted> {
  const { pool, key } = parts
  const user = await findUser(pool, username)
  const userId = user?.id ?? null
  const attempt = attemptAt(key, { userId, name: username, address: extras.address })
  await admitTry(parts, attempt, { userId, address: extras.address })
  const passwordHash = user?.tiiviste ? { argon2id: user.tiiviste } : null
  const matches = await passwordMatches(passwordHash, password, subscriberOf(extras.address))
  if (!matches || !user || !passwordHash) {
    await parts.securityLog.record({ kind: 'sign_in_failed', userId, address: extras.address })
    throw wrongPassword()
  }
  const held = knownRoles(user.user_roles ?? [])
  if (!user.in_use || held.length === 0) throw blockedAccount()
  if (clientGroupOf(held) !== client.group) throw wrongClient()
  const code = await secondFactorCode(parts, user, extras)
  return { id: user.id, roles: user.user_roles ?? [], passwordHash, attempt, code }
}

/** Counts a try, and refuses it when there were too many from its address; tries from other addresses only delay it. */
async function admitTry(parts: OAuthParts, attempt: Attempt, by: { userId: string | null; address: string }): Promise<void> {
  const { allowed, elsewhere } = await beginTry(parts.pool, attempt, parts.clock())
  if (!allowed) {
    await parts.securityLog.record({ kind: 'locked', ...by })
    throw lockedName()
  }
  const delay = delayFor(elsewhere)
  if (delay > 0) await parts.wait(delay)
}

/** The code to check, or null when the person needs none. Tries of codes are counted by person, over all addresses. */
async function secondFactorCode(parts: OAuthParts, user: SignInCandidate, { totp, address }: Extras): Promise<string | null> {
  const { pool, key, companyName } = parts
  const factor = await readFactor(pool, user.id)
  if (!isInUse(factor) && !factor.vaaditaan) return null
  if (totp === '') {
    const enrolment = isInUse(factor) ? null : await beginFactor(pool, key, user, await companyName(), false)
    throw enrolment ? factorMissing(enrolment) : codeMissing()
  }
  await admitTry(parts, factorAttempt(user.id), { userId: user.id, address })
  return totp
}

/** Null when the second factor's code is wrong; `recoveryCodes` is empty unless the code enabled the factor. */
type Begun = { pair: TokenPair; recoveryCodes: string[] } | null

/**
 * Uses the code and starts the session, in one transaction: after a failure the code is unused, and the factor and all other sessions
 * are unchanged.
 */
function beginSession(
  { pool, key }: OAuthParts,
  user: Accepted,
  session: { clientId: string; device: string; maxAge: number },
  now: number,
): Promise<Begun> {
  return inTransaction(pool, async (connection) => {
    const taken = user.code === null ? null : await takeCode(connection, key, { userId: user.id, typed: user.code }, now)
    if (taken === 'wrong') return null
    if (taken !== null) await forgetTries(connection, factorAttempt(user.id))
    // Only after the code was right: the password alone must not allow ten more tries of the code.
    await forgetTries(connection, user.attempt)
    const pair = await startSession(connection, user, session, now)
    if (!pair) throw wrongPassword()
    if (taken !== 'enabled') return { pair, recoveryCodes: [] }
    const recoveryCodes = await newRecoveryCodes(connection, key, user.id)
    await endSessions(connection, { userId: user.id, id: null, keep: pair.accessToken }, now)
    return { pair, recoveryCodes }
  })
}

/** The model that the library calls, for one request: its closures pass typed values between the library's steps. */
function modelFor(
  parts: OAuthParts,
  client: AuthClient,
  extras: Extras,
  onRecoveryCodes: (recoveryCodes: string[]) => void,
): OAuth2Server.PasswordModel & OAuth2Server.RefreshTokenModel {
  const { pool, clock } = parts
  const now = clock()
  const oauthClient: OAuth2Server.Client = { id: client.clientId, grants: ['password', 'refresh_token'] }
  let signingIn: Accepted | undefined
  let presented: string | undefined

  /** Writes everything in one transaction, so that nothing needs to be undone when a step fails. */
  async function issue(): Promise<TokenPair> {
    const maxAge = (await parts.settings()).istunnon_enimmaisika * 24 * 60 * 60
    if (signingIn) {
      const begun = await beginSession(parts, signingIn, { clientId: client.clientId, device: extras.device, maxAge }, now)
      if (!begun) {
        await parts.securityLog.record({ kind: 'sign_in_failed', userId: signingIn.id, address: extras.address })
        throw wrongCode()
      }
      onRecoveryCodes(begun.recoveryCodes)
      return begun.pair
    }
    const rotated = presented === undefined ? 'unknown' : await rotateSession(pool, presented, { ...client, maxAge }, now)
    if (rotated === 'ended') throw endedSession()
    if (rotated === 'unknown') throw wrongRefreshToken()
    if ('reused' in rotated) {
      await parts.securityLog.record({ kind: 'refresh_token_reused', userId: rotated.userId, address: extras.address })
      throw endedSession()
    }
    return rotated
  }

  return {
    async getClient() {
      return oauthClient
    },
    async getUser(username, password) {
      const typed = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
      signingIn = await checkPassword(parts, client, typed, extras)
      return { id: signingIn.id }
    },
    // The token is checked in `rotateSession`, under the session's lock.
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
    // Required by the library's type; access tokens are checked in viewers.ts.
    async getAccessToken() {
      return null
    },
  }
}

/** Carries out `POST /oauth/token` for a form's fields; throws errors that oauth-errors.ts maps to an answer. */
export async function issueTokens(
  parts: OAuthParts,
  form: ReadonlyMap<string, string>,
  from: Pick<Extras, 'device' | 'address'>,
): Promise<TokenAnswer> {
  const body: Record<string, string> = {}
  for (const field of ['grant_type', 'client_id', 'client_secret', 'refresh_token']) body[field] = form.get(field) ?? ''
  // The library refuses some characters, such as those beyond the BMP, which a password may contain.
  for (const field of ['username', 'password']) body[field] = encodeURIComponent(form.get(field) ?? '')
  // Before the library checks the characters, which it would refuse with another error.
  const client = findClient(parts.clients, form.get('client_id') ?? '', form.get('client_secret') ?? '')
  if (!client) throw wrongClient()
  if (body.grant_type === 'refresh_token' && !tokenForm.test(form.get('refresh_token') ?? '')) throw wrongRefreshToken()

  let recoveryCodes: string[] = []
  const model = modelFor(parts, client, { totp: form.get('totp')?.trim().slice(0, 50) ?? '', ...from }, (codes) => {
    recoveryCodes = codes
  })
  const server = new OAuth2Server({ model, accessTokenLifetime: accessLifetime, refreshTokenLifetime: refreshLifetime })
  const request = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    // The form is parsed already, whatever its type was; the library's type check needs both headers.
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
