import type { Asiakas } from '../../entities/customer/customer.entity.ts'
import { billingKindOf } from '../../entities/order/order.billing.ts'
import type { Tilaus } from '../../entities/order/order.entity.ts'

/** The details that an order may lack before it can be invoiced (rules/invoicing.md#uninvoiced-list). */
export const missingLabels = {
  hinta: 'Hinta puuttuu',
  laskutusosoite: 'Laskutusosoite puuttuu',
  y_tunnus: 'Y-tunnus puuttuu',
  ryhma: 'Ryhmä kesken',
  laskutuspaiva: 'Odottaa laskutuspäivää',
} as const
export type MissingInvoiceDetail = keyof typeof missingLabels
export const missingNames = Object.keys(missingLabels) as MissingInvoiceDetail[]

/** `odottaa`: the next billing day of its route is still ahead (rules/standing-routes.md#billing-days). */
type Invoiced = Pick<Tilaus, 'hinta'> & Parameters<typeof billingKindOf>[0] & { odottaa?: boolean }
/** The order group that an order is invoiced with; `kesken`: some of its orders are still open. */
type Group = { hinta: number; kesken: boolean }

/** A private person needs no Y-tunnus. Orders of a group are one invoice line, so they wait for each other (rules/invoicing.md#order-groups). */
export function missingForInvoice(
  order: Invoiced,
  customer: Pick<Asiakas, 'tyyppi' | 'y_tunnus'>,
  group: Group | null = null,
): MissingInvoiceDetail[] {
  const missing: Record<MissingInvoiceDetail, boolean> = {
    hinta: (group ?? order).hinta <= 0,
    laskutusosoite: billingKindOf(order) === null,
    y_tunnus: customer.tyyppi === 'yritys' && customer.y_tunnus === '',
    ryhma: group?.kesken === true,
    laskutuspaiva: order.odottaa === true,
  }
  return missingNames.filter((name) => missing[name])
}
