import type { InvoiceProviderName, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'

/** Who takes invoices: Fivaldi, Talenom, or the outbox of Finvoice files. */
export interface InvoiceProvider {
  readonly name: InvoiceProviderName
  send(invoice: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome>
  /** The test button of the settings: a sentence for the administrator. */
  test(signal: AbortSignal): Promise<{ works: boolean; message: string }>
}

/** The provider of each call: without credentials, the outbox of Finvoice files stands in for it. */
export type AccountingProviders = {
  readonly fivaldi: InvoiceProvider
  readonly talenom: InvoiceProvider
  readonly finvoice: InvoiceProvider
}
