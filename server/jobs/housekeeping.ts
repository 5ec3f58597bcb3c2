import type { Pool } from 'pg'
import { purgeSessions } from '../auth/sessions.ts'
import type { Log } from '../database/embedded.ts'
import { forgetKeys } from '../jsonapi/repeats.ts'

const everyMs = 60 * 60 * 1000

/** Once an hour, what has run out is thrown away: sessions and kept answers. Several servers may do it at once. Gives the way to stop. */
export function startHousekeeping(pool: Pool, clock: () => number, log: Log): () => void {
  const timer = setInterval(() => {
    Promise.all([purgeSessions(pool, clock()), forgetKeys(pool, clock())]).catch((error: unknown) =>
      log.warn(`Siivous epäonnistui: ${String(error)}`),
    )
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
