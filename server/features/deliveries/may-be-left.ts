import { leavingFault } from '#domain/entities/acknowledgement/acknowledgement.rules.ts'
import type { LookUp } from '#server/entities/engine.ts'
import { ordersOfShipments } from './queries.ts'

/**
 * Looks up the orders of goods that are left without a signature, and refuses those that do not allow it. Values of this save take
 * precedence over stored ones.
 */
export const refuseUnallowedLeaving: LookUp = async (runner, changes, { rowsOf, refuse }) => {
  const leavings = changes
    .filter(({ before, after }) => !before && after.jatetty === true)
    .map((change) => ({ change, shipments: Array.isArray(change.after.lahetykset) ? change.after.lahetykset : [] }))
  if (leavings.length === 0) return undefined
  const orders = await ordersOfShipments(
    runner,
    leavings.flatMap(({ shipments }) => shipments),
  )
  const stored = new Map(orders.map((row) => [row.lahetys, row]))
  const saved = new Map(rowsOf('tilaus').map(({ id, tilausnro, saa_jattaa }) => [id, { tilausnro, saa_jattaa }]))
  const orderOfSaved = new Map(rowsOf('lahetys').map(({ id, tilaus }) => [id, String(tilaus)]))
  for (const { change, shipments } of leavings) {
    const ordersLeft = shipments.flatMap((id) => saved.get(orderOfSaved.get(id) ?? stored.get(id)?.id ?? '') ?? stored.get(id) ?? [])
    const fault = leavingFault(ordersLeft)
    if (fault) refuse(change, fault)
  }
  return undefined
}
