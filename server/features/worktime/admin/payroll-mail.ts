import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { payrollFileOfMail } from './queries.ts'

type Parts = Pick<Writing, 'pool' | 'companyName'>

/** The message to payroll, the file attached as it was made. */
export async function payrollMail({ pool, companyName }: Parts, due: DueMail<'palkka_aineisto'>): Promise<Message> {
  const file = await payrollFileOfMail(pool, due.id)
  // Shown as the reason why the mail was not sent.
  if (!file) throw new Error('Liitettävää palkka-aineistoa ei ole.')
  const company = await companyName()
  const period = `${formatDate(file.alku)}–${formatDate(file.loppu)}`
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `Palkka-aineisto ${period} – ${company}`,
    ...letter([
      'Hei,',
      `liitteenä on työaikakirjausten palkka-aineisto ajalta ${period}. Kirjauksia: ${file.kirjauksia}.`,
      `Terveisin\n${company}`,
    ]),
    attachments: [{ filename: file.tiedosto, contentType: 'text/csv; charset=utf-8', content: Buffer.from(file.sisalto) }],
    secrets: [],
  }
}
