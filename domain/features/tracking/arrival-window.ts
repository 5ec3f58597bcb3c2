import { daysBetween } from '../../values/time/helsinki-clock.ts'

/** The stop at which shipments are delivered, on a published shift. */
export type PlannedDelivery = {
  /** Unix seconds; 0 when it is not known. */
  saapuminen: number
  /** How many stops of the shift come before it and are not done. */
  edella: number
  /** A stop of the shift is done. */
  alkanut: boolean
  /** The driver's number, as it is dialled; '' when it is not known. */
  puhelin: string
}
export type ArrivalSource = {
  tila: string
  timestamp_noudettu: number
  luvattu_aika: number
  myohastyminen: number
  /** Missing or null without one. */
  pysahdys?: PlannedDelivery | null
}
export type ArrivalWindow = { alku: number; loppu: number }

const step = 300
/** How exact an estimate is, in seconds to both sides: of another day, of today, and of the next hour with the goods on the car. */
const [otherDay, today, near] = [3600, 1800, 600]

export const isOnCar = ({ tila, timestamp_noudettu }: Pick<ArrivalSource, 'tila' | 'timestamp_noudettu'>): boolean =>
  tila === 'kuljetuksessa' || (tila === 'myohassa' && timestamp_noudettu !== 0)

/** The window of arrival (rules/tracking.md#window-of-arrival); null when nothing is known, or what was known has passed. */
export function arrivalWindow(source: ArrivalSource, now: number): ArrivalWindow | null {
  const { tila, luvattu_aika, pysahdys } = source
  if (tila === 'toimitettu' || tila === 'peruutettu') return null
  const at = luvattu_aika > 0 && daysBetween(now, luvattu_aika) >= 0 ? luvattu_aika : (pysahdys?.saapuminen ?? 0)
  if (at === 0) return null
  const isNear = isOnCar(source) && at - now < 3600
  const margin = daysBetween(now, at) !== 0 ? otherDay : isNear ? near : today
  const loppu = Math.ceil((at + margin) / step) * step
  if (loppu <= now) return null
  return { alku: Math.floor(Math.max(at - margin, now) / step) * step, loppu }
}

/** How many stops the driver makes before this one; null before the first stop of the shift is done, and after the delivery. */
export const stopsBefore = ({ tila, pysahdys }: ArrivalSource): number | null =>
  pysahdys?.alkanut && tila !== 'toimitettu' && tila !== 'peruutettu' ? pysahdys.edella : null

/** The driver's number, while the driver is on the way with the goods (rules/tracking.md#whom-to-call); '' otherwise. */
export function driverPhone(sources: readonly ArrivalSource[]): string {
  const [first] = sources.flatMap((source) => (isOnCar(source) && source.pysahdys?.puhelin ? [source.pysahdys.puhelin] : []))
  return first ?? ''
}
