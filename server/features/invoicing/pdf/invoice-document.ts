import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'

/** What an invoice's PDF is drawn from. */
export type InvoiceDocument = {
  readonly invoice: OutgoingInvoice
  /** A data URL of a PNG; '' without one. */
  readonly logo: string
}
