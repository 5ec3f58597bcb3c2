import type { Pool } from 'pg'
import { keepFile } from '../outbox-folder.ts'
import type { MailPort, Message } from './mail.ts'

/**
 * Used when there is no mail server: nothing is sent. The text without its secrets is kept for administrators to read
 * (`GET /api/lahteva_posti`). `folder`, for a developer's own machine, takes the whole text as files that only the user who runs
 * the server can read; null in production, where such a link belongs to its receiver alone.
 */
export function outboxMail(pool: Pool, { folder }: { folder: string | null }): MailPort {
  return {
    async send(message) {
      const { id, subject, text, secrets } = message
      if (folder !== null) await writeMessage(folder, message)
      const where = folder === null ? 'piilotettu: aseta SMTP_URL' : 'piilotettu: koko viesti on palvelimen hakemistossa DATA_DIR/outbox'
      const redacted = secrets.reduce((left, secret) => left.replaceAll(secret, `(${where})`), text)
      const words = [redacted, ...attachmentLines(message)].join('\n\n')
      await pool.query('update lahteva_posti set aihe = $2, teksti = $3 where id = $1', [id, subject, words])
      return 'tallessa'
    },
    close: () => undefined,
  }
}

const attachmentLines = ({ attachments = [] }: Message): string[] => attachments.map(({ filename }) => `(Liite: ${filename})`)

function writeMessage(folder: string, message: Message): Promise<void> {
  const { id, to, subject, text } = message
  const content = [`To: ${to}\nSubject: ${subject}`, text, ...attachmentLines(message)].join('\n\n')
  return keepFile(folder, `${id}.txt`, `${content}\n`)
}
