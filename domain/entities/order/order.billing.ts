import type { RowOf } from '../../model/define-entity.ts'
import type { laskutusosoite_email, laskutusosoite_posti, laskutusosoite_verkkolasku } from '../address/address.entity.ts'
import { isForInvoices } from '../address/billing.default.ts'
import { type Tilaus, tilaus } from './order.entity.ts'

/** How an order is billed, in the order in which it is detected (rules/invoicing.md#billing-type). */
export const billingKinds = { email: 'Sähköposti', posti: 'Posti', verkkolasku: 'Verkkolasku' } as const
export type BillingKind = keyof typeof billingKinds
const kindsInOrder = ['email', 'posti', 'verkkolasku'] as const satisfies readonly BillingKind[]

/** The billing fields copied from an address; `laskutus_viesti` is set on the order. */
export const billingFields = [
  'laskutus_nimi',
  'laskutus_osoite1',
  'laskutus_osoite2',
  'laskutus_postinro',
  'laskutus_postitmp',
  'laskutus_maa',
  'laskutus_verkkolaskuosoite',
  'laskutus_valittaja',
  'laskutus_email',
] as const satisfies readonly (keyof Tilaus)[]
export type BillingFields = Pick<Tilaus, (typeof billingFields)[number]>

/** The kind of address that is filled in; null when none is (rules/invoicing.md#billing-type). The country has a default: it does not count. */
export function billingKindOf(order: Omit<BillingFields, 'laskutus_nimi' | 'laskutus_maa' | 'laskutus_valittaja'>): BillingKind | null {
  if (order.laskutus_email !== '') return 'email'
  const postal = [order.laskutus_osoite1, order.laskutus_osoite2, order.laskutus_postinro, order.laskutus_postitmp]
  if (postal.some((part) => part !== '')) return 'posti'
  return order.laskutus_verkkolaskuosoite !== '' ? 'verkkolasku' : null
}

type Usage = Pick<RowOf<typeof laskutusosoite_email>, 'oletus' | 'tyyppi'>
/** A customer's billing addresses, by kind. */
export type BillingAddresses = {
  email: readonly (Usage & Pick<RowOf<typeof laskutusosoite_email>, 'field_sahkopostiosoite'>)[]
  posti: readonly (Usage &
    Pick<
      RowOf<typeof laskutusosoite_posti>,
      'field_osoite_1' | 'field_osoite_2' | 'field_postinumero' | 'field_postitoimipaikka' | 'field_maa'
    >)[]
  verkkolasku: readonly (Usage & Pick<RowOf<typeof laskutusosoite_verkkolasku>, 'field_verkkolaskuosoite' | 'field_valittaja'>)[]
}
export type BillingAddress = { [K in BillingKind]: { kind: K; row: BillingAddresses[K][number] } }[BillingKind]

/** Cut to the length of the order's field (rules/orders.md#billing-fields), between characters. */
const billingName = (name: string): string =>
  name
    .trim()
    .slice(0, tilaus.fields.laskutus_nimi.max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/**
 * An order's billing fields from one of the customer's addresses. The fields of the other kinds are cleared, so that the kind detected
 * from the order is the one that was chosen.
 */
export function billingFieldsFrom(address: BillingAddress | null, customerName: string): BillingFields {
  const none: BillingFields = {
    laskutus_nimi: billingName(customerName),
    laskutus_osoite1: '',
    laskutus_osoite2: '',
    laskutus_postinro: '',
    laskutus_postitmp: '',
    laskutus_maa: tilaus.fields.laskutus_maa.default,
    laskutus_verkkolaskuosoite: '',
    laskutus_valittaja: '',
    laskutus_email: '',
  }
  switch (address?.kind) {
    case undefined:
      return none
    case 'email':
      return { ...none, laskutus_email: address.row.field_sahkopostiosoite }
    case 'posti':
      return {
        ...none,
        laskutus_osoite1: address.row.field_osoite_1,
        laskutus_osoite2: address.row.field_osoite_2,
        laskutus_postinro: address.row.field_postinumero,
        laskutus_postitmp: address.row.field_postitoimipaikka,
        laskutus_maa: address.row.field_maa,
      }
    case 'verkkolasku':
      return {
        ...none,
        laskutus_verkkolaskuosoite: address.row.field_verkkolaskuosoite,
        laskutus_valittaja: address.row.field_valittaja,
      }
  }
}

/**
 * The address that a new order of the customer is billed to: the default (`oletus`) of the first kind that has one, otherwise
 * the first address of the first kind that has any. Addresses used only for reminders are skipped.
 */
export function defaultBillingAddress(addresses: BillingAddresses): BillingAddress | null {
  const all = kindsInOrder.flatMap((kind) => addressesOf(kind, addresses)).filter(({ row }) => isForInvoices(row))
  return all.find(({ row }) => row.oletus) ?? all[0] ?? null
}

/** Whether the order has a billing address; the name alone is not one. */
const isAddressed = (order: BillingFields): boolean => billingKindOf(order) !== null || order.laskutus_valittaja !== ''

/** Whether a new order needs the billing details of its customer. */
export const lacksBilling = (order: BillingFields): boolean => order.laskutus_nimi === '' || !isAddressed(order)

/** A new order's billing fields from its customer's default billing address; fields that are set stay (rules/orders.md#billing-fields). */
export function filledBilling(order: BillingFields, customer: BillingAddresses & { name: string }): Partial<BillingFields> {
  const filled = billingFieldsFrom(isAddressed(order) ? null : defaultBillingAddress(customer), customer.name)
  const laskutus_nimi = order.laskutus_nimi || filled.laskutus_nimi
  return isAddressed(order) ? { laskutus_nimi } : { ...filled, laskutus_nimi }
}

function addressesOf(kind: BillingKind, addresses: BillingAddresses): BillingAddress[] {
  switch (kind) {
    case 'email':
      return addresses.email.map((row) => ({ kind, row }))
    case 'posti':
      return addresses.posti.map((row) => ({ kind, row }))
    case 'verkkolasku':
      return addresses.verkkolasku.map((row) => ({ kind, row }))
  }
}
