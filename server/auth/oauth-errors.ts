import OAuth2Server from '@node-oauth/oauth2-server'
import { RequestFault, signInMessages } from '#domain/errors.ts'

/** An error answer of `POST /oauth/token` (rules/http-api.md#oauth-answers, OAuth). */
export class OAuthFault extends Error {
  readonly status: number
  readonly code: string
  /** Additional members of the answer. */
  readonly more: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, more: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'OAuthFault'
    this.status = status
    this.code = code
    this.more = more
  }
}

export const wrongPassword = () => new OAuthFault(401, 'invalid_credentials', signInMessages.invalid_credentials)
export const lockedName = () => new OAuthFault(401, 'invalid_credentials', signInMessages.locked)
/** Sent only after the right password. The sentence is Drupal's; the client translates it (rules/errors.md#sign-in-messages). */
export const blockedAccount = () => new OAuthFault(401, 'access_denied', 'This account is blocked or has not been activated yet.')
export const wrongClient = () => new OAuthFault(401, 'invalid_client', 'Client authentication failed')
export const wrongRefreshToken = () => new OAuthFault(401, 'invalid_request', 'The refresh token is invalid.')
/** As `wrongRefreshToken`, for a session that was ended, with Kuorma's own code for that. */
export const endedSession = () => new OAuthFault(401, 'invalid_request', 'The refresh token is invalid.', { istunto: 'paatetty' })
/** Kuorma's own code, sent only after the right password: the client retries with the field `totp`. */
export const codeMissing = () => new OAuthFault(401, 'mfa_required', 'Anna vahvistuskoodi.')
export const wrongCode = () => new OAuthFault(401, 'mfa_invalid', 'Vahvistuskoodi ei kelpaa.')
/** The person must have a second factor and has none: the answer contains a new secret, and its first code signs in. */
export const factorMissing = (enrolment: Readonly<Record<string, string>>) =>
  new OAuthFault(401, 'mfa_setup_required', 'Ota kaksivaiheinen kirjautuminen käyttöön.', enrolment)
const badRequest = (message: string) => new OAuthFault(400, 'invalid_request', message)
const wrongGrant = () =>
  new OAuthFault(400, 'unsupported_grant_type', 'The authorization grant type is not supported by the authorization server.')

const { InvalidClientError, InvalidRequestError, UnauthorizedClientError, UnsupportedGrantTypeError } = OAuth2Server

/** The error answer for an error thrown while issuing a token; null for an internal failure. */
export function oauthFaultOf(error: unknown): OAuthFault | null {
  if (error instanceof OAuthFault) return error
  if (error instanceof RequestFault && (error.status === 429 || error.status === 503))
    return new OAuthFault(error.status, 'temporarily_unavailable', error.message)
  if (error instanceof OAuth2Server.ServerError) {
    // The library wraps errors that the model throws.
    return 'inner' in error && error.inner !== error ? oauthFaultOf(error.inner) : null
  }
  if (error instanceof InvalidClientError) return wrongClient()
  if (error instanceof UnauthorizedClientError || error instanceof UnsupportedGrantTypeError) return wrongGrant()
  if (error instanceof InvalidRequestError) return badRequest(error.message)
  // Refusals by Fastify: too large, wrong content type, invalid form.
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  ) {
    return new OAuthFault(error.statusCode, 'invalid_request', error.message)
  }
  return null
}
