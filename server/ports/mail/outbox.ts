import type { Pool } from 'pg'
import type { MailPort } from './mail.ts'

/**
 * The local default: no mail goes out, its words are kept where administrators read them (`GET /api/lahteva_posti`). In
 * production links that let somebody in are left out: there they belong to the receiver alone.
 */
export function outboxMail(pool: Pool, { keepSecrets }: { keepSecrets: boolean }): MailPort {
  return {
    async send({ id, subject, text, secrets, attachments = [] }) {
      const kept = keepSecrets ? text : secrets.reduce((left, secret) => left.replaceAll(secret, '(piilotettu: aseta SMTP_URL)'), text)
      const words = [kept, ...attachments.map(({ filename }) => `(Liite: ${filename})`)].join('\n\n')
      await pool.query('update lahteva_posti set aihe = $2, teksti = $3 where id = $1', [id, subject, words])
      return 'tallessa'
    },
    close: () => undefined,
  }
}
