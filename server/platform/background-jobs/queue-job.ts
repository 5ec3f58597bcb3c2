import type { PgBoss } from 'pg-boss'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { recordBossId } from './job-rows.ts'
import { bossDatabase } from './open-boss.ts'

/** Queues the job of a stored row, on the caller's connection. */
export async function queueJob(boss: PgBoss, db: Queryable, { rowId, laji }: { rowId: string; laji: string }): Promise<void> {
  const bossId = await recordBossId(db, rowId)
  const sent = await boss.send(laji, { id: rowId }, { id: bossId, db: bossDatabase(db) })
  if (!sent) throw new Error(`The queue ${laji} did not take a job`)
}
