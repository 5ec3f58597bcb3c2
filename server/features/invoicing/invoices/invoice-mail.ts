import { readFile } from 'node:fs/promises'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { invoiceFilename, makeInvoicePdf } from '../pdf/invoice-pdf.ts'
import { contentOfMail } from './queries.ts'

/** The message of a sent invoice, the PDF attached. It says no sums: they are in the attachment. */
export async function invoiceMail({ pool, pdf, companyName }: Writing, due: DueMail<'lasku'>): Promise<Message> {
  const invoice = await contentOfMail(pool, due.id)
  // Shown as the reason why the mail was not sent.
  if (!invoice || !pdf) throw new Error('Liitettävää laskua ei ole.')
  const document = { invoice, logo: (await storedSettings(pool)).values.yritys_logo }
  const content = await makeInvoicePdf(pdf, document, { fairKey: due.id, use: ({ path }) => readFile(path) })
  const company = await companyName()
  const isCredit = invoice.kind === 'hyvitys'
  const what = `${isCredit ? 'Hyvityslasku' : 'Lasku'} ${invoice.number}`
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `${what} – ${company}`,
    ...letter([
      'Hei,',
      isCredit
        ? `liitteenä on hyvityslasku ${invoice.number} laskulle ${invoice.credits}.`
        : `liitteenä on lasku ${invoice.number}. Eräpäivä on ${formatDate(invoice.dueDay)}.`,
      `Terveisin\n${company}`,
    ]),
    attachments: [{ filename: invoiceFilename(document), contentType: 'application/pdf', content }],
    secrets: [],
  }
}
