import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { paperNames, type WaybillForm } from '../waybills/forms.ts'
import type { TimelineEntry } from './order-timeline.ts'

/** What is said when it is not simply on its way or gone. */
const fates: Record<OutgoingMail['tila'], string> = {
  odottaa: '',
  lahetetty: '',
  tallessa: ', mutta viesti ei lähtenyt, koska sähköposti ei ole käytössä',
  epaonnistui: ', mutta viesti ei lähtenyt',
}

type Carried = { laji: 'rahtikirja'; muoto: WaybillForm } | { laji: 'seurantalinkki'; muoto: '' }
/** A mail that took the order's tracking link or its papers to somebody. */
export type Mailed = Pick<TimelineEntry, 'id' | 'aika'> & { vastaanottaja: string; tila: OutgoingMail['tila'] } & Carried

export function sentMailEntry({ kuka, ...mail }: Mailed & Pick<TimelineEntry, 'kuka'>): TimelineEntry {
  const { id, aika, vastaanottaja, tila } = mail
  const what = mail.laji === 'seurantalinkki' ? 'seurantalinkin' : paperNames[mail.muoto].accusative
  return {
    id,
    laji: mail.laji === 'seurantalinkki' ? 'seuranta' : 'rahtikirja',
    aika,
    laitteen_aika: 0,
    kuka,
    teksti: `lähetti ${what} osoitteeseen ${vastaanottaja}${fates[tila]}`,
    tila: '',
    syy: '',
    paikka: null,
    kuvat: [],
    kuittaus: null,
  }
}
