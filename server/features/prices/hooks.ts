import type { EntityHooks } from '#server/entities/engine.ts'
import { priceOrders } from './price-orders.ts'

export const priceHooks: EntityHooks = {
  tilaus: [{ conclude: priceOrders }],
}
