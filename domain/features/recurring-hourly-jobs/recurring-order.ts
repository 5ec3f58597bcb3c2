import type { Tuntituote } from '../../entities/hourly/hourly.entity.ts'
import type { TuntituoteToisto } from '../../entities/hourly/recurring.entity.ts'
import { pickupKeys } from '../../values/place/place.ts'
import type { ScheduledOrder } from '../scheduled-orders/scheduled-order.ts'

/**
 * The pickup place of the job: what was typed there, else the saved address alone, whose texts the order copies as it is made
 * (rules/orders.md#copied-addresses).
 */
function pickupOf(job: TuntituoteToisto): Partial<Tuntituote> {
  const { nouto_osoite, nouto_yhteyshenkilo } = job
  const isTyped = pickupKeys.some((key) => key !== 'nouto_maa' && job[key] !== '')
  if (!isTyped && nouto_osoite !== null) return nouto_yhteyshenkilo === null ? { nouto_osoite } : { nouto_osoite, nouto_yhteyshenkilo }
  return { nouto_osoite, nouto_yhteyshenkilo, ...Object.fromEntries(pickupKeys.map((key) => [key, job[key]])) }
}

/** The order with one hourly job that a recurring one makes for a day (rules/recurring-hourly-jobs.md#nightly-run). */
export function recurringOrder(job: TuntituoteToisto & { asiakas: string }, day: number): ScheduledOrder {
  const { id, asiakas, tyyppi, minimilaskutus, viesti, viite, selite, tuntituote_tyyppi, tuntituote_instanssi } = job
  const terms = { tyyppi, minimilaskutus, tuntituote_tyyppi, tuntituote_instanssi, sovittu_hinta: job.tuntituote_hinta }
  const values = { viesti, viite, selite, ...terms, ...pickupOf(job), tuntituote_toisto: id, toimituspaiva: day }
  return {
    asiakas,
    ajopaiva: day,
    values: { tyyppi: 'tunti', asiakas, laskutus_viesti: job.laskutus_viesti, tuntituote_toisto: id, ajopaiva: day },
    lines: [{ entity: 'tuntituote', key: '', values: job.name === '' ? values : { ...values, name: job.name } }],
  }
}
