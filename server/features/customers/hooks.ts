import type { EntityHooks } from '#server/entities/engine.ts'
import { keepCustomersWithWork } from './keep-customers.ts'
import { oneDefault } from './one-default.ts'
import { paymentTerm } from './payment-term.ts'

export const customerHooks: EntityHooks = {
  asiakas: [{ lookUp: keepCustomersWithWork }, { lookUp: paymentTerm }],
  laskutusosoite_email: [oneDefault],
  laskutusosoite_posti: [oneDefault],
  laskutusosoite_verkkolasku: [oneDefault],
}
