import type { Tuntituote } from '../../entities/hourly/hourly.entity.ts'
import type { Tilaus } from '../../entities/order/order.entity.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'
import type { Change } from '../../model/define-entity.ts'
import { startOfDay } from '../../values/time/time.ts'
import { jobBasis, type PriceRequest, shipmentBasis } from './price-of-order.ts'

type Lines = { lahetykset: readonly Change<Lahetys>[]; tuntituotteet: readonly Change<Tuntituote>[] }

/**
 * Whether the order has a typed price (rules/prices.md#repricing), checked before any calculation: a typed price stays until it is
 * cleared, after which the price is calculated again.
 */
export function isPricedByHand({ before, after }: Change<Tilaus>, { lahetykset, tuntituotteet }: Lines): boolean {
  if (after.hinta !== (before?.hinta ?? 0)) return after.hinta > 0
  const typed = (from: number | undefined, to: number): boolean => to > 0 && to !== (from ?? 0)
  return (
    after.hinta_kasin ||
    lahetykset.some((line) => typed(line.before?.hinta, line.after.hinta)) ||
    tuntituotteet.some(
      (line) => typed(line.before?.hinta, line.after.hinta) || typed(line.before?.tuntituote_hinta, line.after.tuntituote_hinta),
    )
  )
}

const isCharged = ({ status, tila }: { status: 0 | 1; tila: string }): boolean => status === 1 && tila !== 'peruutettu'

function differs<Row extends { status: 0 | 1; tila: string }>({ before, after }: Change<Row>, keys: readonly (keyof Row)[]): boolean {
  if (before === null) return isCharged(after)
  if (isCharged(before) !== isCharged(after)) return true
  return isCharged(after) && keys.some((key) => before[key] !== after[key])
}

const isCalculated = ({ status, tyyppi, tilauksen_tila, hinta_kasin }: Tilaus): boolean =>
  status === 1 && tyyppi !== 'vuokraus' && tilauksen_tila !== 'laskutettu' && !hinta_kasin

/** Whether a stored order has no price yet: any save of it looks whether a price list or an hourly price fits by now (rules/prices.md#repricing). */
export const isUnpriced = ({ before, after }: Change<Tilaus>): boolean => before?.hinta === 0 && after.hinta === 0 && isCalculated(after)

/** Whether anything that determines the price has changed: address, products, date, or a job's amount (rules/prices.md#repricing). */
export function isRepriced({ before, after }: Change<Tilaus>, { lahetykset, tuntituotteet }: Lines): boolean {
  if (!isCalculated(after)) return false
  // A cleared price is calculated again.
  if (before !== null && before.hinta > 0 && after.hinta === 0) return true
  return (
    lahetykset.some((line) => differs(line, [...shipmentBasis, 'toivottu_toimitus'])) ||
    tuntituotteet.some((line) => differs(line, [...jobBasis, 'toimituspaiva']))
  )
}

/** The first wished day, otherwise the day on which the order was created. */
export function priceDay(wishes: readonly number[], created: number): number {
  const wished = wishes.filter((day) => day > 0)
  return startOfDay(wished.length > 0 ? Math.min(...wished) : created)
}

/** The order as the input of a calculation: cancelled lines cost nothing. */
export function requestOf(order: Pick<Tilaus, 'asiakas' | 'created'>, lines: Lines): PriceRequest {
  const shipments = lines.lahetykset.map(({ after }) => after).filter(isCharged)
  const jobs = lines.tuntituotteet.map(({ after }) => after).filter(isCharged)
  const wishes = [...shipments.map(({ toivottu_toimitus }) => toivottu_toimitus), ...jobs.map(({ toimituspaiva }) => toimituspaiva)]
  return { asiakas: order.asiakas, paiva: priceDay(wishes, order.created), shipments, jobs }
}
