import {
  administratorsWriteCustomerReads,
  createForMyCustomer,
  drivenAt,
  everything,
  nothing,
  ofMyCustomer,
} from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import { billingFields } from './order.billing.ts'

const untouchedOrder = { all: [ofMyCustomer, { path: 'tilauksen_tila', in: ['uusi'] }] } as const

const customer: Rule<'tilaus'> = {
  read: ofMyCustomer,
  hide: ['tila_weight', 'lasku', 'reitti', 'reittiasiakas', 'koskematon'],
  create: {
    ...createForMyCustomer,
    only: ['tyyppi', 'name', 'asiakas', ...billingFields, 'laskutus_viesti', 'seurantalinkki', 'saa_jattaa'],
  },
  update: { rows: untouchedOrder, only: ['name', ...billingFields, 'laskutus_viesti', 'saa_jattaa'] },
}

export const orderPolicy: EntityPolicy<'tilaus'> = {
  yllapito: everything,
  kuljettaja: {
    read: { any: [...drivenAt('lahetykset'), ...drivenAt('tuntituotteet')] },
    hide: [
      ...(['hinta', 'hinta_kasin', 'tilaus_ryhma', 'lasku', 'vuokraus', 'vuokrakausi', ...billingFields, 'laskutus_viesti'] as const),
      ...(['reitti', 'reittiasiakas', 'tuntituote_toisto', 'koskematon'] as const),
      // They count the lines of other drivers too.
      ...(['maara', 'paino', 'lavapaikat'] as const),
    ],
  },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}

export const orderGroupPolicy: EntityPolicy<'tilaus_ryhma'> = administratorsWriteCustomerReads
