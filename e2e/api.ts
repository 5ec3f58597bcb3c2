// What a person does by calls, in Node: the set-up of a story, and what it looks up. Only what a story is about needs a page.
import { expect } from '@playwright/test'
import { knownRoles, profileKindOf } from '#domain/access/roles.ts'
import type { AuthState, Session, Token } from '#web/session/session.ts'
import { password } from './demo-server.ts'

export type Api = {
  /** The person's user id. */
  id: string
  /** The JSON of an answer, which must be 200. */
  get: <T>(path: string) => Promise<T>
  /** Sends JSON, and returns the answer's status and JSON. */
  send: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object, type?: string) => Promise<{ status: number; body: unknown }>
}

/** What the web app keeps of a sign-in, under this key of the browser's storage. */
export type StoredSession = Session & Pick<AuthState, 'errors'>
export const sessionKey = 'kuorma.session'

type Client = { client_id: string; scopes: string[] }
type UserRow = { id: string; attributes: { name: string; mail: string; user_roles: string[] } }
type ProfileRow = { id: string; attributes: { field_etunimi: string; field_sukunimi: string; field_extra?: boolean } }
type ProfileList = { data: ProfileRow[]; included?: { id: string; type: string; attributes: { name: string } }[] }

async function read<T>(url: URL, authorization?: string): Promise<T> {
  const answer = await fetch(url, { headers: authorization === undefined ? {} : { Authorization: authorization } })
  expect(answer.status, `GET ${url.pathname}${url.search}`).toBe(200)
  return answer.json()
}

async function requestToken(server: string, name: string): Promise<Token> {
  const { client_id, scopes } = await read<Client>(new URL(`/api/client_id?username=${encodeURIComponent(name)}`, server))
  const { clients } = await read<{ clients: Record<string, string> }>(new URL('/config.json', server))
  const form = { grant_type: 'password', client_id, client_secret: clients[client_id] ?? '', username: name, password }
  const answer = await fetch(new URL('/oauth/token', server), { method: 'POST', body: new URLSearchParams(form) })
  expect(answer.status, `the sign-in of ${name}`).toBe(200)
  return { ...(await answer.json()), client_id, scopes, fetched: Math.floor(Date.now() / 1000) }
}

/** Signs in by calls, as the sign-in page does. */
export async function signInByCall(server: string, name: string): Promise<StoredSession> {
  const token = await requestToken(server, name)
  const get = <T>(path: string): Promise<T> => read<T>(new URL(path, server), `Bearer ${token.access_token}`)
  const entry = await get<{ meta: { links: { me: { meta: { id: string } } } } }>('/jsonapi')
  const { data: user } = await get<{ data: UserRow }>(`/jsonapi/user/user/${entry.meta.links.me.meta.id}`)
  const roles = knownRoles(user.attributes.user_roles)
  const kind = profileKindOf(roles)
  const include = kind === 'asiakas' ? '&include=field_asiakas' : ''
  const { data, included } = await get<ProfileList>(`/jsonapi/profile/${kind}?filter[uid.id]=${user.id}${include}`)
  const [profile] = data
  if (!profile) throw new Error(`${name} has no profile.`)
  // Only drivers' profiles have it.
  const { field_etunimi, field_sukunimi, field_extra = false } = profile.attributes
  const customer = included?.find(({ type }) => type === 'asiakas_entity--asiakas_entity')
  return {
    token,
    user: { id: user.id, name: user.attributes.name, mail: user.attributes.mail, roles },
    profile: { id: profile.id, kind, name: `${field_etunimi} ${field_sukunimi}`.trim() || user.attributes.name, field_extra },
    asiakas: customer ? { id: customer.id, name: customer.attributes.name } : null,
    errors: [],
  }
}

/** The calls of a signed-in person. */
export function apiOf(server: string, { token, user }: StoredSession): Api {
  const authorization = `Bearer ${token.access_token}`
  return {
    id: user.id,
    get: (path) => read(new URL(path, server), authorization),
    async send(method, path, body, type = 'application/json') {
      const headers = { Authorization: authorization, 'Content-Type': type, Accept: type }
      const answer = await fetch(new URL(path, server), { method, headers, body: JSON.stringify(body) })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
  }
}
