import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PoolClient } from 'pg'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { InstallationKey } from './installation-key.ts'

// RFC 6238 with the parameters that all authenticator apps support: SHA-1, six digits, 30 seconds; one step early or late is accepted.
const period = 30
const issuerAtMost = 40
const recoveryCodes = 10

type Factor = { vaaditaan: boolean; salaisuus: Buffer; vahvistettu: number; varakoodeja: number }
const none: Factor = { vaaditaan: false, salaisuus: Buffer.alloc(0), vahvistettu: 0, varakoodeja: 0 }

const selectFactor =
  'select vaaditaan, salaisuus, vahvistettu::float8 as vahvistettu, cardinality(varakoodit) as varakoodeja from toinen_tekija where user_id = $1'

export async function readFactor(db: Queryable, userId: string): Promise<Factor> {
  const { rows } = await db.query<Factor>(selectFactor, [userId])
  return rows[0] ?? none
}

/** Locks the factor until the transaction ends, so that decisions based on it are still valid when the transaction is stored. */
export async function lockFactor(client: PoolClient, userId: string): Promise<Factor> {
  const { rows } = await client.query<Factor>(`${selectFactor} for update`, [userId])
  return rows[0] ?? none
}

export const isInUse = ({ vahvistettu }: Factor): boolean => vahvistettu > 0

export type Enrolment = { otpauth: string; salaisuus: string }

/**
 * A secret for the person's app, not in use until the first right code. With `anew` false a recently created secret is returned again,
 * so that two windows show the same one. Null when a factor is already in use.
 */
export async function beginFactor(
  db: Queryable,
  key: InstallationKey,
  user: { id: string; name: string },
  issuer: string,
  anew: boolean,
): Promise<Enrolment | null> {
  const fresh = key.seal(randomBytes(20), user.id)
  const { rows } = await db.query<{ salaisuus: Buffer }>(
    `insert into toinen_tekija as t (user_id, salaisuus) values ($1, $2)
     on conflict (user_id) do update set salaisuus = case when $3 or t.salaisuus = '' then excluded.salaisuus else t.salaisuus end
     where t.vahvistettu = 0 returning salaisuus`,
    [user.id, fresh, anew],
  )
  if (!rows[0]) return null
  const secret = secretOf(key, rows[0].salaisuus, user.id)
  return {
    otpauth: new TOTP({ secret, label: user.name, issuer: issuer.replaceAll(':', ' ').slice(0, issuerAtMost), period }).toString(),
    salaisuus: secret.base32,
  }
}

function secretOf(key: InstallationKey, sealed: Buffer, userId: string): Secret {
  return new Secret({ buffer: new Uint8Array(key.open(sealed, userId)).buffer })
}

/** `enabled`: the code was right and the first one, so the factor is now in use. */
export type TakenCode = 'wrong' | 'right' | 'enabled'

/**
 * Checks a code of the app, or a recovery code if the factor is in use, and marks it as used. The first right code enables a new factor.
 * Call it in the transaction of the action, so that the code stays unused when the action fails. The caller counts the tries.
 */
export async function takeCode(
  client: PoolClient,
  key: InstallationKey,
  { userId, typed }: { userId: string; typed: string },
  now: number,
): Promise<TakenCode> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  const factor = await lockFactor(client, userId)
  if (factor.salaisuus.length === 0) return 'wrong'
  if (!/^\d{6}$/.test(code)) return isInUse(factor) && (await takeRecoveryCode(client, key, userId, code)) ? 'right' : 'wrong'
  const secret = secretOf(key, factor.salaisuus, userId)
  const delta = TOTP.validate({ token: code, secret, period, window: 1, timestamp: now * 1000 })
  if (delta === null) return 'wrong'
  const { rowCount } = await client.query(
    `update toinen_tekija set askel = $2, vahvistettu = case when vahvistettu = 0 then $3 else vahvistettu end
     where user_id = $1 and askel < $2`,
    [userId, Math.floor(now / period) + delta, now],
  )
  if (rowCount !== 1) return 'wrong'
  return isInUse(factor) ? 'right' : 'enabled'
}

const recoveryHash = (key: InstallationKey, userId: string, code: string): Buffer => key.hashOf(`varakoodi ${userId} ${code}`)

async function takeRecoveryCode(db: Queryable, key: InstallationKey, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update toinen_tekija set varakoodit = array_remove(varakoodit, $2) where user_id = $1 and $2 = any(varakoodit)',
    [userId, recoveryHash(key, userId, code)],
  )
  return rowCount === 1
}

/** Ten new recovery codes, which replace the earlier ones. Shown once: only their hashes are stored. */
export async function newRecoveryCodes(db: Queryable, key: InstallationKey, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 10 }).base32.slice(0, 12))
  await db.query('update toinen_tekija set varakoodit = $2 where user_id = $1 and vahvistettu > 0', [
    userId,
    codes.map((code) => recoveryHash(key, userId, code)),
  ])
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Removes the factor; whether one is required does not change. */
export async function removeFactor(db: Queryable, userId: string): Promise<void> {
  await db.query(`update toinen_tekija set salaisuus = '', vahvistettu = 0, askel = 0, varakoodit = '{}' where user_id = $1`, [userId])
}

export async function requireFactor(db: Queryable, userId: string, required: boolean): Promise<void> {
  await db.query(
    'insert into toinen_tekija (user_id, vaaditaan) values ($1, $2) on conflict (user_id) do update set vaaditaan = excluded.vaaditaan',
    [userId, required],
  )
}
