import type { InvoiceProviderName } from '../../features/invoicing/outgoing-invoice.ts'

export const invoiceKinds = { lasku: 'Lasku', hyvitys: 'Hyvityslasku' } as const

/**
 * Invoice states (rules/invoicing.md#invoice-states). A draft waits for its sending, or `virhe` says why no provider has taken it.
 * `tarkista`: nobody knows whether the provider has taken it.
 */
export const invoiceStates = {
  luonnos: 'Luonnos',
  lahetetaan: 'Lähetetään',
  lahetetty: 'Lähetetty',
  tarkista: 'Tarkista',
  hyvitetty: 'Hyvitetty',
} as const
export type InvoiceState = keyof typeof invoiceStates

/** The states of invoices that their customers read (rules/access.md#invoices). */
export const sentStates = ['lahetetty', 'hyvitetty'] as const satisfies readonly InvoiceState[]

export const invoiceProviders: Record<InvoiceProviderName, string> = {
  fivaldi: 'Fivaldi',
  talenom: 'Talenom',
  finvoice: 'Finvoice-tiedosto',
}

/** How a customer's orders are combined into invoices (rules/invoicing.md#joint-invoices). */
export const billingIntervals = {
  tilaus: 'Tilauksittain',
  viikko: 'Viikoittain',
  puolikuu: 'Kahdesti kuussa',
  kuukausi: 'Kuukausittain',
} as const
export type BillingInterval = keyof typeof billingIntervals

/** As people see the state: where to look is a part of it (rules/invoicing.md#unknown-outcome). Customers are not told the provider. */
export const invoiceStateName = ({ tila, jarjestelma }: { tila: InvoiceState; jarjestelma?: InvoiceProviderName }): string =>
  tila === 'tarkista' && jarjestelma === 'talenom' ? 'Tarkista Talenomista' : invoiceStates[tila]

type Stored = { tila: InvoiceState; virhe: string }

/** A draft that waits in the queue. */
export const isQueued = ({ tila, virhe }: Stored): boolean => tila === 'luonnos' && virhe === ''
/** A draft that no provider has taken; it can be retried or undone. */
export const hasFailed = ({ tila, virhe }: Stored): boolean => tila === 'luonnos' && virhe !== ''
/** Its sending has not ended yet: the web app polls. */
export const isUnderWay = (invoice: Stored): boolean => isQueued(invoice) || invoice.tila === 'lahetetaan'
