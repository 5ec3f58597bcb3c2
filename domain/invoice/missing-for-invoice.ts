import type { Asiakas } from '../entities/customer/customer.entity.ts'
import { billingKindOf } from '../entities/order/order.billing.ts'
import type { Tilaus } from '../entities/order/order.entity.ts'

/** What an order can lack before an invoice of it can be sent (RULES section 7). */
export const missingLabels = { hinta: 'Hinta puuttuu', laskutusosoite: 'Laskutusosoite puuttuu', y_tunnus: 'Y-tunnus puuttuu' } as const
export type Missing = keyof typeof missingLabels
export const missingNames = Object.keys(missingLabels) as Missing[]

type Invoiced = Pick<Tilaus, 'hinta'> & Parameters<typeof billingKindOf>[0]

/** A private person has no Y-tunnus to give. */
export function missingForInvoice(order: Invoiced, customer: Pick<Asiakas, 'tyyppi' | 'y_tunnus'>): Missing[] {
  const missing: Record<Missing, boolean> = {
    hinta: order.hinta <= 0,
    laskutusosoite: billingKindOf(order) === null,
    y_tunnus: customer.tyyppi === 'yritys' && customer.y_tunnus === '',
  }
  return missingNames.filter((name) => missing[name])
}
