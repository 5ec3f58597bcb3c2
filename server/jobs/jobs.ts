import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Runner } from '../jsonapi/read.ts'
import type { JobKind } from './define-job.ts'
import {
  cancelJob,
  enqueueJob,
  failJob,
  finishJob,
  isLastTry,
  isWornOut,
  keepJob,
  lease,
  type NewJob,
  returnJob,
  type TakenJob,
  takeJob,
} from './queue.ts'

/** How often a server looks for jobs that others have left to it; its own are begun at once. */
const lookEveryMs = 5000
const tickMs = 1000
/** Without progress a server says so seldom that it lives. */
const quietTicks = lease / 6
const pauses = [10, 60] as const
const failed = 'Työ ei onnistunut. Yritä myöhemmin uudelleen.'

type Making = { pool: Pool; clock: () => number; log: FastifyBaseLogger }
type AnyKind = Pick<JobKind, 'name' | 'run'>

export type Jobs = {
  /** Puts a job in the line, in the caller's transaction, and gives its id. `wake` after the commit begins it at once. */
  enqueue: <I>(db: Runner, kind: JobKind<I>, job: Omit<NewJob, 'laji' | 'syote'> & { input: I }) => Promise<string>
  wake: () => void
  /** False when it had ended already. */
  cancel: (id: string) => Promise<boolean>
  /** From now on this server does jobs of this kind. */
  add: (kind: AnyKind) => void
  /** Begins to look for jobs. */
  start: () => void
  /** Gives back what is being done, for another server or the next start. */
  stop: () => Promise<void>
}

/**
 * Work in the background: at most one job of a kind at a time on each server, each job on one server of the cluster at a
 * time. A job is taken with SKIP LOCKED and held by a lease, so nothing is lost when a server dies (decision 21).
 */
export function makeJobs({ pool, clock, log }: Making): Jobs {
  const server = randomUUID()
  const running = new Map<string, { kind: string; stop: AbortController; ended: Promise<void> }>()
  const kinds = new Map<string, AnyKind>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let looking: Promise<void> | undefined
  let again = false

  async function look(): Promise<void> {
    while (!stopped) {
      again = false
      const busy = new Set([...running.values()].map(({ kind }) => kind))
      const free = [...kinds.keys()].filter((name) => !busy.has(name))
      const job = free.length > 0 ? await takeJob(pool, free, server, clock()) : null
      if (job) begin(job)
      else if (!again) return
    }
  }

  function wake(): void {
    again = true
    if (looking || stopped) return
    looking = look()
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'jobs not looked for'))
      .finally(() => {
        looking = undefined
        if (again) wake()
      })
  }

  function begin(job: TakenJob): void {
    const stop = new AbortController()
    const ended = work(job, stop)
      .catch((error: unknown) => log.warn({ laji: job.laji, reason: String(error) }, 'the end of a job was not written down'))
      .finally(() => {
        running.delete(job.id)
        wake()
      })
    running.set(job.id, { kind: job.laji, stop, ended })
  }

  async function work(job: TakenJob, stop: AbortController): Promise<void> {
    const hold = { id: job.id, server }
    if (isWornOut(job)) return failJob(pool, hold, failed, clock())
    let progress = { done: 0, of: 0 }
    const stopKeeping = keepAlive(hold, stop, () => progress)
    try {
      const kind = kinds.get(job.laji)
      if (!kind) throw new Error(`No kind of job is called ${job.laji}`)
      const { signal } = stop
      const { result, store } = await kind.run(job.syote, {
        id: job.id,
        tekija: job.tekija,
        signal,
        progress: (done, of) => {
          progress = { done, of }
        },
      })
      await inTransaction(pool, async (client) => {
        if (!(await finishJob(client, hold, { ...progress, result }, clock()))) throw new Error('The job is no longer this server’s')
        await store?.(client)
      })
    } catch (error) {
      await giveUp(job, stop.signal, error)
    } finally {
      stopKeeping()
    }
  }

  /** Whoever was cancelled, or has lost the job to another server, changes nothing here: `hold` no longer holds. */
  async function giveUp(job: TakenJob, { aborted }: AbortSignal, error: unknown): Promise<void> {
    const hold = { id: job.id, server }
    if (aborted) return returnJob(pool, hold, 0, clock())
    if (error instanceof RequestFault && error.status < 500) return failJob(pool, hold, error.message, clock())
    log.error({ laji: job.laji, reason: error instanceof Error ? error.stack : String(error) }, 'job failed')
    if (isLastTry(job)) return failJob(pool, hold, error instanceof RequestFault ? error.message : failed, clock())
    return returnJob(pool, hold, pauses[job.yrityksia - 1] ?? 60, clock())
  }

  /** Writes down how far it is, at most once a second, and stops the work when the job is no longer this server's. */
  function keepAlive(
    hold: { id: string; server: string },
    stop: AbortController,
    progress: () => { done: number; of: number },
  ): () => void {
    let told = progress()
    let quiet = 0
    const tick = setInterval(() => {
      const now = progress()
      if (now === told && ++quiet < quietTicks) return
      told = now
      quiet = 0
      keepJob(pool, hold, now.done, now.of, clock()).then(
        (kept) => kept || stop.abort(),
        (error: unknown) => log.warn({ reason: String(error) }, 'a job’s progress was not written down'),
      )
    }, tickMs)
    return () => clearInterval(tick)
  }

  return {
    enqueue: (db, kind, { input, ...job }) => enqueueJob(db, { ...job, laji: kind.name, syote: input }, clock()),
    wake,
    async cancel(id) {
      const cancelled = await cancelJob(pool, id, clock())
      if (cancelled) running.get(id)?.stop.abort()
      return cancelled
    },
    add: (kind) => {
      kinds.set(kind.name, kind)
    },
    start() {
      timer = setInterval(wake, lookEveryMs).unref()
      wake()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
