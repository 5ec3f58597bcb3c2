import type { FastifyBaseLogger } from 'fastify'
import { DatabaseError, type Pool } from 'pg'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { ScheduledTask } from '#domain/features/background-jobs/scheduled-tasks.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction } from '../database/transaction.ts'
import type { JobKind } from './define-job.ts'
import { cancelJob, insertJob, type NewJob } from './job-rows.ts'
import { bossDatabase, openBoss } from './open-boss.ts'
import { queueJob } from './queue-job.ts'
import { jobData, type QueuedJob, type Settlement } from './queued-job.ts'
import { housekeepingQueue, type QueueName } from './queues.ts'
import { retryJob } from './retry-job.ts'
import { runJob } from './run-job.ts'
import { scheduledTasks } from './scheduled-tasks.ts'

const uniqueViolation = '23505'

type Worker = { run: (job: QueuedJob) => Promise<Settlement>; batchSize?: number; pollSeconds?: number }
type Schedule = { key: string; cron: string }

export type Jobs = {
  /** Stores and queues a job in the caller's transaction, and returns its row's id. It starts at the commit. */
  enqueue: <I>(db: Queryable, kind: JobKind<I>, job: Omit<NewJob, 'laji' | 'syote'> & { input: I }) => Promise<string>
  /**
   * Queues the rows with the ids in a queue with the policy `exclusive`, in the caller's transaction. Returns how many were queued: not those that
   * an unfinished job has already.
   */
  send: (db: Queryable, queue: QueueName, ids: readonly string[]) => Promise<number>
  /** Tries anew what failed for good; `deadLetter` is its id in the list of failures. False when there is nothing to try any more. */
  retry: (deadLetter: string) => Promise<boolean>
  /** False when it had ended already. */
  cancel: (rowId: string) => Promise<boolean>
  /** This server runs jobs of this kind, one at a time, once it has started. Throws after the start. */
  add: (kind: Pick<JobKind, 'name' | 'run'>) => void
  /** Starts a worker of this server for a queue whose jobs have no rows in taustatyo. */
  work: (queue: QueueName, worker: Worker) => Promise<void>
  /** Makes a queue's schedules exactly these. Each occurrence is one job in the whole cluster, with the key as its `rowId`. */
  schedule: (queue: QueueName, schedules: readonly Schedule[]) => Promise<void>
  /** The scheduled tasks, each with its last and its next run. */
  scheduled: () => Promise<ScheduledTask[]>
  start: () => Promise<void>
  /** Aborts the running jobs and returns them to their queues, for another server or the next start. */
  stop: () => Promise<void>
}

/** In seconds. Polling is the fallback: a notification starts a job at once. */
const pollSeconds = 10
const stopTimeoutMs = 20_000
export const timeZone = 'Europe/Helsinki'

type JobsParts = {
  pool: Pool
  clock: () => number
  log: FastifyBaseLogger
  /** Called when a job or a scheduled task may have stored rows. */
  wakeStreams: () => void
}

