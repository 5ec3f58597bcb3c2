import type { TimelineEntry } from '../calls/order-timeline.ts'
import { paperNames, type WaybillForm } from '../waybill/forms.ts'

/** A mail that took the order's tracking link or its papers to somebody; `muoto` is the papers', '' a link's. */
export type SentMail = Pick<TimelineEntry, 'id' | 'aika' | 'kuka'> & {
  muoto: WaybillForm | ''
  vastaanottaja: string
  epaonnistui: boolean
}

export function sentMailEntry({ id, aika, kuka, muoto, vastaanottaja, epaonnistui }: SentMail): TimelineEntry {
  const what = muoto === '' ? 'seurantalinkin' : paperNames[muoto].accusative
  return {
    id,
    laji: muoto === '' ? 'seuranta' : 'rahtikirja',
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
