import { rules as pureRules } from '#domain/model/entity-rules.ts'
import { entityNames } from '#domain/model/registry.ts'
import type { EntityHooks, Rules } from './entities/engine.ts'
import { addressHooks } from './features/addresses/hooks.ts'
import { carHooks } from './features/cars/hooks.ts'
import { customerHooks } from './features/customers/hooks.ts'
import { deliveryHooks } from './features/deliveries/hooks.ts'
import { orderMessageHooks } from './features/order-messages/hooks.ts'
import { orderHooks } from './features/orders/hooks.ts'
import { planningBoardHooks } from './features/planning-board/hooks.ts'
import { priceHooks } from './features/prices/hooks.ts'
import { recurringHooks } from './features/recurring-hourly-jobs/hooks.ts'
import { shiftHooks } from './features/shifts/hooks.ts'
import { routeHooks } from './features/standing-routes/hooks.ts'
import { worktimeAdministrationHooks } from './features/worktime/admin/hooks.ts'
import { worktimeHooks } from './features/worktime/hooks.ts'
import { userHooks } from './users/hooks.ts'

/** In the order in which hooks on the same entity run. */
const hooksOfFeatures: readonly EntityHooks[] = [
  addressHooks,
  carHooks,
  customerHooks,
  deliveryHooks,
  orderHooks,
  orderMessageHooks,
  planningBoardHooks,
  priceHooks,
  recurringHooks,
  routeHooks,
  shiftHooks,
  userHooks,
  worktimeHooks,
  worktimeAdministrationHooks,
]

/** The entities' rules, with the hooks that the features add to them. */
export const rules: Rules = Object.fromEntries(
  entityNames.map((name) => [name, { ...pureRules[name], hooks: hooksOfFeatures.flatMap((hooks) => hooks[name] ?? []) }]),
)
