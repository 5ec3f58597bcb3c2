import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { documentOfMail } from './queries.ts'

type Parts = Pick<Writing, 'pool' | 'publicUrl' | 'companyName'>

/** The message of a queued reminder; null when the receiver has acknowledged the document or is not a recipient any more. */
export async function reminderMail({ pool, publicUrl, companyName }: Parts, due: DueMail<'dokumentti_muistutus'>): Promise<Message | null> {
  const document = await documentOfMail(pool, due.id)
  if (!document) return null
  const company = await companyName()
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `Kuittaa dokumentti ${document.name} – ${company}`,
    ...letter([
      'Hei,',
      `dokumentti ${document.name} odottaa vielä kuittaustasi. Lue se ja kuittaa se täällä:`,
      { href: `${publicUrl}/kuittaa-dokumentti/${document.id}`, label: 'Lue ja kuittaa' },
      `Terveisin\n${company}`,
    ]),
    secrets: [],
  }
}
