import type { OutgoingInvoice } from './outgoing-invoice.ts'

type Taxed = { netCents: number; vatPercent: number }
export type InvoiceSums = Pick<OutgoingInvoice, 'vat' | 'netCents' | 'vatCents' | 'totalCents'>

/** A half cent is rounded away from zero, so that a credit note is the exact opposite of its invoice. */
export function vatCentsOf(netCents: number, vatPercent: number): number {
  // Rates have at most two decimals: in whole numbers, as 25.5 / 100 is not exact in floating point.
  const hundredths = Math.abs(netCents) * Math.round(vatPercent * 100)
  const cents = Math.floor((hundredths + 5000) / 10_000)
  return cents === 0 ? 0 : Math.sign(netCents) * cents
}

/** VAT is computed from the sum of each rate, not row by row (rules/invoicing.md#sums). The highest rate first. */
export function sumsOf(rows: readonly Taxed[]): InvoiceSums {
  const byRate = [...Map.groupBy(rows, ({ vatPercent }) => vatPercent)].toSorted(([a], [b]) => b - a)
  return totalsOf(
    byRate.map(([percent, some]) => {
      const netCents = some.reduce((sum, row) => sum + row.netCents, 0)
      return { percent, netCents, vatCents: vatCentsOf(netCents, percent) }
    }),
  )
}

function totalsOf(vat: InvoiceSums['vat']): InvoiceSums {
  const netCents = vat.reduce((sum, share) => sum + share.netCents, 0)
  const vatCents = vat.reduce((sum, share) => sum + share.vatCents, 0)
  return { vat, netCents, vatCents, totalCents: netCents + vatCents }
}

/** What is left of an invoice after its credit notes, whose amounts are negative. */
export const remainingSums = (shares: readonly InvoiceSums['vat'][number][]): InvoiceSums['vat'] =>
  [...Map.groupBy(shares, ({ percent }) => percent)].map(([percent, some]) => ({
    percent,
    netCents: some.reduce((sum, share) => sum + share.netCents, 0),
    vatCents: some.reduce((sum, share) => sum + share.vatCents, 0),
  }))

/**
 * The sums of a credit note with these rows (negative). A rate that it credits to the end also takes the cents that earlier notes left by
 * rounding: wholly credited, an invoice and its notes are zero together.
 */
export function creditSums(rows: readonly Taxed[], remaining: InvoiceSums['vat']): InvoiceSums {
  return totalsOf(
    sumsOf(rows).vat.map((share) => {
      const left = remaining.find(({ percent }) => percent === share.percent)
      if (left === undefined) return share
      const takesAll = left.netCents + share.netCents === 0
      // Several parts rounded up could otherwise credit more VAT than the invoice had.
      const vatCents = takesAll ? -left.vatCents : Math.max(share.vatCents, -left.vatCents)
      return { ...share, vatCents: vatCents === 0 ? 0 : vatCents }
    }),
  )
}
