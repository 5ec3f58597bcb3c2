import { buffer } from 'node:stream/consumers'
import { waybillFormNames } from '#domain/features/waybills/forms.ts'
import { registry } from '#domain/model/registry.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { waybillOfMail } from './queries.ts'

type Parts = Pick<Writing, 'pool' | 'files' | 'companyName'>
/**
 * The message of queued waybills, the file attached; replies to it go to the sender. Texts of the sender, their name
 * included, occur only as a quotation: the message must not present a user's words to strangers in the haulier's name.
 */
export async function waybillMail({ pool, files, companyName }: Parts, due: DueMail<'rahtikirja'>): Promise<Message> {
  const found = await waybillOfMail(pool, due.id)
  const stored = found && (await files.open(found.liite))
  // Shown as the reason why the mail was not sent.
  if (!found || !stored || found.muoto === '') throw new Error('Liitettävää tiedostoa ei ole.')
  const { viesti, asiakas, osoite, filename, muoto } = found
  const order = `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`
  const company = await companyName()
  const what = waybillFormNames[muoto].nominative
  return {
    id: due.id,
    to: due.vastaanottaja,
    ...(osoite === '' ? {} : { replyTo: osoite }),
    subject: `Tilauksen ${order} ${what} – ${company}`,
    ...letter([
      'Hei,',
      `liitteenä on tilauksen ${order} ${what} PDF-tiedostona.${asiakas === '' ? '' : ` Lähettäjä: ${asiakas}.`}`,
      ...(viesti === '' ? [] : ['Lähettäjän viesti:', { quote: viesti }]),
      `Terveisin\n${company}`,
    ]),
    attachments: [{ filename, contentType: 'application/pdf', content: await buffer(stored) }],
    secrets: [],
  }
}
