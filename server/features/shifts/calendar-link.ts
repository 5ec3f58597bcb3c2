import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { countReading, deleteLink, driverOfLink, linkOf, storeLink } from './queries.ts'

const tokenBytes = 32
/** A random 256-bit token cannot be guessed, so a plain hash is enough. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether the driver has a link; the token itself is not stored. */
export async function calendarLinkOf(pool: Pool, driver: string): Promise<{ kaytossa: boolean; luotu: number; viimeksi_haettu: number }> {
  const link = await linkOf(pool, driver)
  return { kaytossa: link !== null, luotu: link?.made ?? 0, viimeksi_haettu: link?.last_read ?? 0 }
}

/** Makes a link in place of the earlier one, and returns its path, which is shown only now. */
export async function makeCalendarLink(runner: Queryable, driver: string, now: number): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await storeLink(runner, { driver, hash: hashOf(token), now })
  return `/kalenteri/${token}.ics`
}

/** Returns the path of no link. */
export async function revokeCalendarLink(runner: Queryable, driver: string): Promise<''> {
  await deleteLink(runner, driver)
  return ''
}

/** The enabled driver whose link has the token; null when there is none. */
export async function readCalendarLink(pool: Pool, token: string, now: number): Promise<string | null> {
  const driver = await driverOfLink(pool, hashOf(token))
  if (driver !== null) await countReading(pool, driver, now)
  return driver
}
