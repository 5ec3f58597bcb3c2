import type { EntityHooks } from '#server/entities/engine.ts'
import { priceOrders } from './price-orders.ts'
import { notePrices } from './price-unpriced.ts'

export const priceHooks: EntityHooks = {
  tilaus: [{ conclude: priceOrders }],
  hinnasto: [{ conclude: notePrices }],
  tuntituote_tyyppi: [{ conclude: notePrices }],
  tuntituote_instanssi: [{ conclude: notePrices }],
}
