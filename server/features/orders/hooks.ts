import type { EntityHooks } from '#server/entities/engine.ts'
import { fillBilling } from './fill-billing.ts'
import { keepGroupsWhole, lockGroupPrices } from './group-rules.ts'
import { moveWindows } from './move-windows.ts'

export const orderHooks: EntityHooks = {
  tilaus: [{ lookUp: keepGroupsWhole }, { lookUp: fillBilling }],
  lahetys: [{ lookUp: moveWindows }],
  tilaus_ryhma: [{ lookUp: lockGroupPrices }],
}
