import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { FileStore } from '../ports/files/file-store.ts'
import type { MailPort, Message } from '../ports/mail/mail.ts'
import { type DueMail, dropMail, type MailKind, markCarried, markFailed, takeDueMail } from './queue.ts'

/** What messages are written of. */
export type Writing = {
  pool: Pool
  files: FileStore
  clock: () => number
  /** By which links in the mail lead here: never what a request says its host is. */
  publicUrl: string
  companyName: string
}
/** What each kind of mail says; null when it is nobody's. Each is written in the folder of its feature. */
export type MailWriters = { readonly [K in MailKind]: (writing: Writing, due: DueMail<K>) => Promise<Message | null> }
export type Mailing = Writing & { mail: MailPort; log: Pick<FastifyBaseLogger, 'warn'>; writers: MailWriters }

const messageOf = <K extends MailKind>(mailing: Mailing, due: DueMail<K>): Promise<Message | null> =>
  mailing.writers[due.laji](mailing, due)

/** Sends what is due; how many messages were taken. One that fails holds up no other. */
export async function sendDueMail(mailing: Mailing): Promise<number> {
  const due = await takeDueMail(mailing.pool, mailing.clock())
  await Promise.all(due.map((one) => sendOne(mailing, one)))
  return due.length
}

async function sendOne(mailing: Mailing, due: DueMail): Promise<void> {
  const { pool, mail, log, clock } = mailing
  try {
    const message = await messageOf(mailing, due)
    if (message === null) return await dropMail(pool, due.id)
    await markCarried(pool, due.id, await mail.send(message), clock())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ laji: due.laji, yrityksia: due.yrityksia }, 'mail not sent')
    await markFailed(pool, due, reason, clock())
  }
}
