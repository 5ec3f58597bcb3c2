import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { RequestFault } from '#domain/errors.ts'
import type { Queryable } from '../database/queryable.ts'
import { inTransaction } from '../database/transaction.ts'
import type { JobKind } from './define-job.ts'
import { failJob, finishJob, type JobAttempt, returnJob, startJob, storeProgress } from './job-rows.ts'
import { affectedJobs, bossDatabase } from './open-boss.ts'
import { queueJob } from './queue-job.ts'
import { type QueuedJob, type Settlement, settled } from './queued-job.ts'
import { isLastAttempt, isPastLastAttempt } from './queues.ts'

const progressEveryMs = 1000
const failed = 'Työ ei onnistunut. Yritä myöhemmin uudelleen.'

export type RunParts = {
  pool: Pool
  boss: PgBoss
  clock: () => number
  log: FastifyBaseLogger
  isStopping: () => boolean
  /** The abort controllers of the jobs that run on this server, by `rowId`. */
  running: Map<string, AbortController>
}
type RunnableKind = Pick<JobKind, 'name' | 'run'>
type Run = { kind: RunnableKind; job: QueuedJob; attempt: JobAttempt }

/** Runs one attempt at a job and keeps its row in taustatyo up to date. */
export async function runJob(parts: RunParts, kind: RunnableKind, job: QueuedJob): Promise<Settlement> {
  const { pool, running, log } = parts
  const attempt = { rowId: job.rowId, bossId: job.bossId, attempt: job.retryCount + 1 }
  const run = { kind, job, attempt }
  const stored = await startJob(pool, attempt)
  if (!stored) return settled
  if (isPastLastAttempt(job)) {
    await failJob(pool, attempt, { message: failed, now: parts.clock() })
    return { status: 'deadletter', output: { error: 'Interrupted' } }
  }
  const abort = new AbortController()
  const signal = AbortSignal.any([job.signal, abort.signal])
  let progress = { done: 0, of: 0 }
  running.set(job.rowId, abort)
  const timer = setInterval(() => {
    storeProgress(pool, attempt, progress).then(
      (isHeld) => isHeld || abort.abort(),
      (error: unknown) => log.warn({ reason: String(error) }, 'the progress of a background job was not stored'),
    )
  }, progressEveryMs)
  try {
    if (parts.isStopping()) abort.abort()
    signal.throwIfAborted()
    const { result, store } = await kind.run(stored.syote, {
      rowId: job.rowId,
      tekija: stored.tekija,
      signal,
      progress: (done, of) => {
        progress = { done, of }
      },
    })
    await inTransaction(pool, async (client) => {
      // pg-boss first: it knows whether this attempt still holds the job, and keeps other servers from taking it until the commit.
      await complete(parts, run, client)
      if (!(await finishJob(client, attempt, { ...progress, result, now: parts.clock() }))) throw new LostJob()
      await store?.(client)
    })
    return settled
  } catch (error) {
    return await settleFailure(parts, run, { error, isAborted: abort.signal.aborted })
  } finally {
    clearInterval(timer)
    running.delete(job.rowId)
  }
}

/** The job was cancelled, or started by another server: this attempt must store nothing. */
class LostJob extends Error {}

/** Throws LostJob unless this attempt still holds the job. */
async function complete({ boss }: RunParts, { job }: Run, client: Queryable): Promise<void> {
  const completed = await boss.complete(job.name, { id: job.bossId, retryCount: job.retryCount }, null, { db: bossDatabase(client) })
  if (affectedJobs(completed) !== 1) throw new LostJob()
}

async function settleFailure(parts: RunParts, run: Run, { error, isAborted }: { error: unknown; isAborted: boolean }): Promise<Settlement> {
  const { pool, clock, log, isStopping } = parts
  const { kind, job, attempt } = run
  if (isAborted && isStopping()) {
    // Queued again as a new pg-boss job; this one is deleted.
    await giveBack(parts, run)
    return settled
  }
  // Cancelled, or taken over by another server: pg-boss has already ended this attempt, and ignores its result.
  if (isAborted || error instanceof LostJob) return settled
  if (error instanceof RequestFault && error.status < 500) {
    // The user reads the refusal in the row, and a retry would be refused for the same reason.
    await failJob(pool, attempt, { message: error.message, now: clock() })
    return settled
  }
  log.error({ laji: kind.name, reason: error instanceof Error ? error.stack : String(error) }, 'job failed')
  // Only the error's name is stored in pg-boss: a message may contain personal data.
  const output = { error: error instanceof Error ? error.name : 'Error' }
  if (isLastAttempt(job)) {
    await failJob(pool, attempt, { message: error instanceof RequestFault ? error.message : failed, now: clock() })
    return { status: 'deadletter', output }
  }
  await returnJob(pool, attempt)
  return { status: 'failed', output }
}

/** Queues the job again for another server or the next start: an attempt that a stopping server aborted does not count. */
async function giveBack({ pool, boss, log }: RunParts, { job }: Run): Promise<void> {
  await inTransaction(pool, async (client) => {
    const db = bossDatabase(client)
    const deleted = await boss.deleteJob(job.name, { id: job.bossId, retryCount: job.retryCount }, { db })
    if (affectedJobs(deleted) !== 1) return
    await queueJob(boss, client, { rowId: job.rowId, laji: job.name })
  }).catch((error: unknown) => log.warn({ reason: String(error) }, 'a background job was not returned to its queue; it is retried later'))
}
