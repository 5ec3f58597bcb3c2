import { everything, nothing } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

const own = { path: 'tilaus.asiakas.id', is: 'my_company' } as const
/** Everybody of the customer uses the same ones. The order must be one that its writer may read. */
const customer: Rule<'suosikkitilaus'> = {
  read: own,
  create: { only: ['tilaus', 'name'] },
  update: { rows: own },
  delete: { rows: own },
}

export const favouriteOrderPolicy: EntityPolicy<'suosikkitilaus'> = {
  yllapito: everything,
  kuljettaja: nothing,
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
