import { nothing } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

const write = { only: ['tilaus', 'teksti'] } as const
/** What was written stays: both sides have read it. The order must be one that the writer may read. */
const customer: Rule<'tilausviesti'> = {
  read: {
    all: [
      { path: 'tilaus.asiakas.id', is: 'my_company' },
      { path: 'sisainen', in: ['false'] },
    ],
  },
  hide: ['sisainen'],
  create: write,
}

export const orderMessagePolicy: EntityPolicy<'tilausviesti'> = {
  yllapito: { read: 'all', create: { only: [...write.only, 'sisainen'] } },
  kuljettaja: nothing,
  asiakas: customer,
  asiakas_yllapito: customer,
  huolto: nothing,
}
