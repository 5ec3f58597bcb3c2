import { hash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type ClientGroup, clientGroupOf, knownRoles, type Viewer } from '#domain/access/roles.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { accountInUse } from './account-in-use.ts'
import type { PasswordHash } from './passwords.ts'

export const accessLifetime = 15 * 60
export const refreshLifetime = 30 * 24 * 60 * 60

export type TokenPair = { accessToken: string; refreshToken: string }
export type SignInUser = { id: string; roles: readonly string[]; passwordHash: PasswordHash }

export const tokenForm = /^[A-Za-z0-9_-]{43}$/
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
const newToken = () => randomBytes(32).toString('base64url')

/** The session of a new pair of tokens: `end` is its latest end, `parent` the hash of the refresh token that was exchanged. */
type PairOf = { sessionId: string; end: number; parent: Buffer | null }

async function storePair(client: PoolClient, { sessionId, end, parent }: PairOf, now: number): Promise<TokenPair> {
  const pair = { accessToken: newToken(), refreshToken: newToken() }
  await client.query(
    `insert into istunto_tunnus (tiiviste, istunto_id, laji, vanhenee, parent) values ($1, $3, 'access', $4, null), ($2, $3, 'refresh', $5, $6)`,
    [
      tokenHash(pair.accessToken),
      tokenHash(pair.refreshToken),
      sessionId,
      Math.min(now + accessLifetime, end),
      Math.min(now + refreshLifetime, end),
      parent,
    ],
  )
  return pair
}

/**
 * Starts a session after the password was right, in the caller's transaction. Null when the account was disabled, or the password or
 * roles were changed, while the password was being checked. `maxAge` is in seconds.
 */
export async function startSession(
  connection: PoolClient,
  user: SignInUser,
  { clientId, device, maxAge }: { clientId: string; device: string; maxAge: number },
  now: number,
): Promise<TokenPair | null> {
  const { rows } = await connection.query<{ id: string }>(
    `with kuka as (
       select u.id from "user" u join salasana s on s.user_id = u.id
       where u.id = $1 and ${accountInUse} and u.user_roles = $2 and s.tiiviste = $3 for share
     )
     insert into istunto (user_id, client_id, alkoi, kaytetty_viimeksi, laite) select id, $4, $5, $5, $6 from kuka returning id`,
    [user.id, user.roles, user.passwordHash.argon2id, clientId, now, device],
  )
  const session = rows[0]
  return session ? storePair(connection, { sessionId: session.id, end: now + maxAge, parent: null }, now) : null
}

type RefreshRow = {
  id: string
  user_id: string
  alkoi: number
  superseded: boolean
  vanhenee: number
  paattyi: number | null
  in_use: boolean
  user_roles: string[] | null
}

/** `reused`: the token must have been copied, as its successor has been used; the session of `userId` has been ended. */
type Rotation = TokenPair | 'unknown' | 'ended' | { reused: true; userId: string }

// A client uses a token again when the answer was lost, as it did not get the successor; two tabs may do so at once. Once a
// successor of the token, or of the token before it, has been used, a client that presents the token has copied it.
const supersededColumn = `exists (
    select from istunto_tunnus later where later.kaytetty is not null and (later.parent = t.tiiviste
      or (later.parent = t.parent and later.tiiviste <> t.tiiviste))) as superseded`

/**
 * Exchanges a refresh token for a new pair, unless it is unknown or too old, or its session has been ended. The token stays valid until
 * its successor has been used once; if it is presented after that, the whole session is ended.
 */
export function rotateSession(
  pool: Pool,
  refreshToken: string,
  client: { clientId: string; group: ClientGroup; maxAge: number },
  now: number,
): Promise<Rotation> {
  if (!tokenForm.test(refreshToken)) return Promise.resolve('unknown')
  const presented = tokenHash(refreshToken)
  return inTransaction(pool, async (connection) => {
    // Locks the session's row, so that concurrent requests with the same token are processed one after another.
    await connection.query(
      `select 1 from istunto where id = (select istunto_id from istunto_tunnus where tiiviste = $1 and laji = 'refresh') for update`,
      [presented],
    )
    const { rows } = await connection.query<RefreshRow>(
      `select i.id, i.user_id, i.alkoi::float8 as alkoi, ${supersededColumn}, t.vanhenee::float8 as vanhenee, i.paattyi::float8 as paattyi, ${accountInUse} as in_use, u.user_roles
       from istunto_tunnus t join istunto i on i.id = t.istunto_id join "user" u on u.id = i.user_id
       where t.tiiviste = $1 and t.laji = 'refresh' and i.client_id = $2`,
      [presented, client.clientId],
    )
    const found = rows[0]
    if (!found) return 'unknown'
    if (found.paattyi !== null) return 'ended'
    if (found.superseded) {
      await connection.query('update istunto set paattyi = $2 where id = $1', [found.id, now])
      return { reused: true, userId: found.user_id }
    }
    const end = found.alkoi + client.maxAge
    const held = knownRoles(found.user_roles ?? [])
    if (found.vanhenee <= now || end <= now) return 'unknown'
    if (!found.in_use || held.length === 0 || clientGroupOf(held) !== client.group) return 'ended'
    await connection.query(`update istunto_tunnus set kaytetty = coalesce(kaytetty, $2) where tiiviste = $1`, [presented, now])
    await connection.query('update istunto set kaytetty_viimeksi = $2 where id = $1', [found.id, now])
    return storePair(connection, { sessionId: found.id, end, parent: presented }, now)
  })
}

