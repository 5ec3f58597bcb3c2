import type { PoolClient } from 'pg'
import type { z } from 'zod'

/** A job as its work sees it. */
export type Running = {
  id: string
  /** Whose wish it is; null is the calendar's. */
  tekija: string | null
  /** Ends when the job was cancelled, the server stops, or another server has taken the job over. */
  signal: AbortSignal
  progress: (done: number, of: number) => void
}

/** What came of a job. `store` runs in the transaction that marks it done: only the server that still holds the job stores. */
export type Outcome = { result: object; store?: (client: PoolClient) => Promise<void> }

/**
 * A kind of work that goes on after the answer. It is begun again from its start when its server dies, so all that it leaves
 * behind is left by `store`. A RequestFault ends it with that message; any other error is tried again.
 */
export type JobKind<I = unknown> = {
  /** As it stands in the database: a new meaning is a new name. */
  name: string
  input: z.ZodType<I>
  /** With the input as it was stored. */
  run: (stored: unknown, running: Running) => Promise<Outcome>
}

export const defineJob = <I>({
  name,
  input,
  run,
}: {
  name: string
  input: z.ZodType<I>
  run: (input: I, running: Running) => Promise<Outcome>
}): JobKind<I> => ({ name, input, run: (stored, running) => run(input.parse(stored), running) })
