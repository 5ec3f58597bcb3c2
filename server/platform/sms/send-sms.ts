import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { isQuietHour } from '#domain/features/sms/new-order-message.ts'
import { minuteOfDay } from '#domain/values/time/time.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { Jobs } from '../background-jobs/jobs.ts'
import { type QueuedJob, type Settlement, settled } from '../background-jobs/queued-job.ts'
import { isLastAttempt, isPastLastAttempt, smsQueue } from '../background-jobs/queues.ts'
import { areCredentialsRefused, type SmsPort, SmsRefusal } from '../ports/sms/sms.ts'
import { storedSettings } from '../settings/settings.ts'
import {
  heldKinds,
  heldSmsExpireAfter,
  markSmsDelivered,
  markSmsFailed,
  markSmsSent,
  markSmsUntraceable,
  startSms,
  undeliveredSms,
} from './sms-queue.ts'

export type SmsContext = { pool: Pool; clock: () => number; sms: SmsPort; log: Pick<FastifyBaseLogger, 'warn'> }

/** Sends the message of a job. pg-boss retries failed attempts with growing pauses; a refusal by the provider is final. */
export async function sendSms({ pool, clock, sms, log }: SmsContext, job: QueuedJob): Promise<Settlement> {
  const due = await startSms(pool, job.rowId)
  if (due === null) return settled
  const { id, numero, teksti, yrityksia } = due
  if (heldKinds.includes(due.laji)) {
    if (due.luotu <= clock() - heldSmsExpireAfter) {
      await markSmsFailed(pool, { id, isLast: true }, 'Viesti vanheni ennen lähetystä.')
      return settled
    }
    // The row keeps waiting without a job; `takeHeldSms` finds it after the quiet hours.
    if (await isQuietAt(pool, clock())) return settled
  }
  try {
    if (isPastLastAttempt(job)) throw new Error('Lähetys keskeytyi joka kerta.')
    const outcome = await sms.send({ id, to: numero, text: teksti })
    const sent =
      outcome.state === 'sent'
        ? { state: 'lahetetty' as const, providerId: outcome.providerId }
        : { state: 'tallessa' as const, providerId: '' }
    await markSmsSent(pool, { id, ...sent }, clock())
    return settled
  } catch (error) {
    const isLast = isLastAttempt(job) || error instanceof SmsRefusal
    log.warn({ id, yrityksia }, 'a text message could not be sent')
    await markSmsFailed(pool, { id, isLast }, error instanceof Error ? error.message : String(error))
    // The reason may contain the phone number, so it is stored only in the row.
    return { status: isLast ? 'deadletter' : 'failed', output: { error: 'Text message not sent' } }
  }
}

/** Whether no messages of new orders or shifts are sent now. */
export async function isQuietAt(db: Queryable, now: number): Promise<boolean> {
  const { hiljaisuus_alkaa: from, hiljaisuus_paattyy: to } = (await storedSettings(db)).values
  return isQuietHour(Math.floor(minuteOfDay(now) / 60), { from, to })
}

const maxDeliveriesAtOnce = 200

/** Reads the delivery status of sent messages from the provider. */
export async function readDeliveries({ pool, clock, sms, log }: SmsContext): Promise<void> {
  if (!sms.delivery) return
  for (const { id, tunnus } of await undeliveredSms(pool, clock(), maxDeliveriesAtOnce)) {
    try {
      const delivery = await sms.delivery(tunnus)
      if (delivery?.state === 'delivered') await markSmsDelivered(pool, id, clock())
      else if (delivery) await markSmsFailed(pool, { id, isLast: true }, delivery.reason)
    } catch (error) {
      log.warn({ id, reason: error instanceof Error ? error.name : 'Error' }, 'the delivery of a text message could not be read')
      // Without an answer, or with refused credentials, the provider would not answer for the other messages either; the next run retries.
      if (!(error instanceof SmsRefusal) || areCredentialsRefused(error)) return
      await markSmsUntraceable(pool, id, error.message)
    }
  }
}

/** Starts the worker of the queue of text messages, which all servers of the cluster share. */
export const startTexting = (jobs: Jobs, texting: SmsContext): Promise<void> =>
  jobs.work(smsQueue, { run: (job) => sendSms(texting, job), batchSize: 5, pollSeconds: 2 })