/** All background work: pg-boss on the pool, each job on one server of the cluster at a time (decision 53). */
export function makeJobs({ pool, clock, log, wakeStreams }: JobsParts): Jobs {
  const boss = openBoss(pool, log)
  const workers = new Map<QueueName, Worker>()
  const running = new Map<string, AbortController>()
  let isStarted = false
  let isStopping = false
  const runParts = { pool, boss, clock, log, running, isStopping: () => isStopping }

  async function startWorker(name: QueueName, { run, batchSize = 1, pollSeconds: seconds = pollSeconds }: Worker): Promise<void> {
    const options = {
      batchSize,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: Math.min(seconds, 2),
      notifyPollingIntervalSeconds: seconds,
      // Otherwise the next of many waiting jobs would start only with the next poll.
      burstWhenBatchFull: true,
    } as const
    await boss.work(name, options, (jobs: JobWithMetadata<unknown>[]) => Promise.all(jobs.map((job) => runOne(name, job, run))))
  }

  /** A worker that throws is retried; pg-boss would otherwise fail the whole batch with the error's message. */
  async function runOne(name: QueueName, job: JobWithMetadata<unknown>, run: Worker['run']): Promise<JobResult> {
    const { id: bossId, retryCount, signal } = job
    try {
      const { afterSeconds, ...settlement } = await run({ bossId, rowId: jobData.parse(job.data).id, name, retryCount, signal })
      if (afterSeconds !== undefined) await setPause(pool, job, afterSeconds)
      return { id: bossId, ...settlement }
    } catch (error) {
      log.error({ queue: name, job: bossId, reason: error instanceof Error ? error.stack : String(error) }, 'background job failed')
      return { id: bossId, status: 'failed', output: { error: error instanceof Error ? error.name : 'Error' } }
    } finally {
      // Also after a failure: a task of several transactions may have committed some of them.
      wakeStreams()
    }
  }

  async function work(queue: QueueName, worker: Worker): Promise<void> {
    workers.set(queue, worker)
    if (isStarted) await startWorker(queue, worker)
  }

  return {
    async enqueue(db, kind, { input, ...job }) {
      const { rowId, isNew } = await insertJob(db, { ...job, laji: kind.name, syote: input }, clock())
      if (isNew) await queueJob(boss, db, { rowId, laji: kind.name })
      return rowId
    },
    async send(db, queue, ids) {
      if (ids.length === 0) return 0
      const jobs = ids.map((id) => ({ data: { id }, singletonKey: id }))
      return (await boss.insert(queue, jobs, { db: bossDatabase(db), returnId: true }))?.length ?? 0
    },
    retry: (deadLetter) =>
      inTransaction(pool, (client) => retryJob(boss, client, deadLetter)).catch((error: unknown) => {
        // Other work with the same key is under way.
        if (error instanceof DatabaseError && error.code === uniqueViolation) return false
        throw error
      }),
    async cancel(rowId) {
      const cancelled = await inTransaction(pool, async (client) => {
        const row = await cancelJob(client, rowId, clock())
        if (row?.bossId) await boss.cancel(row.laji, row.bossId, { db: bossDatabase(client) })
        return row !== null
      })
      if (cancelled) running.get(rowId)?.abort()
      return cancelled
    },
    add(kind) {
      if (isStarted) throw new Error(`Jobs of the kind ${kind.name} were added after the start: nothing would run them`)
      workers.set(kind.name, { run: (job) => runJob(runParts, kind, job) })
    },
    work,
    schedule: (queue, schedules) => setSchedules(boss, queue, schedules),
    scheduled: () => scheduledTasks(boss, pool, { queue: housekeepingQueue, now: clock() }),
    async start() {
      await boss.start()
      isStarted = true
      for (const [name, worker] of workers) await startWorker(name, worker)
    },
    async stop() {
      isStopping = true
      for (const abort of running.values()) abort.abort()
      if (!isStarted) return
      const drained = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      const timeout = AbortSignal.timeout(stopTimeoutMs)
      await Promise.race([drained, new Promise((resolve) => timeout.addEventListener('abort', resolve))])
      // Jobs that have not ended by now are retried later.
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** pg-boss has no pause for one attempt: it retries an active job by the delay in its row. */
const setPause = (pool: Pool, { id, name, retryCount }: JobWithMetadata<unknown>, seconds: number): Promise<unknown> =>
  pool.query(
    `update pgboss.job set retry_delay = $4, retry_backoff = false where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, Math.ceil(seconds)],
  )

async function setSchedules(boss: PgBoss, queue: QueueName, schedules: readonly Schedule[]): Promise<void> {
  // After downtime, one run makes up for all missed ones.
  for (const { key, cron } of schedules)
    await boss.schedule(queue, cron, { id: key }, { key, tz: timeZone, singletonKey: key, missed: 'once' })
  const keys = new Set(schedules.map(({ key }) => key))
  for (const { key } of await boss.getSchedules(queue)) if (!keys.has(key)) await boss.unschedule(queue, key)
}
