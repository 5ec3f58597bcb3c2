import type { InvoiceProviderName, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'

/** Takes invoices: an accounting service, or the folder of Finvoice files. */
export interface InvoiceProvider {
  readonly name: InvoiceProviderName
  send(invoice: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome>
  /** The test button of the settings: a sentence for the administrator. */
  test(signal: AbortSignal): Promise<{ works: boolean; message: string }>
}
