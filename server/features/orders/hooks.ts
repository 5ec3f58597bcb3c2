import type { EntityHooks } from '#server/entities/engine.ts'
import { fillBilling } from './fill-billing.ts'
import { keepGroupsWhole, lockGroupPrices } from './group-rules.ts'

export const orderHooks: EntityHooks = {
  tilaus: [{ lookUp: keepGroupsWhole }, { lookUp: fillBilling }],
  tilaus_ryhma: [{ lookUp: lockGroupPrices }],
}
