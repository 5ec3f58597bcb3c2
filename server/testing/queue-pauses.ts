// So that tests do not wait until pg-boss tries a failed job again.
import type { Pool } from 'pg'

/** Makes the servers poll a queue, as the notification of a new job does. */
export async function wakeServers(pool: Pool, queue: string): Promise<void> {
  await pool.query("SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [queue])
}

/** Ends the pauses of a queue's jobs before their next attempt, and makes the servers poll. Returns how many jobs there were. */
export async function endPauses(pool: Pool, queue: string): Promise<number> {
  const { rowCount } = await pool.query("UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry'", [queue])
  await wakeServers(pool, queue)
  return rowCount ?? 0
}
