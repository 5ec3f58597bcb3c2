import { RequestFault } from '#domain/errors.ts'
import { ownWordsOf, type PasswordStrength, passwordLengthFault, passwordWeakness } from '#domain/features/users/password-rules.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { unlockPerson } from './lockout.ts'
import { hashPassword, type PasswordHash, passwordMatches } from './passwords.ts'

/** Estimates how hard a password is to guess for somebody who knows these words; null when that failed. `client` as for `hashPassword`. */
export type EstimateStrength = (
  password: string,
  ownWords: readonly string[],
  client: string,
) => PasswordStrength | null | Promise<PasswordStrength | null>

type NewPassword = {
  password: string
  /** Names and addresses of the person and the companies, which must not make up the password. */
  ownTexts: readonly string[]
  /** As for `hashPassword`. */
  client: string
  pointer?: string
}

/**
 * Hashes a new password; throws a RequestFault (422) with the Finnish sentence and the pointer when the rules refuse it, and 503 when it
 * could not be estimated.
 */
export async function acceptPassword(
  estimate: EstimateStrength,
  { password, ownTexts, client, pointer = '/password' }: NewPassword,
): Promise<PasswordHash> {
  const refuse = (detail: string) => new RequestFault({ kind: 'invalid', detail, pointer })
  const lengthFault = passwordLengthFault(password)
  if (lengthFault !== null) throw refuse(lengthFault)
  const strength = await estimate(password, ownWordsOf(ownTexts), client)
  if (strength === null) {
    const detail = 'Salasanaa ei voitu tarkistaa juuri nyt. Yritä hetken kuluttua uudelleen.'
    throw new RequestFault({ kind: 'unavailable', detail, pointer })
  }
  const weakness = passwordWeakness(strength)
  if (weakness !== null) throw refuse(weakness)
  return hashPassword(password, client)
}

/** Names and addresses of the stored user and the user's company, or of the given company for a new user. */
export async function storedOwnTexts(
  db: Queryable,
  { userId, asiakasId }: { userId?: string; asiakasId?: string | null },
): Promise<string[]> {
  const { rows } = await db.query<{ texts: string[] }>(
    `select array[name, mail, field_fullname] as texts from "user" where id = $1
     union all select array[name, y_tunnus] from asiakas
       where id = $2 or id in (select field_asiakas_id from profile_asiakas where uid_id = $1)`,
    [userId ?? null, asiakasId ?? null],
  )
  return rows.flatMap(({ texts }) => texts)
}

/** Stores an accepted password. A changed password ends all sessions, recovery links and locks of the user. */
export async function storePassword(db: Queryable, userId: string, { argon2id }: PasswordHash, now: number): Promise<void> {
  await db.query(
    `with linkit as (update salasanan_palautus set kaytetty = $3 where user_id = $1 and kaytetty = 0)
     insert into salasana (user_id, tiiviste, vaihdettu) values ($1, $2, $3)
     on conflict (user_id) do update set tiiviste = excluded.tiiviste, vaihdettu = excluded.vaihdettu`,
    [userId, argon2id, now],
  )
  await unlockPerson(db, userId)
}

/** Whether this is a signed-in user's present password (`existing_password`). */
export async function isPasswordOf(db: Queryable, userId: string, password: string): Promise<boolean> {
  const { rows } = await db.query<{ tiiviste: string }>('select tiiviste from salasana where user_id = $1', [userId])
  return passwordMatches(rows[0] ? { argon2id: rows[0].tiiviste } : null, password, userId)
}
