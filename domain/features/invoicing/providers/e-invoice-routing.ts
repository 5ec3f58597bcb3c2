import type { InvoiceParty } from '../outgoing-invoice.ts'

/** Whether an operator can carry e-invoices from or to the party: with an address and an operator in the form that Finvoice requires. */
export const canBeRouted = ({ eInvoiceAddress, operator }: Pick<InvoiceParty, 'eInvoiceAddress' | 'operator'>): boolean =>
  [eInvoiceAddress, operator].every((address) => /^[A-Za-z0-9]{2,35}$/.test(address))
