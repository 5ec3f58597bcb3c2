import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Jobs } from '../background-jobs/jobs.ts'
import { type QueuedJob, type Settlement, settled } from '../background-jobs/queued-job.ts'
import { isLastAttempt, isPastLastAttempt, mailQueue } from '../background-jobs/queues.ts'
import type { PdfMaker } from '../documents/make-pdf.ts'
import type { FileStore } from '../files/store/file-store.ts'
import type { CompanyReader } from '../settings/company.ts'
import type { MailPort, Message } from './mail.ts'
import { type DueMail, dropMail, type MailKind, markDelivered, markFailed, startMail } from './mail-queue.ts'

/** What the writers of messages use. */
export type Writing = {
  pool: Pool
  files: FileStore
  clock: () => number
  /** The base of links in the mail; never taken from a request's Host header. */
  publicUrl: string
  companyName: () => Promise<string>
  /** The haulage company as waybills show it; needed by mail that has drawn ones. */
  company?: CompanyReader
  /** Draws attachments; needed by mail that has drawn ones. */
  pdf?: PdfMaker
}
/** The message of each kind of mail; null when it has no receiver. Each is written in the folder of its feature. */
export type MailWriters = { readonly [K in MailKind]: (writing: Writing, due: DueMail<K>) => Promise<Message | null> }
export type MailContext = Writing & { mail: MailPort; log: Pick<FastifyBaseLogger, 'warn'>; writers: MailWriters }

const messageOf = <K extends MailKind>(mailing: MailContext, due: DueMail<K>): Promise<Message | null> =>
  mailing.writers[due.laji](mailing, due)

/** Sends the message of a job. A failed attempt is retried by pg-boss, with a growing pause. */
export async function sendMail(mailing: MailContext, job: QueuedJob): Promise<Settlement> {
  const { pool, mail, log, clock } = mailing
  const due = await startMail(pool, job.rowId)
  if (due === null) return settled
  const isLast = isLastAttempt(job)
  try {
    if (isPastLastAttempt(job)) throw new Error('Lähetys keskeytyi joka kerta.')
    const message = await messageOf(mailing, due)
    if (message === null) await dropMail(pool, due.id)
    else await markDelivered(pool, due.id, await mail.send(message), clock())
    return settled
  } catch (error) {
    log.warn({ id: due.id, laji: due.laji, yrityksia: due.yrityksia }, 'mail could not be sent')
    await markFailed(pool, { id: due.id, isLast }, error instanceof Error ? error.message : String(error))
    // The reason, which may name the receiver, is stored only in the row.
    return { status: isLast ? 'deadletter' : 'failed', output: { error: 'Mail not sent' } }
  }
}

/** Sends the mail of the cluster together with the other servers. */
export const startMailing = (jobs: Jobs, mailing: MailContext): Promise<void> =>
  jobs.work(mailQueue, { run: (job) => sendMail(mailing, job), batchSize: 10, pollSeconds: 2 })
