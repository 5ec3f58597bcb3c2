import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { QueueName } from './queues.ts'

/** One run of a job, as passed to its handler. */
export type JobRun = {
  /** The id of the job's row in taustatyo. */
  rowId: string
  /** The user who requested the job; null when the server did. */
  tekija: string | null
  /** Aborted when the job was cancelled, the server stops, or another server has taken the job over. */
  signal: AbortSignal
  progress: (done: number, of: number) => void
}

/** The outcome of a job. `store` runs in the transaction that marks the job as done: only the attempt that still holds the job stores. */
export type Outcome = { result: object; store?: (client: PoolClient) => Promise<void> }

/**
 * A kind of job, which runs after the response has been sent. It restarts from the beginning when its server crashes, so it stores
 * rows only in `store`; files without a row are swept. A RequestFault ends it with that message; after any other error it is retried.
 */
export type JobKind<I = unknown> = {
  /** Its queue (queues.ts). The name is stored in the database: use a new name when the meaning changes. */
  name: QueueName
  input: z.ZodType<I>
  /** `stored` is the input as read from the database. */
  run: (stored: unknown, running: JobRun) => Promise<Outcome>
}

export const defineJob = <I>({
  name,
  input,
  run,
}: {
  name: QueueName
  input: z.ZodType<I>
  run: (input: I, running: JobRun) => Promise<Outcome>
}): JobKind<I> => ({ name, input, run: (stored, running) => run(input.parse(stored), running) })
