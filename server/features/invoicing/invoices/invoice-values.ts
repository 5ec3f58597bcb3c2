import type { VatShare } from '#domain/entities/invoice/invoice.entity.ts'
import type { InvoiceSums } from '#domain/features/invoicing/invoice-sums.ts'
import { fromCents, toCents } from '#domain/values/money.ts'

/** VAT by rate, between whole cents and the euros that are stored. */
export const wireShares = (vat: InvoiceSums['vat']): VatShare[] =>
  vat.map(({ percent, netCents, vatCents }) => ({ prosentti: percent, veroton: fromCents(netCents), alv: fromCents(vatCents) }))
export const sharesInCents = (shares: readonly VatShare[]): InvoiceSums['vat'] =>
  shares.map(({ prosentti, veroton, alv }) => ({ percent: prosentti, netCents: toCents(veroton), vatCents: toCents(alv) }))
