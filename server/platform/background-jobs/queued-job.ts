import type { JobResult } from 'pg-boss'
import { z } from 'zod'
import type { QueueName } from './queues.ts'

/** A job holds the id of a row and nothing else: no names, addresses or secrets. */
export const jobData = z.strictObject({ id: z.string() })

/** A job of pg-boss as a worker gets it. */
export type QueuedJob = {
  /** Of the job of pg-boss; a job that is queued anew gets another one. */
  bossId: string
  /** Of what it is about, its `data.id`: the row of the job or of the mail; of a scheduled task, its key. */
  rowId: string
  name: QueueName
  retryCount: number
  signal: AbortSignal
}
/** `failed` is retried until the attempts run out, `deadletter` is not. `output` is kept with the job: no personal data. */
export type Settlement = Omit<JobResult<{ error: string }>, 'id'>
/** pg-boss has nothing more to do: the work is done, or the row says how it ended. */
export const settled: Settlement = { status: 'completed' }
