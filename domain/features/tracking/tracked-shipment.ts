import { daysBetween, formatDay, formatTime } from '../../values/time/helsinki-clock.ts'
import type { ArrivalWindow } from './arrival-window.ts'

/** The path that the tracking page requests (`followOrderCall`). */
export const trackingPath = '/api/seuranta'

/** The shown states of a shipment. Strangers do not see that it has been invoiced, and customers do not see transfers (rules/tracking.md#what-a-consignee-sees). */
export const trackedStates = ['uusi', 'odottaa_noutoa', 'kuljetuksessa', 'myohassa', 'toimitettu', 'peruutettu'] as const
export type TrackedState = (typeof trackedStates)[number]

export type TrackedShipment = {
  tila: TrackedState
  paikkakunta: string
  toivottu_toimitus: number
  /** When it was delivered, and the receiver's name from the signature; 0 and '' before the delivery. */
  toimitettu: number
  vastaanottaja: string
  /** When the goods are expected; null while it is not known. */
  saapuminen: ArrivalWindow | null
  /** How many stops the driver makes before; null while it is not known. */
  pysahdyksia_ennen: number | null
  /** Minutes by which the driver has reported to be late; 0 = none. */
  myohastyminen: number
}

/** `tänään, ti 24.11. klo 13.30–14.30` */
export const windowWords = ({ alku, loppu }: ArrivalWindow, now: number): string =>
  `${dayText(alku, now)} klo ${formatTime(alku)}–${formatTime(loppu)}`

/** How many stops come before. */
export const stopsText = (count: number): string =>
  count === 0 ? 'Olet seuraava pysähdys.' : `Ennen sinua on ${count} ${count === 1 ? 'pysähdys' : 'pysähdystä'}.`

/** `tänään, ti 24.11.` */
function dayText(day: number, now: number): string {
  const days = daysBetween(now, day)
  const near = days === 0 ? 'tänään, ' : days === 1 ? 'huomenna, ' : ''
  return `${near}${formatDay(day)}`
}

/** When a shipment is expected or was delivered, as far as it is known. */
export function arrivalText({ tila, toivottu_toimitus, toimitettu, saapuminen }: TrackedShipment, now: number): string {
  if (toimitettu > 0) return `Toimitettu ${formatDay(toimitettu)} klo ${formatTime(toimitettu)}.`
  if (tila === 'toimitettu') return 'Toimitettu.'
  if (tila === 'peruutettu') return 'Kuljetus on peruttu.'
  if (saapuminen) return `Arvioitu saapuminen ${windowWords(saapuminen, now)}.`
  if (tila === 'myohassa') {
    if (toivottu_toimitus === 0) return 'Toimitus on myöhässä. Uutta toimituspäivää ei ole vielä tiedossa.'
    return daysBetween(toivottu_toimitus, now) > 0
      ? `Toimitus on myöhässä. Sen piti saapua ${formatDay(toivottu_toimitus)}`
      : `Toimitus voi myöhästyä. Sen on määrä saapua ${dayText(toivottu_toimitus, now)}`
  }
  return toivottu_toimitus === 0 ? 'Toimituspäivää ei ole vielä tiedossa.' : `Odotettu toimituspäivä: ${dayText(toivottu_toimitus, now)}`
}
