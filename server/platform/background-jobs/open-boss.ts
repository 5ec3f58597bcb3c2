import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { type Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { createNotices } from '#server/platform/database/notices.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** Runs pg-boss's statements on the caller's connection: passed as the option `db`, they join its transaction. */
export const bossDatabase = (db: Queryable): Db => ({ executeSql: (text, values) => db.query(text, values) })

const affected = z.object({ affected: z.number() })
/** The number of jobs that complete, fail, cancel or delete changed; their response has no type. */
export const affectedJobs = (response: object): number => affected.parse(response).affected

/** The pool for statements, and a separate connection to listen on. */
const listeningDatabase = (pool: Pool, log: FastifyBaseLogger): Db => ({
  ...bossDatabase(pool),
  async listen(channel, receive, missed) {
    const notices = createNotices({ pool, log, channel, what: 'listening for background jobs', missed, receive })
    await notices.start()
    return { close: notices.stop }
  },
})

/** In seconds. A server that died is noticed at the first check after its heartbeat has run out. */
const checkInterval = 15

/** pg-boss of a running server. It polls even when notifications do not arrive. */
export function openBoss(pool: Pool, log: FastifyBaseLogger): PgBoss {
  const boss = new PgBoss({
    db: listeningDatabase(pool, log),
    useListenNotify: true,
    superviseIntervalSeconds: checkInterval,
    monitorIntervalSeconds: checkInterval,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'background jobs: the database did not answer'))
  boss.on('warning', ({ message, data }) => log.warn({ ...data }, `background jobs: ${message}`))
  return boss
}
