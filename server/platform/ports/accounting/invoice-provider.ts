import type { InvoiceProviderName, OutgoingInvoice, SendOutcome } from '#domain/features/invoicing/outgoing-invoice.ts'
import { type ProviderLimits, takesAnything } from '#domain/features/invoicing/providers/missing-for-provider.ts'

/** Takes invoices: an accounting service, or the folder of Finvoice files. */
export interface InvoiceProvider {
  readonly name: InvoiceProviderName
  /**
   * Seconds after the beginning of a sending whose outcome is unknown before it may be repeated. A provider without a key of its own takes what
   * it does not find in its books, so the earlier call must have ended first. 0: a repeat is recognised at any time, or never made.
   */
  readonly repeatAfter: number
  /** What it is set up for: as it was last read, and read now; a value that cannot be read is not known. */
  readonly limits: { known: () => ProviderLimits; read: (signal: AbortSignal) => Promise<ProviderLimits> }
  send(invoice: OutgoingInvoice, signal: AbortSignal): Promise<SendOutcome>
  /** The test button of the settings: a sentence for the administrator. */
  test(signal: AbortSignal): Promise<{ works: boolean; message: string }>
}

export const noLimits: InvoiceProvider['limits'] = { known: () => takesAnything, read: async () => takesAnything }
