import type { PgBoss } from 'pg-boss'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { recordQueueJob } from './job-rows.ts'
import { bossDatabase } from './open-boss.ts'

/** Queues a job that has its row, on the caller's connection. */
export async function queueJob(boss: PgBoss, db: Queryable, { id, laji }: { id: string; laji: string }): Promise<void> {
  const queueJobId = await recordQueueJob(db, id)
  const sent = await boss.send(laji, { id }, { id: queueJobId, db: bossDatabase(db) })
  if (!sent) throw new Error(`The queue ${laji} did not take a job`)
}
