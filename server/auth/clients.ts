import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { type ClientGroup, clientGroupOf, clientGroups, knownRoles } from '#domain/access/roles.ts'
import { accountInUse } from './account-in-use.ts'
import { type InstallationKey, normalName } from './installation-key.ts'

/** The credential with which the web app signs in the people of one role group. Public: listed in `GET /config.json`. */
export type AuthClient = { clientId: string; clientSecret: string; group: ClientGroup }

export const clientIdOf: Record<ClientGroup, string> = {
  yllapito: 'kuorma-yllapito',
  kuljettaja: 'kuorma-kuljettaja',
  asiakas_yllapito: 'kuorma-asiakas-yllapito',
  asiakas: 'kuorma-asiakas',
}

/** Makes the secrets at the first start; servers that start at the same time agree on the same ones. */
export async function ensureClients(pool: Pool): Promise<AuthClient[]> {
  await pool.query(
    `insert into asiakasohjelma (client_id, client_secret, ryhma) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
    [clientGroups.map((group) => clientIdOf[group]), clientGroups.map(() => randomBytes(32).toString('base64url')), [...clientGroups]],
  )
  const { rows } = await pool.query<AuthClient>(
    `select client_id as "clientId", client_secret as "clientSecret", ryhma as "group" from asiakasohjelma order by client_id`,
  )
  return rows
}

/** The `clients` of `GET /config.json`: client_id to client_secret. */
export function clientMap(clients: readonly AuthClient[]): Record<string, string> {
  return Object.fromEntries(clients.map((client) => [client.clientId, client.clientSecret]))
}

export function findClient(clients: readonly AuthClient[], clientId: string, clientSecret: string): AuthClient | undefined {
  const client = clients.find((candidate) => candidate.clientId === clientId)
  if (!client) return undefined
  const same = timingSafeEqual(hash('sha256', client.clientSecret, 'buffer'), hash('sha256', clientSecret, 'buffer'))
  return same ? client : undefined
}

/** Who signs in by a name or a mail. A name wins over somebody's mail that looks the same, an account in use over another one. */
export type SignInCandidate = { id: string; name: string; in_use: boolean; user_roles: string[] | null; tiiviste: string | null }

export async function findUser(pool: Pool, typed: string): Promise<SignInCandidate | null> {
  const { rows } = await pool.query<SignInCandidate>({
    name: 'kirjautuja',
    text: `
      select u.id, u.name, ${accountInUse} as in_use, u.user_roles, s.tiiviste from "user" u left join salasana s on s.user_id = u.id
      where lower(u.name) = lower($1) or (lower(u.mail) = lower($1) and u.mail <> '')
      order by lower(u.name) = lower($1) desc, in_use desc limit 1`,
    values: [normalName(typed)],
  })
  return rows[0] ?? null
}

/**
 * The group whose client a name signs in with. An unknown name gets one too, always the same, chosen by its
 * keyed hash. Both cost the same work, so that the answer does not show whether the name exists.
 */
export async function clientGroupOfName(pool: Pool, key: InstallationKey, typed: string): Promise<ClientGroup> {
  const user = await findUser(pool, typed)
  const chosen = clientGroups[(key.hashOf(typed)[0] ?? 0) % clientGroups.length] ?? 'asiakas'
  const held = knownRoles(user?.user_roles ?? [])
  return held.length > 0 ? clientGroupOf(held) : chosen
}
