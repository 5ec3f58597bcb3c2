import type { Tuntituote } from '../../entities/hourly/hourly.entity.ts'
import type { Tilaus } from '../../entities/order/order.entity.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'

/**
 * The line of an order that follows a route or a recurring job. `key` finds it again when the order follows a change: the delivery address of a
 * shipment, '' for the only job.
 */
export type ScheduledLine =
  | { entity: 'lahetys'; key: string; values: Partial<Lahetys> }
  | { entity: 'tuntituote'; key: ''; values: Partial<Tuntituote> }
/** The order of a customer and a day, as the route or recurring job makes it. */
export type ScheduledOrder = {
  asiakas: string
  ajopaiva: number
  values: Partial<Tilaus>
  lines: readonly ScheduledLine[]
}
