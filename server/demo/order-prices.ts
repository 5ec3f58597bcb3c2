import { priceOf, type UnitPrices } from '#domain/price/price-of-order.ts'
import type { Row } from '#domain/registry.ts'
import { estimateRoad } from '#domain/values/distance.ts'
import { sumEuros } from '#domain/values/money.ts'
import { hourlyTypePrices } from './company.ts'
import type { Customer } from './customer.ts'
import type { Order, Step } from './order-life.ts'
import { type Town, towns } from './places.ts'

const townOf = new Map<string, Town>(towns.map((town) => [town.code, town]))

/** What an administrator has typed: with no price list, as the benchmark's data, or beside it (decision 29). */
function shipmentPrice(row: Row<'lahetys'>): number {
  const [from, to] = [townOf.get(row.nouto_postinro), townOf.get(row.toimitus_postinro)]
  const kilometres = from && to ? estimateRoad(from, to).metres / 1000 : 60
  return Math.round(Math.max(42, 24 + kilometres * 0.55 + row.paino * 0.045) * 2) / 2
}

const hourlyTypes = new Map<string, UnitPrices>(hourlyTypePrices.map((type) => [type.id, type]))

function jobPrice(row: Row<'tuntituote'>, customer: Customer): Pick<Row<'tuntituote'>, 'tuntituote_hinta' | 'hinta'> {
  const agreed = customer.hourlyPrices.map((own) => ({
    ...own,
    asiakas: own.asiakas ?? '',
    tuntituote_tyyppi: own.tuntituote_tyyppi ?? '',
  }))
  const known = { lists: [], addresses: new Map(), codes: new Map(), types: hourlyTypes, agreed }
  const price = priceOf({ asiakas: customer.row.id, paiva: 0, shipments: [], jobs: [row] }, known)
  return price.found ? { tuntituote_hinta: price.units[0] ?? 0, hinta: price.hinta } : { tuntituote_hinta: 0, hinta: 0 }
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
