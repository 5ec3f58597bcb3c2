import { createForMyCustomer, drivenByMe, everything, myUntouchedLine, nothing, ofMyCustomer } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import { shipmentByCustomer } from '../order/order.customer.ts'

const customer: Rule<'lahetys'> = {
  read: ofMyCustomer,
  hide: [
    'tila_weight',
    'kuljettaja',
    'auto',
    'tyovuoro',
    'nykyinen_osoite',
    'siirto_osoitteet',
    'laitteen_aika',
    'laitteen_ero',
    'tila_muuttui',
  ],
  mask: { tila: { values: ['odottaa_siirtoa', 'siirto', 'siirretty'], as: 'kuljetuksessa' } },
  create: { ...createForMyCustomer, only: shipmentByCustomer },
  update: { rows: myUntouchedLine, only: shipmentByCustomer },
  delete: { rows: myUntouchedLine },
}

export const shipmentPolicy: EntityPolicy<'lahetys'> = {
  yllapito: everything,
  kuljettaja: {
    read: drivenByMe,
    hide: ['hinta', 'tyovuoro'],
    update: {
      rows: drivenByMe,
      only: [
        'tila',
        'laitteen_aika',
        'laitteen_ero',
        'kuvat',
        'nykyinen_osoite',
        'siirto_osoitteet',
        'poikkeama',
        'noudettu_maara',
        'toimitettu_maara',
      ],
    },
  },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
