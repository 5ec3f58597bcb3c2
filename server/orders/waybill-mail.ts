import { buffer } from 'node:stream/consumers'
import { registry } from '#domain/registry.ts'
import { paperNames, type WaybillForm } from '#domain/waybill/forms.ts'
import { letter } from '../mail/letter.ts'
import type { DueMail } from '../mail/queue.ts'
import type { Writing } from '../mail/send-due.ts'
import type { Message } from '../ports/mail/mail.ts'

type Parts = Pick<Writing, 'pool' | 'files' | 'companyName'>
type Found = { tilausnro: string; viesti: string; lahettaja: string; osoite: string; liite: string; filename: string; muoto: WaybillForm }

/** The message of queued papers, the file attached; answers to it go to whoever sent it. */
export async function waybillMail({ pool, files, companyName }: Parts, due: DueMail<'rahtikirja'>): Promise<Message> {
  const { rows } = await pool.query<Found>(
    `select t.tilausnro::text as tilausnro, p.viesti, coalesce(nullif(u.field_fullname, ''), u.name) as lahettaja, u.mail as osoite,
       f.id as liite, f.filename, p.muoto
     from lahteva_posti p join tilaus t on t.id = p.tilaus_id join "user" u on u.id = p.lahettaja_id join file f on f.id = p.liite_id
     where p.id = $1`,
    [due.id],
  )
  const [found] = rows
  const stored = found && (await files.open(found.liite))
  // Told as the reason why it was not sent.
  if (!found || !stored) throw new Error('Liitettävää tiedostoa ei ole.')
  const { viesti, lahettaja, osoite, filename, muoto } = found
  const order = `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`
  const what = paperNames[muoto].nominative
  return {
    id: due.id,
    to: due.vastaanottaja,
    ...(osoite === '' ? {} : { replyTo: osoite }),
    subject: `Tilauksen ${order} ${what} – ${companyName}`,
    ...letter(['Hei,', `liitteenä on tilauksen ${order} ${what} PDF-tiedostona.`, viesti, `Terveisin\n${lahettaja}`, companyName]),
    attachments: [{ filename, contentType: 'application/pdf', content: await buffer(stored) }],
    secrets: [],
  }
}
