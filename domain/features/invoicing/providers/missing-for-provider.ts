import type { Asiakas } from '../../../entities/customer/customer.entity.ts'
import { type BillingFields, billingKindOf } from '../../../entities/order/order.billing.ts'
import type { InvoiceParty, InvoiceProviderName } from '../outgoing-invoice.ts'
import { canBeRouted } from './e-invoice-routing.ts'

/** What an order may lack for the chosen provider (rules/invoicing.md#what-a-provider-needs). */
export const missingForProviderLabels = {
  talenom_asiakasnumero: 'Talenom-asiakasnumero puuttuu',
  verkkolaskuosoite: 'Verkkolaskuosoite tai välittäjä puuttuu',
  laskuttajan_verkkolaskuosoite: 'Yrityksen verkkolaskuosoite tai välittäjä puuttuu',
  maksuehto: 'Maksuehtoa ei ole Fivaldissa',
  verokanta: 'Verokannalta puuttuu Fivaldin tuote',
} as const
export type MissingForProvider = keyof typeof missingForProviderLabels

/** The days and rates of VAT that a provider is set up for; null where it takes any, or where they are not known. */
export type ProviderLimits = { paymentTerms: readonly number[] | null; vatPercents: readonly number[] | null }
export const takesAnything: ProviderLimits = { paymentTerms: null, vatPercents: null }

/** The provider that is to take invoices, and the e-invoice address of the company that sends them. */
export type Receiver = { name: InvoiceProviderName; limits: ProviderLimits; seller: Pick<InvoiceParty, 'eInvoiceAddress' | 'operator'> }

type Invoiced = {
  order: BillingFields
  customer: Pick<Asiakas, 'talenom_asiakasnumero' | 'maksuehto'>
  vatPercent: number
}

const isOutside = (value: number, known: readonly number[] | null): boolean => known !== null && !known.includes(value)

/** A Finvoice file without the addresses of both ends reaches nobody; the services know the e-invoice addresses of their customers themselves. */
export function missingForProvider({ order, customer, vatPercent }: Invoiced, { name, limits, seller }: Receiver): MissingForProvider[] {
  const isRouted = name === 'finvoice' && billingKindOf(order) === 'verkkolasku'
  const buyer = { eInvoiceAddress: order.laskutus_verkkolaskuosoite, operator: order.laskutus_valittaja }
  const missing: Record<MissingForProvider, boolean> = {
    talenom_asiakasnumero: name === 'talenom' && customer.talenom_asiakasnumero.trim() === '',
    verkkolaskuosoite: isRouted && !canBeRouted(buyer),
    laskuttajan_verkkolaskuosoite: isRouted && !canBeRouted(seller),
    maksuehto: isOutside(customer.maksuehto, limits.paymentTerms),
    verokanta: isOutside(vatPercent, limits.vatPercents),
  }
  return (Object.keys(missing) as MissingForProvider[]).filter((detail) => missing[detail])
}
