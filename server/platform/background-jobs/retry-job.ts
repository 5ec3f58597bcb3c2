import type { PgBoss } from 'pg-boss'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { bossDatabase } from './open-boss.ts'
import { queueJob } from './queue-job.ts'
import { deadLetterQueue, housekeepingQueue, invoiceQueue, mailQueue, smsQueue } from './queues.ts'

/** The tables whose rows say that they wait; every other queue's rows are in taustatyo. */
const tables: Readonly<Record<string, string>> = { [mailQueue]: 'lahteva_posti', [smsQueue]: 'lahteva_tekstiviesti' }

/** The row of a failed job waits again; false when there is none that failed: it was removed, or is tried already. */
async function reopenRow(db: Queryable, table: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`update ${table} set tila = 'odottaa', virhe = '' where id = $1 and tila = 'epaonnistui'`, [id])
  return rowCount === 1
}

/** Queues anew what failed for good, and takes it off the list of failures, in the caller's transaction. False when there is nothing to try. */
export async function retryJob(boss: PgBoss, db: Queryable, deadLetter: string): Promise<boolean> {
  const { rows } = await db.query<{ queue: string; id: string }>(
    `delete from pgboss.job where name = $1 and id = $2 returning source_name as queue, data ->> 'id' as id`,
    [deadLetterQueue, deadLetter],
  )
  const [failed] = rows
  if (!failed) return false
  const { queue, id } = failed
  if (queue === housekeepingQueue || queue === invoiceQueue) {
    // A key that is queued already is the same work.
    await boss.send(queue, { id }, { singletonKey: id, db: bossDatabase(db) })
    return true
  }
  const table = tables[queue]
  if (!(await reopenRow(db, table ?? 'taustatyo', id))) return false
  if (table) await boss.send(queue, { id }, { db: bossDatabase(db) })
  else await queueJob(boss, db, { rowId: id, laji: queue })
  return true
}
