import type { JobResult } from 'pg-boss'
import { z } from 'zod'
import type { QueueName } from './queues.ts'

/** A job holds the id of a row and nothing else: no names, addresses or secrets. */
export const jobData = z.strictObject({ id: z.string() })

/** A pg-boss job as passed to a worker. */
export type QueuedJob = {
  /** The id of the pg-boss job; it changes when the work is queued again. */
  bossId: string
  /** Its `data.id`: the id of the row of the job or mail, or the key of a scheduled task. */
  rowId: string
  name: QueueName
  retryCount: number
  signal: AbortSignal
}
/**
 * `failed` is retried until the attempts run out, `deadletter` is not. `output` is stored with the job, so it must hold no personal data.
 * `afterSeconds`: the pause before the next attempt, in place of the queue's.
 */
export type Settlement = Omit<JobResult<{ error: string }>, 'id'> & { afterSeconds?: number }
/** pg-boss has nothing more to do: the work is done, or the row says how it ended. */
export const settled: Settlement = { status: 'completed' }
