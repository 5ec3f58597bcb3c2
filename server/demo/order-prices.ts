import type { Row } from '#domain/registry.ts'
import { estimateRoad } from '#domain/values/distance.ts'
import { fromCents, sumEuros, toCents } from '#domain/values/money.ts'
import { hourlyTypePrices } from './company.ts'
import type { Customer } from './customer.ts'
import type { Order, Step } from './order-life.ts'
import { type Town, towns } from './places.ts'

const townOf = new Map<string, Town>(towns.map((town) => [town.code, town]))

/** What an administrator would type: there is no price list yet (RULES section 6). */
function shipmentPrice(row: Row<'lahetys'>): number {
  const [from, to] = [townOf.get(row.nouto_postinro), townOf.get(row.toimitus_postinro)]
  const kilometres = from && to ? estimateRoad(from, to).metres / 1000 : 60
  return Math.round(Math.max(42, 24 + kilometres * 0.55 + row.paino * 0.045) * 2) / 2
}

/** RULES section 6: minutes, kilometres or pieces × the customer's own price, else the type's; the minimum binds only time. */
function jobPrice(row: Row<'tuntituote'>, customer: Customer): Pick<Row<'tuntituote'>, 'tuntituote_hinta' | 'hinta'> {
  const price =
    customer.hourlyPrices.find(({ id }) => id === row.tuntituote_instanssi) ??
    hourlyTypePrices.find(({ id }) => id === row.tuntituote_tyyppi)
  if (!price) return { tuntituote_hinta: 0, hinta: 0 }
  const [unit, amount] = {
    aika: [price.hinta_h, Math.max(row.aika, row.minimilaskutus) / 60] as const,
    matka: [price.hinta_km, row.matka] as const,
    maara: [price.hinta_kpl, row.maara] as const,
  }[row.tyyppi]
  return { tuntituote_hinta: unit, hinta: fromCents(Math.round(toCents(unit) * amount)) }
}

/** A step that prices the lines and the order, which costs what its lines cost. */
export function pricing(order: Order, customer: Customer): Required<Step> {
  const shipments = order.lahetykset.map(shipmentPrice)
  const jobs = order.tuntituotteet.map((row) => jobPrice(row, customer))
  return {
    tilaus: { hinta: sumEuros([...shipments, ...jobs.map(({ hinta }) => hinta)]) },
    lahetys: (_row, index) => ({ hinta: shipments[index] ?? 0 }),
    tuntituote: (_row, index) => jobs[index] ?? null,
  }
}

/** What is left to pay when some lines are cancelled. */
export const liveSum = (order: Order): number =>
  sumEuros([...order.lahetykset, ...order.tuntituotteet].filter((line) => line.tila !== 'peruutettu').map((line) => line.hinta))
