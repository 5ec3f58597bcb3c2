import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PushText } from '#domain/features/notifications/push-text.ts'
import type { Jobs } from '../background-jobs/jobs.ts'
import { type QueuedJob, type Settlement, settled } from '../background-jobs/queued-job.ts'
import { isLastAttempt, isPastLastAttempt, pushQueue } from '../background-jobs/queues.ts'
import type { PushPort } from '../ports/push/web-push.ts'
import { deletePush, deleteSubscription, markPushRefused, markPushSent, type PushKind, readPush, type StoredPush } from './push-queue.ts'

/** Returns the text of a message for this person at the time of sending; null when its entries are no longer shown. */
export type PushWriter = (push: Pick<StoredPush, 'person' | 'subjects'>) => Promise<(PushText & { urgent: boolean }) | null>

export type PushContext = {
  pool: Pool
  clock: () => number
  send: PushPort
  /** Whether an endpoint may be called; it may have been stored by an earlier version. */
  isAllowed: (endpoint: string) => boolean
  writers: Readonly<Record<PushKind, PushWriter>>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long (seconds) a push service keeps a message for a device without a network. Later, the entry is still in the bell. */
const ttl = 12 * 3600
/** In bytes. Push services accept at most 4 096 bytes of encrypted content. */
const maxPayload = 3000

/** Sends the message of a job. A failed attempt is retried by pg-boss, with a growing pause. */
export async function sendPush(context: PushContext, job: QueuedJob): Promise<Settlement> {
  const { pool, clock, log } = context
  const push = await readPush(pool, job.rowId, clock())
  if (push === null) {
    await deletePush(pool, job.rowId)
    return settled
  }
  const { id, subscription } = push
  if (isPastLastAttempt(job)) {
    await deletePush(pool, id)
    return settled
  }
  try {
    await deliver(context, push)
    return settled
  } catch (error) {
    const isLast = isLastAttempt(job)
    log.warn({ id, subscription, isLast, reason: error instanceof Error ? error.name : 'Error' }, 'a push message could not be sent')
    if (!isLast) return { status: 'failed', output: { error: 'Push message not sent' } }
    // Not added to the list of failed jobs, since a notification is useless the next day. The subscription is kept, since our own network may be down.
    await deletePush(pool, id)
    return settled
  }
}

/** Throws when a retry may succeed. */
async function deliver({ pool, clock, send, isAllowed, writers, log }: PushContext, push: StoredPush): Promise<void> {
  const text = isAllowed(push.endpoint) ? await writers[push.kind](push) : null
  if (text === null) return deletePush(pool, push.id)
  const { urgent, ...shown } = text
  // With the same tag, a device that receives a message twice shows it once.
  const payload = JSON.stringify({ ...shown, tag: push.id })
  if (Buffer.byteLength(payload) > maxPayload) throw new Error('The push message is too long')
  const outcome = await send(push, payload, { ttl, urgent })
  if (outcome.state === 'sent') return markPushSent(pool, push, clock())
  if (outcome.state === 'gone') return deleteSubscription(pool, push)
  log.warn({ id: push.id, subscription: push.subscription, status: outcome.status }, 'a push service refused a message')
  return markPushRefused(pool, push)
}

/** Sends the push messages of the cluster together with the other servers. */
export const startPushing = (jobs: Jobs, pushing: PushContext): Promise<void> =>
  jobs.work(pushQueue, { run: (job) => sendPush(pushing, job), batchSize: 10, pollSeconds: 2 })
