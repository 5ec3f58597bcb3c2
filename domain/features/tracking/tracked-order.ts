import type { Tilaus } from '../../entities/order/order.entity.ts'
import type { ShipmentState } from '../../entities/order/order.states.ts'
import { isLate, lineStatus, progressOf, type Status } from '../../entities/order/order.status.ts'
import type { Lahetys } from '../../entities/shipment/shipment.entity.ts'
import { addDays } from '../../values/time/time.ts'
import { type ArrivalSource, arrivalWindow, isOnCar, stopsBefore } from './arrival-window.ts'
import { type TrackedShipment, type TrackedState, trackedStates } from './tracked-shipment.ts'

/** The number of days after the delivery when a tracking link expires. */
export const trackingDays = 45

export type FollowedOrder = Pick<Tilaus, 'status' | 'tyyppi' | 'avoin' | 'tilauksen_tila' | 'timestamp_toimitettu'>
export type FollowedShipment = Pick<Lahetys, 'status' | 'tila' | 'toivottu_toimitus' | 'timestamp_toimitettu' | 'toimitus_postitmp'>

/** With what the arrival follows from. */
export type ExpectedShipment = FollowedShipment & ArrivalSource

export type TrackedOrder = {
  /** The progress of the goods as an index of `progressSteps`. */
  vaihe: 0 | 1 | 2 | 3
  /** When the link expires; 0 while unknown. */
  paattyy: number
  lahetykset: TrackedShipment[]
}

export const isDelivered = ({ tilauksen_tila }: Pick<Tilaus, 'tilauksen_tila'>): boolean =>
  tilauksen_tila === 'toimitettu' || tilauksen_tila === 'laskutettu'

/** When an order's link expires: at the end of a day in Helsinki. 0 before the delivery. */
export const trackingEnd = (order: Pick<Tilaus, 'tilauksen_tila' | 'timestamp_toimitettu'>): number =>
  isDelivered(order) ? addDays(order.timestamp_toimitettu, trackingDays + 1) : 0

/** Whether an order can be followed: it has shipments, is neither removed nor wholly cancelled, and was not delivered too long ago. */
export function isFollowable(order: FollowedOrder, now: number): boolean {
  if (order.status !== 1 || order.tyyppi !== 'lahetys') return false
  return isDelivered(order) ? now < trackingEnd(order) : order.avoin
}

const trackedState = (status: Status): TrackedState =>
  trackedStates.find((state) => state === status) ?? (status === 'laskutettu' ? 'toimitettu' : 'kuljetuksessa')

/** An order reduced to the shipments of one delivery place: it is delivered when they are. */
export function orderAtPlace(order: FollowedOrder, shipments: readonly FollowedShipment[]): FollowedOrder {
  const counted = shipments.filter(({ status, tila }) => status === 1 && tila !== 'peruutettu')
  if (counted.length === 0) return { ...order, avoin: false }
  if (counted.some(({ tila }) => tila !== 'toimitettu')) return order
  const timestamp_toimitettu = Math.max(...counted.map((shipment) => shipment.timestamp_toimitettu)) || order.timestamp_toimitettu
  return { ...order, avoin: false, tilauksen_tila: isDelivered(order) ? order.tilauksen_tila : 'toimitettu', timestamp_toimitettu }
}

/**
 * Everything that a person with the link of a delivery place sees of the order; null when it cannot be followed. Of
 * places only the town, of people only the receiver: no street, number, address, price, reference or driver.
 * `shipments`: those of the place. `receivers`: the name on each shipment's signature, in the shipments' order.
 */
export function trackedOrder(
  order: FollowedOrder,
  shipments: readonly ExpectedShipment[],
  receivers: readonly string[],
  now: number,
): TrackedOrder | null {
  const live = shipments.flatMap((shipment, index) => (shipment.status === 1 ? [{ shipment, receiver: receivers[index] ?? '' }] : []))
  const here = orderAtPlace(order, shipments)
  if (live.length === 0 || !isFollowable(here, now)) return null
  return {
    vaihe: progressOf(
      here.tilauksen_tila,
      // Late goods that were picked up are on the way.
      live.map(({ shipment }): ShipmentState => (isOnCar(shipment) ? 'kuljetuksessa' : shipment.tila)),
    ),
    paattyy: trackingEnd(here),
    lahetykset: live.map(({ shipment, receiver }) => {
      const delivered = shipment.tila === 'toimitettu'
      return {
        tila: isLate(shipment, now) ? 'myohassa' : trackedState(lineStatus(order.tilauksen_tila, shipment.tila, 'customer')),
        paikkakunta: shipment.toimitus_postitmp,
        toivottu_toimitus: shipment.toivottu_toimitus,
        toimitettu: delivered ? shipment.timestamp_toimitettu : 0,
        vastaanottaja: delivered ? receiver : '',
        saapuminen: arrivalWindow(shipment, now),
        pysahdyksia_ennen: stopsBefore(shipment),
        myohastyminen: delivered || shipment.tila === 'peruutettu' ? 0 : shipment.myohastyminen,
      }
    }),
  }
}
