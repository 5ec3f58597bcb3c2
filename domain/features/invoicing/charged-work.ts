import { fromCents, toCents } from '../../values/money.ts'
import { chargedOf, type PricedJob } from '../prices/price-of-order.ts'
import type { InvoiceLine } from './outgoing-invoice.ts'

/** What an invoice row charges: `quantity` of the unit at `unitPrice` euros each; 0 for one piece at the sum of the row. */
export type Charged = Pick<InvoiceLine, 'quantity' | 'unit' | 'unitPrice'>
export type ChargedJob = Omit<PricedJob, 'id' | 'tuntituote_tyyppi' | 'tuntituote_instanssi'> & { tuntituote_hinta: number }

/** The decimals of stored quantities: enough for a minute in hours. */
export const quantityDecimals = 5
const wholePiece: Charged = { quantity: 1, unit: 'kpl', unitPrice: 0 }
const units = { aika: 'h', matka: 'km', maara: 'kpl' } as const satisfies Record<ChargedJob['tyyppi'], InvoiceLine['unit']>
const minutesOfHour = 60

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
/** Half a cent is rounded up, as the price was calculated; the product is exact to a millionth of a cent, unlike its floating point. */
const centsOf = (quantity: number, unitPrice: number): number => Math.round(rounded(quantity * toCents(unitPrice), 6))

/**
 * The hours, kilometres or pieces of an order that is hourly work alone, at one unit price, when they make its price to the cent; otherwise
 * one piece (rules/invoicing.md#invoices).
 */
export function chargedWork(jobs: readonly ChargedJob[], netCents: number): Charged {
  const [first] = jobs
  if (!first || jobs.some((job) => job.tyyppi !== first.tyyppi || job.tuntituote_hinta !== first.tuntituote_hinta)) return wholePiece
  const amount = jobs.reduce((sum, job) => sum + chargedOf(job), 0)
  const exact = first.tyyppi === 'aika' ? amount / minutesOfHour : amount
  const unitPrice = first.tuntituote_hinta
  if (unitPrice === 0 || centsOf(exact, unitPrice) !== netCents) return wholePiece
  return { quantity: rounded(exact, quantityDecimals), unit: units[first.tyyppi], unitPrice }
}

/**
 * The quantity and the unit price in euros of a row as a receiver takes them, with so many decimals; their product is the row to the cent. A
 * credit has a negative quantity. The agreed unit price is given where the rounded quantity allows it.
 */
export function quantityAndPrice(
  { netCents, quantity, unitPrice }: Pick<InvoiceLine, 'netCents' | 'quantity' | 'unitPrice'>,
  decimals: { quantity: number; price: number; maxQuantity?: number },
): { quantity: number; price: number } {
  const given = rounded(Math.abs(quantity), decimals.quantity)
  const size = given === 0 || given > (decimals.maxQuantity ?? Number.POSITIVE_INFINITY) ? 1 : given
  const isAgreed = centsOf(size, unitPrice) === Math.abs(netCents)
  const price = isAgreed ? unitPrice : rounded(fromCents(Math.abs(netCents)) / size, decimals.price)
  return { quantity: netCents < 0 ? -size : size, price }
}
