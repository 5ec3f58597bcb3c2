import type { Price, PriceRequest } from './price-of-order.ts'

export type PriceValues = {
  tilaus: { hinta: number }
  /** By the ids of the charged lines. */
  lahetykset: ReadonlyMap<string, { hinta: number }>
  tuntituotteet: ReadonlyMap<string, { hinta: number; tuntituote_hinta: number }>
}

/** The new prices of the order and each of its lines; 0 without a price, so that an outdated one is never invoiced. */
export function priceValues({ shipments, jobs }: PriceRequest, price: Price): PriceValues {
  const { hinta, lines, units } = price.found ? price : { hinta: 0, lines: [], units: [] }
  return {
    tilaus: { hinta },
    lahetykset: new Map(shipments.map(({ id }, index) => [id, { hinta: lines[index] ?? 0 }])),
    tuntituotteet: new Map(
      jobs.map(({ id }, index) => [id, { hinta: lines[shipments.length + index] ?? 0, tuntituote_hinta: units[index] ?? 0 }]),
    ),
  }
}

/** A calculation as stored in `hintalaskuri_log`; the save adds the person and the time. */
export const calculationOf = (order: { id: string; asiakas: string | null }, price: Extract<Price, { found: true }>) => ({
  asiakas: order.asiakas,
  tilaus: order.id,
  hinnasto: price.list?.id ?? null,
  lahtotiedot: price.inputs,
  vaiheet: [...price.steps],
  tulos: price.hinta,
})
