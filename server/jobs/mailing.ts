import { type Mailing, sendDueMail } from '../mail/send-due.ts'

const everyMs = 2000

/** Looks every two seconds for mail to send, one round at a time; several servers share the work. Gives the way to stop. */
export function startMailing(mailing: Mailing): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    round = sendDueMail(mailing)
      .catch((error: unknown) => mailing.log.warn({ reason: String(error) }, 'mail queue not read'))
      .finally(() => {
        busy = false
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
    mailing.mail.close()
  }
}
