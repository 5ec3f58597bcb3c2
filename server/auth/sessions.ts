import { hash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type ClientGroup, clientGroupOf, knownRoles, type Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import { accountInUse } from './account-in-use.ts'
import type { PasswordHash } from './passwords.ts'

export const accessLifetime = 15 * 60
export const refreshLifetime = 30 * 24 * 60 * 60
/** Two tabs may send the same refresh token: for this long the second one gets a pair too. */
const reuseGrace = 10

export type TokenPair = { accessToken: string; refreshToken: string }
export type SignInUser = { id: string; roles: readonly string[]; passwordHash: PasswordHash }

export const tokenForm = /^[A-Za-z0-9_-]{43}$/
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
const newToken = () => randomBytes(32).toString('base64url')

async function storePair(client: PoolClient, sessionId: string, now: number): Promise<TokenPair> {
  const pair = { accessToken: newToken(), refreshToken: newToken() }
  await client.query(
    `insert into istunto_tunnus (tiiviste, istunto_id, laji, vanhenee) values ($1, $3, 'access', $4), ($2, $3, 'refresh', $5)`,
    [tokenHash(pair.accessToken), tokenHash(pair.refreshToken), sessionId, now + accessLifetime, now + refreshLifetime],
  )
  return pair
}

/**
 * Starts a session for somebody whose password was right. Null when the account went out of use, or the person got another password
 * or other roles while the password was being looked at.
 */
export function startSession(pool: Pool, user: SignInUser, clientId: string, device: string, now: number): Promise<TokenPair | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `with kuka as (
         select u.id from "user" u join salasana s on s.user_id = u.id
         where u.id = $1 and ${accountInUse} and u.user_roles = $2 and s.tiiviste = $3 for share
       )
       insert into istunto (user_id, client_id, alkoi, kaytetty_viimeksi, laite) select id, $4, $5, $5, $6 from kuka returning id`,
      [user.id, user.roles, user.passwordHash.argon2id, clientId, now, device],
    )
    const session = rows[0]
    return session ? storePair(client, session.id, now) : null
  })
}

type RefreshRow = {
  id: string
  kaytetty: number | null
  vanhenee: number
  paattyi: number | null
  in_use: boolean
  user_roles: string[] | null
}

/**
 * Exchanges a refresh token for a new pair. It may be unknown or too old by now, or its session may have been ended; one that
 * was exchanged long ago has been copied, and ends its whole session.
 */
export function rotateSession(
  pool: Pool,
  refreshToken: string,
  client: { clientId: string; group: ClientGroup },
  now: number,
): Promise<TokenPair | 'unknown' | 'ended'> {
  if (!tokenForm.test(refreshToken)) return Promise.resolve('unknown')
  const presented = tokenHash(refreshToken)
  return inTransaction(pool, async (connection) => {
    // The session's row is locked, so that the same token sent twice at once is looked at one after the other.
    await connection.query(
      `select 1 from istunto where id = (select istunto_id from istunto_tunnus where tiiviste = $1 and laji = 'refresh') for update`,
      [presented],
    )
    const { rows } = await connection.query<RefreshRow>(
      `select i.id, t.kaytetty::float8 as kaytetty, t.vanhenee::float8 as vanhenee, i.paattyi::float8 as paattyi, ${accountInUse} as in_use, u.user_roles
       from istunto_tunnus t join istunto i on i.id = t.istunto_id join "user" u on u.id = i.user_id
       where t.tiiviste = $1 and t.laji = 'refresh' and i.client_id = $2`,
      [presented, client.clientId],
    )
    const found = rows[0]
    if (!found) return 'unknown'
    if (found.paattyi !== null) return 'ended'
    if (found.kaytetty !== null && now - found.kaytetty > reuseGrace) {
      await connection.query('update istunto set paattyi = $2 where id = $1', [found.id, now])
      return 'ended'
    }
    const held = knownRoles(found.user_roles ?? [])
    if (found.vanhenee <= now) return 'unknown'
    if (!found.in_use || held.length === 0 || clientGroupOf(held) !== client.group) return 'ended'
    await connection.query(`update istunto_tunnus set kaytetty = coalesce(kaytetty, $2) where tiiviste = $1`, [presented, now])
    await connection.query('update istunto set kaytetty_viimeksi = $2 where id = $1', [found.id, now])
    return storePair(connection, found.id, now)
  })
}

