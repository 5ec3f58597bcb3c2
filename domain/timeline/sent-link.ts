import type { TimelineEntry } from '../calls/order-timeline.ts'

/** A mail that took the order's tracking link to somebody. */
export type SentLink = Pick<TimelineEntry, 'id' | 'aika' | 'kuka'> & { vastaanottaja: string; epaonnistui: boolean }

export const sentLinkEntry = ({ id, aika, kuka, vastaanottaja, epaonnistui }: SentLink): TimelineEntry => ({
  id,
  laji: 'seuranta',
  aika,
  laitteen_aika: 0,
  kuka,
  teksti: `lähetti seurantalinkin osoitteeseen ${vastaanottaja}${epaonnistui ? ', mutta viesti ei lähtenyt' : ''}`,
  tila: '',
  syy: '',
  paikka: null,
  kuvat: [],
  kuittaus: null,
})
