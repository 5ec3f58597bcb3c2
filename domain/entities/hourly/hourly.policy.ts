import {
  administratorsWriteCustomerReads,
  createForMyCustomer,
  drivenByMe,
  everything,
  myUntouchedLine,
  nothing,
  ofMyCustomer,
} from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import { hourlyByCustomer } from '../order/order.customer.ts'

const customer: Rule<'tuntituote'> = {
  read: ofMyCustomer,
  hide: ['kuljettaja', 'auto', 'tyovuoro', 'sovittu_hinta'],
  create: { ...createForMyCustomer, only: hourlyByCustomer },
  update: { rows: myUntouchedLine, only: hourlyByCustomer },
  delete: { rows: myUntouchedLine },
}

export const hourlyPolicy: EntityPolicy<'tuntituote'> = {
  yllapito: everything,
  kuljettaja: {
    read: drivenByMe,
    hide: [
      ...(['hinta', 'tuntituote_hinta', 'sovittu_hinta', 'minimilaskutus', 'tuntituote_instanssi'] as const),
      ...(['tuntituote_toisto', 'tilaus_ryhma', 'tyovuoro'] as const),
    ],
    update: { rows: drivenByMe, only: ['tila', 'aloitusaika', 'lopetusaika'] },
  },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}

const withoutPrices: Rule<'tuntituote_tyyppi'> = { read: 'all', hide: ['hinta_h', 'hinta_km', 'hinta_kpl'] }

export const hourlyTypePolicy: EntityPolicy<'tuntituote_tyyppi'> = {
  yllapito: everything,
  kuljettaja: withoutPrices,
  asiakas: withoutPrices,
  asiakas_yllapito: withoutPrices,
  huolto: nothing,
}

export const hourlyInstancePolicy: EntityPolicy<'tuntituote_instanssi'> = administratorsWriteCustomerReads
export const recurringPolicy: EntityPolicy<'tuntituote_toisto'> = administratorsWriteCustomerReads
