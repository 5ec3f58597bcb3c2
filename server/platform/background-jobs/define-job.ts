import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { QueueName } from './queues.ts'

/** One run of a job, as its work gets it. */
export type JobRun = {
  /** Of its row in taustatyo. */
  rowId: string
  /** Who asked for it; null when nobody did. */
  tekija: string | null
  /** Aborted when the job was cancelled, the server stops, or another server has taken the job over. */
  signal: AbortSignal
  progress: (done: number, of: number) => void
}

/** What came of a job. `store` runs in the transaction that marks it done: only the attempt that still holds the job stores. */
export type Outcome = { result: object; store?: (client: PoolClient) => Promise<void> }

/**
 * A kind of work that goes on after the answer. It starts over when its server dies, so everything it leaves behind is stored by
 * `store`. A RequestFault ends it with that message; any other error is retried.
 */
export type JobKind<I = unknown> = {
  /** Its queue (queues.ts), as stored in the database: a new meaning is a new name. */
  name: QueueName
  input: z.ZodType<I>
  /** With the input as it was stored. */
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
