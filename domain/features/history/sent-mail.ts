import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { type WaybillForm, waybillFormNames } from '../waybills/forms.ts'
import type { TimelineEntry } from './order-timeline.ts'

/** The outcome of a mail in words; '' while it is queued and once it has been sent. */
const outcomes: Record<OutgoingMail['tila'], string> = {
  odottaa: '',
  lahetetty: '',
  tallessa: ', mutta viesti ei lähtenyt, koska sähköposti ei ole käytössä',
  epaonnistui: ', mutta viesti ei lähtenyt',
}

type MailContent = { laji: 'rahtikirja'; muoto: WaybillForm } | { laji: 'seurantalinkki'; muoto: '' }
/** A mail with the order's tracking link or its waybills. */
export type SentMail = Pick<TimelineEntry, 'id' | 'aika'> & { vastaanottaja: string; tila: OutgoingMail['tila'] } & MailContent

export function sentMailEntry({ kuka, ...mail }: SentMail & Pick<TimelineEntry, 'kuka'>): TimelineEntry {
  const { id, aika, vastaanottaja, tila } = mail
  const what = mail.laji === 'seurantalinkki' ? 'seurantalinkin' : waybillFormNames[mail.muoto].accusative
  return {
    id,
    laji: mail.laji === 'seurantalinkki' ? 'seuranta' : 'rahtikirja',
    aika,
    laitteen_aika: 0,
    kuka,
    teksti: `lähetti ${what} osoitteeseen ${vastaanottaja}${outcomes[tila]}`,
    tila: '',
    syy: '',
    paikka: null,
    kuvat: [],
    kuittaus: null,
  }
}
