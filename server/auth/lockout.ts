import type { Queryable } from '#server/platform/database/queryable.ts'
import type { InstallationKey } from './installation-key.ts'
import { subscriberOf } from './network-address.ts'

const maxTries = 10
const windowSeconds = 600
const lockSeconds = 600

/** The person whose password or code is tried, and the address that it is tried from. A lock applies to this pair. */
export type Attempt = { subject: string; address: Buffer }

/** The subject is the person, whether the name or the mail address was typed; for an unknown name, a hash of the name. */
export function attemptAt(
  key: InstallationKey,
  { userId, name, address }: { userId: string | null; name: string; address: string },
): Attempt {
  const subject = userId === null ? `name:${key.hashOf(name).toString('base64url')}` : `user:${userId}`
  return { subject, address: key.hashOf(`address ${subscriberOf(address)}`) }
}

/** Tries of second-factor codes are counted over all addresses: the person who makes them already knows the password. */
export const factorAttempt = (userId: string): Attempt => ({ subject: `factor:${userId}`, address: Buffer.alloc(0) })

const recent = `array(select try from unnest(a.tries) try where try > $3::bigint - ${windowSeconds})`

// One statement, so that tries made at the same time on several servers are counted one after another. The tenth try
// in the window sets the lock but its password is still checked; a lock that has expired starts the count afresh.
const countTry = `
  insert into sign_in_attempts as a (subject, address, tries, last_try) values ($1, $2, array[$3::bigint], $3::bigint)
  on conflict (subject, address) do update set
    tries = case
      when a.locked_until > $3::bigint then a.tries
      when a.locked_until > 0 then array[$3::bigint]
      else ${recent} || $3::bigint
    end,
    locked_until = case
      when a.locked_until > $3::bigint then a.locked_until
      when a.locked_until = 0 and cardinality(${recent}) + 1 >= ${maxTries} then $3::bigint + ${lockSeconds}
      else 0
    end,
    refused = case when a.locked_until > $3::bigint then a.refused + 1 else 0 end,
    last_try = $3::bigint
  returning refused = 0 as allowed, (
    select count(*)::int from sign_in_attempts o, unnest(o.tries) try
    where o.subject = $1 and o.address <> $2 and try > $3::bigint - ${windowSeconds}) as elsewhere`

/**
 * Counts a try before the password is checked, so that a hundred concurrent guesses count as a hundred tries.
 * @returns `allowed`: false when the person is locked from this address; `elsewhere`: tries at the same person from other addresses
 */
export async function beginTry(
  db: Queryable,
  { subject, address }: Attempt,
  now: number,
): Promise<{ allowed: boolean; elsewhere: number }> {
  const { rows } = await db.query<{ allowed: boolean; elsewhere: number }>(countTry, [subject, address, now])
  return rows[0] ?? { allowed: false, elsewhere: 0 }
}

const freeTriesElsewhere = 20
const maxDelay = 5000

/**
 * Milliseconds by which a try is delayed because of tries from other addresses. Those never lock, as otherwise a stranger could lock
 * out any person.
 */
export const delayFor = (elsewhere: number): number => Math.min(maxDelay, Math.max(0, elsewhere - freeTriesElsewhere) * 250)

/** Deletes the count of tries from this address after the right password. */
export async function forgetTries(db: Queryable, { subject, address }: Attempt): Promise<void> {
  await db.query('delete from sign_in_attempts where subject = $1 and address = $2', [subject, address])
}

/** Ends every lock on a person's password, after it was changed. */
export async function unlockPerson(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from sign_in_attempts where subject = $1', [`user:${userId}`])
}

export async function purgeAttempts(db: Queryable, now: number): Promise<void> {
  await db.query('delete from sign_in_attempts where greatest(last_try, locked_until) <= $1', [now - 24 * 60 * 60])
}
