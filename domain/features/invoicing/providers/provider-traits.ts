import type { InvoiceProviderName } from '../outgoing-invoice.ts'

type Traits = {
  /** A repeat with the same invoice number is harmless, once the earlier call has ended (`repeatAfter` of the provider). */
  isRepeatable: boolean
  /** It delivers the invoice to the customer itself; otherwise Kuorma mails or prints the PDF. */
  delivers: boolean
}

/** What Kuorma may rely on (rules/invoicing.md#unknown-outcome, rules/invoicing.md#delivery). */
export const providerTraits: Readonly<Record<InvoiceProviderName, Traits>> = {
  fivaldi: { isRepeatable: true, delivers: true },
  talenom: { isRepeatable: false, delivers: false },
  finvoice: { isRepeatable: true, delivers: false },
}
