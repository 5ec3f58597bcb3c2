import { queryOptions } from '@tanstack/react-query'
import { mayRead, mayWrite } from '#domain/access.ts'
import { shipmentTransitions } from '#domain/entities/order/order.states.ts'
import { allowedTransitions, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { Role } from '#domain/roles.ts'
import { type Included, read } from '../../data/json-api.ts'
import { queryKeys } from '../../data/query-keys.ts'
import type { Everything, Seen } from '../../data/row.ts'
import type { Failure } from '../../kit/failed-delivery.ts'

export type Order = Seen<'tilaus'>
export type Shipment = Seen<'lahetys'>
export type Acknowledgement = { row: Seen<'v_o_kuittaus'>; shipments: Shipment[]; picture: Seen<'file'> | undefined }
/** Those that were to be received and were not, with what was told of each. */
export type Exceptions = ReadonlyMap<string, Failure>

export type Delivery = {
  order: Order
  customer: string
  /** Live shipments in the order in which they were made. */
  shipments: Shipment[]
  acknowledgements: Acknowledgement[]
}

export const deliveryQuery = (orderId: string) => {
  const query = { include: ['asiakas', 'lahetykset.kuittaukset.kuittaus'] }
  return queryOptions({
    queryKey: queryKeys.one('tilaus', orderId, query),
    queryFn: async ({ signal }) => {
      const { row, included } = await read('tilaus', orderId, query, { signal, quiet: [404] })
      return deliveryOf(row, included)
    },
  })
}

function deliveryOf(order: Order, included: Included<Everything>): Delivery {
  const shipments = included
    .all('lahetys', order.lahetykset)
    .filter(({ status, tila }) => status === 1 && tila !== 'peruutettu')
    .sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)
  const ids = [...new Set(shipments.flatMap(({ kuittaukset }) => kuittaukset))]
  const acknowledgements = included.all('v_o_kuittaus', ids).map((row) => ({
    row,
    shipments: shipments.filter(({ kuittaukset }) => kuittaukset.includes(row.id)),
    picture: included.get('file', row.kuittaus),
  }))
  return { order, customer: included.get('asiakas', order.asiakas)?.name ?? '', shipments, acknowledgements }
}

export type Person = { roles: readonly Role[]; userId: string }

export const maySeeOrders = ({ roles }: Person): boolean => mayRead('tilaus', roles)
/** Whether the person takes signatures at all; customers read them. */
export const maySign = ({ roles }: Person): boolean => mayWrite('v_o_kuittaus', roles, 'create', 'kuittaus')

/** Whether the state table lets the person deliver the shipment now. */
export function isDeliverable(shipment: Pick<Shipment, 'tila' | 'kuljettaja'>, person: Person): boolean {
  const actor = stateActorOf(person, shipment)
  if (!actor) return false
  // Only ways onward are asked for, so no moment is counted from.
  return allowedTransitions(shipmentTransitions, { from: shipment.tila, actor, now: 0, since: 0 }).some(({ to }) => to === 'toimitettu')
}

/** The shipments ticked when the page opens: those asked for, as far as they can be delivered; without a wish all that can. */
export function firstChosen(shipments: readonly Shipment[], asked: string | undefined, person: Person): string[] {
  const deliverable = shipments.filter((shipment) => isDeliverable(shipment, person)).map(({ id }) => id)
  const wanted = deliverable.filter((id) => asked?.split(',').includes(id))
  return wanted.length > 0 ? wanted : deliverable
}
