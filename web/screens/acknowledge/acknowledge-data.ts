import { mayRead, mayWrite } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import { allowedTransitions, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { Shipment } from '#web/features/deliveries/delivery.ts'
import type { Failure } from '#web/features/deliveries/failed-delivery.ts'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'

/** Failed deliveries with their reports, by shipment id. */
export type Exceptions = ReadonlyMap<string, Failure>

export type Person = { roles: readonly Role[]; userId: string }

export const maySeeOrders = ({ roles }: Person): boolean => mayRead('tilaus', roles)
/** Whether the person takes signatures; customers only read them. */
export const maySign = ({ roles }: Person): boolean => mayWrite('v_o_kuittaus', roles, 'create', 'kuittaus')

/** Whether the state table lets the person deliver the shipment now. */
export function isDeliverable(shipment: Pick<Shipment, 'tila' | 'kuljettaja'>, person: Person): boolean {
  const actor = stateActorOf(person, shipment)
  if (!actor) return false
  // Only steps forward are needed, so no time limit of an undo applies.
  return allowedTransitions(shipmentTable(), { from: shipment.tila, actor, now: 0, since: 0 }).some(({ to }) => to === 'toimitettu')
}

/** The shipments selected when the page opens: the requested ones that can be delivered; without a request, all that can. */
export function firstChosen(shipments: readonly Shipment[], requested: string | undefined, person: Person): string[] {
  const deliverable = shipments.filter((shipment) => isDeliverable(shipment, person)).map(({ id }) => id)
  const chosen = deliverable.filter((id) => requested?.split(',').includes(id))
  return chosen.length > 0 ? chosen : deliverable
}
