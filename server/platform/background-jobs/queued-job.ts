import type { JobResult } from 'pg-boss'
import { z } from 'zod'
import type { QueueName } from './queues.ts'

/** A job holds the id of a row and nothing else: no names, addresses or secrets. */
export const jobData = z.strictObject({ id: z.string() })

/** A job of pg-boss as a worker gets it. */
export type QueuedJob = {
  /** pg-boss's own id; `data.id` is the row's. */
  id: string
  name: QueueName
  data: z.output<typeof jobData>
  retryCount: number
  signal: AbortSignal
}
/** `failed` is retried until the attempts run out, `deadletter` is not. `output` is kept with the job: no personal data. */
export type Settlement = Omit<JobResult<{ error: string }>, 'id'>
