import { createForMyCustomer, customerReads, customerWrites, drivenAt, everything, nothing } from '../../access/conditions.ts'
import type { EntityPolicy } from '../../access/define-policy.ts'
import { drivenCustomer } from '../customer/customer.policy.ts'

export const addressPolicy: EntityPolicy<'postiosoite'> = {
  yllapito: everything,
  kuljettaja: {
    read: {
      any: [
        ...drivenAt('noudot'),
        ...drivenAt('toimitukset'),
        ...drivenAt('tuntityot'),
        ...drivenCustomer,
        // Our own places, which belong to no customer: a driver records goods left there.
        { path: 'asiakas.id', is: 'nothing' },
      ],
    },
  },
  asiakas: { ...customerReads, create: createForMyCustomer },
  asiakas_yllapito: customerWrites,
  huolto: nothing,
}

export const billingAddressPolicy: EntityPolicy<'laskutusosoite_email' | 'laskutusosoite_posti' | 'laskutusosoite_verkkolasku'> = {
  yllapito: everything,
  kuljettaja: nothing,
  asiakas: customerReads,
  asiakas_yllapito: customerWrites,
  huolto: nothing,
}
