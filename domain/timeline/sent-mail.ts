import type { TimelineEntry } from '../calls/order-timeline.ts'
import { paperNames, type WaybillForm } from '../waybill/forms.ts'

type Carried = { laji: 'rahtikirja'; muoto: WaybillForm } | { laji: 'seurantalinkki'; muoto: '' }
/** A mail that took the order's tracking link or its papers to somebody. */
export type Mailed = Pick<TimelineEntry, 'id' | 'aika'> & { vastaanottaja: string; epaonnistui: boolean } & Carried

export function sentMailEntry({ kuka, ...mail }: Mailed & Pick<TimelineEntry, 'kuka'>): TimelineEntry {
  const { id, aika, vastaanottaja, epaonnistui } = mail
  const what = mail.laji === 'seurantalinkki' ? 'seurantalinkin' : paperNames[mail.muoto].accusative
  return {
    id,
    laji: mail.laji === 'seurantalinkki' ? 'seuranta' : 'rahtikirja',
    aika,
    laitteen_aika: 0,
    kuka,
    teksti: `lähetti ${what} osoitteeseen ${vastaanottaja}${epaonnistui ? ', mutta viesti ei lähtenyt' : ''}`,
    tila: '',
    syy: '',
    paikka: null,
    kuvat: [],
    kuittaus: null,
  }
}
