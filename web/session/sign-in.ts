import * as z from 'zod/mini'
import { knownRoles, profileKindOf } from '#domain/access/roles.ts'
import { signInMessages, toastMessages } from '#domain/errors.ts'
import { endSessionOnServer } from './pending-sign-outs.ts'
import { authState, endSession, type Session, setAuthState, signedOut, type Token } from './session.ts'
import { signInMessage } from './sign-in-message.ts'
import { authorizationOf, NoAnswer, requestToken, TokenRefused } from './token.ts'

const clientShape = z.object({ client_id: z.string(), scopes: z._default(z.union([z.array(z.string()), z.string()]), []) })
const entryShape = z.object({ meta: z.object({ links: z.object({ me: z.object({ href: z.string() }) }) }) })
const roleNames = z.catch(z.array(z.string()), [])
const userShape = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({
      name: z.string(),
      mail: z.catch(z.string(), ''),
      user_roles: roleNames,
      profile_fields: z.catch(z.object({ roles: roleNames }), { roles: [] }),
    }),
  }),
})
const profileShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        field_etunimi: z.catch(z.string(), ''),
        field_sukunimi: z.catch(z.string(), ''),
        field_extra: z.catch(z.boolean(), false),
      }),
    }),
  ),
  included: z.optional(z.array(z.object({ id: z.string(), type: z.string(), attributes: z.object({ name: z.catch(z.string(), '') }) }))),
})

async function get(path: string, token?: Token): Promise<unknown> {
  const headers: HeadersInit = token ? { Authorization: authorizationOf(token) } : {}
  const response = await fetch(path, { headers }).catch(() => {
    throw new NoAnswer()
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new TokenRefused(response.status, answer)
  return answer
}

/** The link may name the server's public address; the call stays on the one that served the page. */
function pathOf(href: string): string {
  const url = new URL(href, location.origin)
  return url.pathname + url.search
}

async function loadPerson(token: Token): Promise<Session> {
  const entry = entryShape.parse(await get('/jsonapi', token))
  const { data: user } = userShape.parse(await get(pathOf(entry.meta.links.me.href), token))
  const roles = knownRoles([...user.attributes.user_roles, ...user.attributes.profile_fields.roles])
  if (roles.length === 0) throw new Error(signInMessages.unknown)

  const kind = profileKindOf(roles)
  const query = new URLSearchParams({ 'filter[uid.id]': user.id, ...(kind === 'asiakas' ? { include: 'field_asiakas' } : {}) })
  const { data, included } = profileShape.parse(await get(`/jsonapi/profile/${kind}?${query}`, token))
  const profile = data[0]
  if (!profile) throw new Error('Profile not found')

  const customer = included?.find(({ type }) => type === 'asiakas_entity--asiakas_entity')
  const { field_etunimi, field_sukunimi, field_extra } = profile.attributes
  const { name, mail } = user.attributes
  return {
    token,
    user: { id: user.id, name, mail, roles },
    profile: { id: profile.id, kind, name: `${field_etunimi} ${field_sukunimi}`.trim() || name, field_extra },
    asiakas: customer ? { id: customer.id, name: customer.attributes.name } : null,
  }
}

function messageOf(failure: unknown): string {
  if (failure instanceof NoAnswer) return toastMessages.none
  if (failure instanceof TokenRefused) return signInMessage(failure.status, failure.answer)
  return failure instanceof Error && failure.message === 'Profile not found' ? failure.message : signInMessages.unknown
}

/** The secret for the person's authenticator app: as an address for a QR code, and as text. */
export type Enrolment = { otpauth: string; salaisuus: string }
/**
 * The next step of a sign-in: `in`, it has succeeded; `recovery-codes`, shown only now: `enter` completes it once they have been stored;
 * `code`, a second factor is required, with `enrolment` when the app must be set up first; `refused`, explained in the state's `errors`.
 */
export type SignInStep =
  | { at: 'in' }
  | { at: 'recovery-codes'; codes: readonly string[]; enter: () => void }
  | { at: 'code'; enrolment: Enrolment | null }
  | { at: 'refused' }

const codeShape = z.object({ error: z.literal('mfa_required') })
const enrolmentShape = z.object({ error: z.literal('mfa_setup_required'), otpauth: z.string(), salaisuus: z.string() })
const refusedCodeShape = z.object({ message: z.string() })

/** The second factor that a rejection asks for; null for any other rejection. */
function codeStepOf(failure: unknown): Extract<SignInStep, { at: 'code' }> | null {
  if (!(failure instanceof TokenRefused)) return null
  const begun = enrolmentShape.safeParse(failure.answer)
  if (begun.success) return { at: 'code', enrolment: { otpauth: begun.data.otpauth, salaisuus: begun.data.salaisuus } }
  return codeShape.safeParse(failure.answer).success ? { at: 'code', enrolment: null } : null
}

/** The server's own message about a wrong code: the person has already given the correct password. */
function codeMessageOf(failure: unknown): string {
  const answer = failure instanceof TokenRefused && failure.status === 401 ? refusedCodeShape.safeParse(failure.answer) : null
  return answer?.success ? answer.data.message : messageOf(failure)
}

/** Signs in; `totp` is the code of the second factor, once it is required. */
export async function signIn(username: string, password: string, totp?: string): Promise<SignInStep> {
  try {
    const codeStep = new URLSearchParams({ username, _format: 'json' })
    const { client_id, scopes } = clientShape.parse(await get(`/api/client_id?${codeStep}`))
    const granted = typeof scopes === 'string' ? scopes.split(' ').filter(Boolean) : scopes
    const grant = { client_id, grant_type: 'password' as const, username, password, ...(totp === undefined ? {} : { totp }) }
    const { token, varakoodit } = await requestToken(grant, granted)
    const session = await loadPerson(token)
    const enter = () => setAuthState({ ...session, errors: [] })
    if (varakoodit.length > 0) return { at: 'recovery-codes', codes: varakoodit, enter }
    enter()
    return { at: 'in' }
  } catch (failure) {
    const codeStep = codeStepOf(failure)
    const errors = codeStep ? [] : [totp === undefined ? messageOf(failure) : codeMessageOf(failure)]
    setAuthState({ ...signedOut, errors })
    return codeStep ?? { at: 'refused' }
  }
}

/** Cancels a sign-in that has started, with its messages. */
export const abandonSignIn = (): void => setAuthState(signedOut)

/** Signs out on this device at once; the session ends on the server as soon as it can be reached. */
export function signOut(): void {
  const { token } = authState()
  endSession('requested')
  if (token) void endSessionOnServer(token)
}