const hashForm = /^[0-9a-f]{64}$/

/**
 * Signs out: ends the sessions of these tokens (access or refresh), and that of the token with this SHA-256 (hexadecimal). A device
 * that signs out without a network stores only the hash until it can send it.
 */
export async function endSessionOf(
  pool: Pool,
  { tokens, refreshHash = '' }: { tokens: readonly string[]; refreshHash?: string },
  now: number,
): Promise<void> {
  const hashes = tokens.filter((token) => tokenForm.test(token)).map(tokenHash)
  if (hashForm.test(refreshHash)) hashes.push(Buffer.from(refreshHash, 'hex'))
  if (hashes.length === 0) return
  await pool.query(
    `update istunto set paattyi = $2 where paattyi is null and id in (select istunto_id from istunto_tunnus where tiiviste = any($1::bytea[]))`,
    [hashes, now],
  )
}

/** The viewer and session of an access token. */
export type SignedIn = { viewer: Viewer; sessionId: string; expires: number }

type ViewerRow = { id: string; name: string; user_roles: string[] | null; asiakas_id: string | null }
type SignedInRow = ViewerRow & { istunto_id: string; vanhenee: number }

/** The company is null when it has been removed. */
const viewerColumns = `u.id, u.name, u.user_roles,
  (select p.field_asiakas_id from profile_asiakas p join asiakas a on a.id = p.field_asiakas_id
   where p.uid_id = u.id and p.status = 1 and a.status = 1 order by p.id limit 1) as asiakas_id`

/** Null for a user without a known role. */
function viewerOf(row: ViewerRow): Viewer | null {
  const roles = knownRoles(row.user_roles ?? [])
  if (roles.length === 0) return null
  return { userId: row.id, name: row.name, roles, asiakasId: roles.includes('asiakas') ? row.asiakas_id : null }
}

/** The viewer with the present roles, for work after the request; null when the account may no longer be used. */
export async function readViewer(pool: Pool, userId: string): Promise<Viewer | null> {
  const { rows } = await pool.query<ViewerRow>(`select ${viewerColumns} from "user" u where u.id = $1 and ${accountInUse}`, [userId])
  return rows[0] ? viewerOf(rows[0]) : null
}

/** Reads the user of an access token; null when the token is unknown or has ended. */
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

/** The open session of a person's token, locked against its end until the transaction ends; null when it has ended. */
export async function lockSession(client: PoolClient, { userId, token }: { userId: string; token: string }): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select i.id from istunto i where i.id = (select istunto_id from istunto_tunnus where tiiviste = $1)
       and i.user_id = $2 and i.paattyi is null for share`,
    [tokenHash(token), userId],
  )
  return rows[0]?.id ?? null
}

/** Deletes expired tokens, and sessions without tokens. */
export async function purgeSessions(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from istunto_tunnus where vanhenee <= $1', [now])
  await pool.query(
    `delete from istunto i where i.kaytetty_viimeksi <= $1 and not exists (select 1 from istunto_tunnus t where t.istunto_id = i.id)`,
    [now - refreshLifetime],
  )
}

export type OpenSession = { id: string; alkoi: number; kaytetty_viimeksi: number; laite: string; nykyinen: boolean }

/** A person's open sessions, the latest used first; the session of `token` is marked as the current one. */
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

/** Ends one of a person's sessions, or all except the one of the token `keep`; returns their number. */
export async function endSessions(
  db: Queryable,
  { userId, id, keep }: { userId: string; id: string | null; keep: string },
  now: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `update istunto set paattyi = $2 where user_id = $1 and paattyi is null and (id = $3 or ($3::uuid is null
       and id not in (select istunto_id from istunto_tunnus where tiiviste = $4)))`,
    [userId, now, id, tokenHash(keep)],
  )
  return rowCount ?? 0
}

/** Ends the sessions of the customer's users. */
export async function endSessionsOfCustomer(db: Queryable, customer: string, now: number): Promise<void> {
  await db.query(
    `update istunto set paattyi = $2 where paattyi is null
       and user_id in (select uid_id from profile_asiakas where field_asiakas_id = $1 and status = 1)`,
    [customer, now],
  )
}
