import { customerWrites, drivenAt, everything, nothing, ofMyCustomer } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

/** Own and shared products can be read; only own ones can be written. */
const customer: Rule<'tuote'> = { ...customerWrites, read: { any: [ofMyCustomer, { path: 'asiakas.id', is: 'nothing' }] } }

export const productPolicy: EntityPolicy<'tuote'> = {
  yllapito: everything,
  kuljettaja: { read: { any: drivenAt('lahetykset') } },
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
