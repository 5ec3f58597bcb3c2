import { RequestFault } from '#domain/errors.ts'
import { passwordFault } from '#domain/passwords/password-rules.ts'
import type { Runner } from '../jsonapi/read.ts'
import { hashPassword, type PasswordHash, passwordMatches } from './passwords.ts'

/** Hashes a new password that the rules accept; else a RequestFault (422) with the Finnish sentence and the pointer. */
export async function acceptPassword(
  password: string,
  owner: { name: string; mail: string },
  pointer = '/password',
): Promise<PasswordHash> {
  const detail = passwordFault(password, owner)
  if (detail !== null) throw new RequestFault({ kind: 'invalid', detail, pointer })
  return hashPassword(password)
}

/** Gives a user a password that was accepted: another one than before ends all the user's sessions, and open recovery links with them. */
export async function storePassword(db: Runner, userId: string, { argon2id }: PasswordHash, now: number): Promise<void> {
  await db.query(
    `with linkit as (update salasanan_palautus set kaytetty = $3 where user_id = $1 and kaytetty = 0)
     insert into salasana (user_id, tiiviste, vaihdettu) values ($1, $2, $3)
     on conflict (user_id) do update set tiiviste = excluded.tiiviste, vaihdettu = excluded.vaihdettu`,
    [userId, argon2id, now],
  )
}

/** Whether this is a signed-in user's present password (`existing_password`). */
export async function isPasswordOf(db: Runner, userId: string, password: string): Promise<boolean> {
  const { rows } = await db.query<{ tiiviste: string }>('select tiiviste from salasana where user_id = $1', [userId])
  return passwordMatches(rows[0] ? { argon2id: rows[0].tiiviste } : null, password)
}
