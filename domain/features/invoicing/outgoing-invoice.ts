/** How an invoice reaches its customer, and which provider takes it. */
export type InvoiceChannel = 'email' | 'posti' | 'verkkolasku'
export type InvoiceProviderName = 'fivaldi' | 'talenom' | 'finvoice'

export type InvoiceParty = {
  name: string
  businessId: string
  street: string
  street2: string
  postalCode: string
  town: string
  /** ISO 3166, two letters. */
  country: string
  email: string
  phone: string
  /** E-invoice address and the operator that delivers to it; '' without. */
  eInvoiceAddress: string
  operator: string
}

/** A row of an invoice: an order, or a whole group of orders. Negative amounts in a credit note. */
export type InvoiceLine = {
  name: string
  /** The tunniste of each order, own references of the customer, numbers of waybills. */
  orders: readonly string[]
  references: readonly string[]
  waybill: string
  /** Unix seconds: the day of delivery, which decides the rate of VAT. */
  deliveredAt: number
  quantity: number
  unit: 'kpl' | 'h' | 'km'
  /** Euros; 0 where the quantity is one piece at the price of the row. */
  unitPrice: number
  netCents: number
  vatPercent: number
  /** Estimated grams of CO₂e of the orders, where all of them are known and the company shows them (rules/emissions.md#documents). */
  emissionGrams?: number
}

/**
 * An invoice as it leaves, with everything copied into it: the provider, the Finvoice file and the PDF look nothing up. Amounts are
 * whole cents; days are unix seconds of local midnight.
 */
export type OutgoingInvoice = {
  id: string
  /** Our invoice number; also the idempotency key given to a provider. */
  number: string
  kind: 'lasku' | 'hyvitys'
  /** The number of the credited invoice; '' for an invoice. */
  credits: string
  invoiceDay: number
  dueDay: number
  paymentTermDays: number
  /** Viitenumero, digits without spaces. */
  reference: string
  channel: InvoiceChannel
  message: string
  seller: InvoiceParty & { iban: string; bic: string }
  buyer: InvoiceParty & { customerId: string; talenomNumber: string }
  lines: readonly InvoiceLine[]
  /** The sums of each rate of VAT, highest rate first. */
  vat: readonly { percent: number; netCents: number; vatCents: number }[]
  netCents: number
  vatCents: number
  totalCents: number
  /** Where the intensities of the rows' estimates come from; missing without estimates. */
  emissionSources?: readonly string[]
}

/**
 * The result of a send. `refused`: the provider has certainly not taken it in this attempt, and says why; an administrator corrects it and
 * retries. `retry`: certainly not taken in this attempt. `unknown`: it may have been taken or may still be, so where a repeat is not harmless
 * it is never sent again by itself.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'refused'; message: string }
  | { kind: 'retry'; message: string; afterSeconds?: number }
  | { kind: 'unknown'; message: string }
