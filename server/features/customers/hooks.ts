import type { EntityHooks } from '#server/entities/engine.ts'
import { keepCustomersWithWork } from './keep-customers.ts'
import { newCustomerDefaults } from './new-customer-defaults.ts'
import { oneDefault } from './one-default.ts'

export const customerHooks: EntityHooks = {
  asiakas: [{ lookUp: keepCustomersWithWork }, { lookUp: newCustomerDefaults }],
  laskutusosoite_email: [oneDefault],
  laskutusosoite_posti: [oneDefault],
  laskutusosoite_verkkolasku: [oneDefault],
}