/** Signs out: ends the session that any of these tokens, access or refresh, belongs to. */
export async function endSessionOf(pool: Pool, tokens: readonly string[], now: number): Promise<void> {
  const hashes = tokens.filter((token) => tokenForm.test(token)).map(tokenHash)
  if (hashes.length === 0) return
  await pool.query(
    `update istunto set paattyi = $2 where paattyi is null and id in (select istunto_id from istunto_tunnus where tiiviste = any($1::bytea[]))`,
    [hashes, now],
  )
}

/** A viewer as one access token stands for it. */
export type SignedIn = { viewer: Viewer; sessionId: string; expires: number }

type ViewerRow = { id: string; name: string; user_roles: string[] | null; asiakas_id: string | null }
type SignedInRow = ViewerRow & { istunto_id: string; vanhenee: number }

/** Nobody acts for a company that has been removed. */
const viewerColumns = `u.id, u.name, u.user_roles,
  (select p.field_asiakas_id from profile_asiakas p join asiakas a on a.id = p.field_asiakas_id
   where p.uid_id = u.id and p.status = 1 and a.status = 1 order by p.id limit 1) as asiakas_id`

/** Null for somebody who holds no role (any more). */
function viewerOf(row: ViewerRow): Viewer | null {
  const roles = knownRoles(row.user_roles ?? [])
  if (roles.length === 0) return null
  return { userId: row.id, name: row.name, roles, asiakasId: roles.includes('asiakas') ? row.asiakas_id : null }
}

/** Somebody as they are now, for what is done for them after their request; null when they may do nothing any more. */
export async function readViewer(pool: Pool, userId: string): Promise<Viewer | null> {
  const { rows } = await pool.query<ViewerRow>(`select ${viewerColumns} from "user" u where u.id = $1 and ${accountInUse}`, [userId])
  return rows[0] ? viewerOf(rows[0]) : null
}

/** Reads who holds an access token; null when nobody does (any more). */
export async function readSignedIn(pool: Pool, token: string, now: number): Promise<SignedIn | null> {
  const { rows } = await pool.query<SignedInRow>({
    name: 'istunto_tunnus_kenen',
    text: `
      select ${viewerColumns}, i.id as istunto_id, t.vanhenee::float8 as vanhenee
      from istunto_tunnus t join istunto i on i.id = t.istunto_id join "user" u on u.id = i.user_id
      where t.tiiviste = $1 and t.laji = 'access' and t.vanhenee > $2 and i.paattyi is null and ${accountInUse}`,
    values: [tokenHash(token), now],
  })
  const row = rows[0]
  const viewer = row ? viewerOf(row) : null
  return row && viewer ? { viewer, sessionId: row.istunto_id, expires: row.vanhenee } : null
}

/** Clears what no longer says anything: expired tokens, sessions left without any, wrong tries of yesterday. */
export async function purgeSessions(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from istunto_tunnus where vanhenee <= $1', [now])
  await pool.query(
    `delete from istunto i where i.kaytetty_viimeksi <= $1 and not exists (select 1 from istunto_tunnus t where t.istunto_id = i.id)`,
    [now - refreshLifetime],
  )
  await pool.query('delete from kirjautumisyritys where greatest(viimeksi, lukossa_asti) <= $1', [now - 24 * 60 * 60])
}

export type OpenSession = { id: string; alkoi: number; kaytetty_viimeksi: number; laite: string; nykyinen: boolean }

/** A person's sessions that still hold, the latest used first; `token` tells which of them asks. */
export async function openSessions(pool: Pool, userId: string, token: string, now: number): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `select i.id, i.alkoi::float8 as alkoi, i.kaytetty_viimeksi::float8 as kaytetty_viimeksi, i.laite,
       exists (select from istunto_tunnus t where t.istunto_id = i.id and t.tiiviste = $2) as nykyinen
     from istunto i where i.user_id = $1 and i.paattyi is null and i.kaytetty_viimeksi > $3
     order by i.kaytetty_viimeksi desc, i.id limit 200`,
    [userId, tokenHash(token), now - refreshLifetime],
  )
  return rows
}

/** Ends one of a person's sessions, or all but the one of `keep`; how many. */
export async function endSessions(
  pool: Pool,
  { userId, id, keep }: { userId: string; id: string | null; keep: string },
  now: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update istunto set paattyi = $2 where user_id = $1 and paattyi is null and (id = $3 or ($3::uuid is null
       and id not in (select istunto_id from istunto_tunnus where tiiviste = $4)))`,
    [userId, now, id, tokenHash(keep)],
  )
  return rowCount ?? 0
}
