import type { Tilaus } from '../entities/order/order.entity.ts'
import type { ShipmentState } from '../entities/order/order.states.ts'
import { isLate, lineStatus, progressOf, type Status } from '../entities/order/order.status.ts'
import type { Lahetys } from '../entities/shipment/shipment.entity.ts'
import { addDays, formatDay, formatTime, startOfDay } from '../values/time.ts'

/** A tracking link ends so many days after the delivery. */
export const trackingDays = 45

export type FollowedOrder = Pick<Tilaus, 'status' | 'tyyppi' | 'avoin' | 'tilauksen_tila' | 'timestamp_toimitettu'>
export type FollowedShipment = Pick<
  Lahetys,
  'status' | 'tila' | 'toivottu_toimitus' | 'timestamp_toimitettu' | 'toimitus_postitmp' | 'toimitus_nimi'
>

/** What is told of a shipment; that it has been invoiced is no stranger's matter, and transfers are no customer's (SPEC section 4). */
export const trackedStates = ['uusi', 'odottaa_noutoa', 'kuljetuksessa', 'myohassa', 'toimitettu', 'peruutettu'] as const
export type TrackedState = (typeof trackedStates)[number]

export type TrackedShipment = {
  tila: TrackedState
  paikkakunta: string
  toivottu_toimitus: number
  /** When it was delivered, and to whom by the signature; 0 and '' before. */
  toimitettu: number
  vastaanottaja: string
}
export type TrackedOrder = {
  /** How far the goods are, as one of `progressSteps`. */
  vaihe: 0 | 1 | 2 | 3
  /** When the link ends; 0 while that is not known. */
  paattyy: number
  lahetykset: TrackedShipment[]
}

export const isDelivered = ({ tilauksen_tila }: Pick<Tilaus, 'tilauksen_tila'>): boolean =>
  tilauksen_tila === 'toimitettu' || tilauksen_tila === 'laskutettu'

/** When an order's link ends: at the end of a day in Helsinki. 0 before the delivery. */
export const trackingEnd = (order: Pick<Tilaus, 'tilauksen_tila' | 'timestamp_toimitettu'>): number =>
  isDelivered(order) ? addDays(order.timestamp_toimitettu, trackingDays + 1) : 0

/** Whether an order may be followed by its link: one of shipments, neither removed nor wholly cancelled, and not delivered too long ago. */
export function isFollowable(order: FollowedOrder, now: number): boolean {
  if (order.status !== 1 || order.tyyppi !== 'lahetys') return false
  return isDelivered(order) ? now < trackingEnd(order) : order.avoin
}

const trackedState = (status: Status): TrackedState =>
  trackedStates.find((state) => state === status) ?? (status === 'laskutettu' ? 'toimitettu' : 'kuljetuksessa')

/**
 * All that a stranger who holds the link is told of an order; null when it is not to be followed. Of places the town, of
 * people the one who received: no street, number, address, price, reference or driver.
 * `receivers`: the name in clear on each shipment's signature, in the shipments' order.
 */
export function trackedOrder(
  order: FollowedOrder,
  shipments: readonly FollowedShipment[],
  receivers: readonly string[],
  now: number,
): TrackedOrder | null {
  const live = shipments.flatMap((shipment, index) => (shipment.status === 1 ? [{ shipment, receiver: receivers[index] ?? '' }] : []))
  if (live.length === 0 || !isFollowable(order, now)) return null
  // One link goes to all consignees of an order: who received elsewhere is not theirs to know.
  const isOnePlace =
    new Set(live.map(({ shipment }) => shipment.toimitus_postitmp)).size === 1 &&
    live.every(({ shipment }) => shipment.toimitus_nimi === live[0]?.shipment.toimitus_nimi)
  return {
    vaihe: progressOf(
      order.tilauksen_tila,
      live.map(({ shipment }): ShipmentState => shipment.tila),
    ),
    paattyy: trackingEnd(order),
    lahetykset: live.map(({ shipment, receiver }) => {
      const delivered = shipment.tila === 'toimitettu'
      return {
        tila: isLate(shipment, now) ? 'myohassa' : trackedState(lineStatus(order.tilauksen_tila, shipment.tila, 'customer')),
        paikkakunta: shipment.toimitus_postitmp,
        toivottu_toimitus: shipment.toivottu_toimitus,
        toimitettu: delivered ? shipment.timestamp_toimitettu : 0,
        vastaanottaja: delivered && isOnePlace ? receiver : '',
      }
    }),
  }
}

/** `tänään, ti 24.11.` */
function dayText(day: number, now: number): string {
  const near = day === startOfDay(now) ? 'tänään, ' : day === addDays(now, 1) ? 'huomenna, ' : ''
  return `${near}${formatDay(day)}`
}

/** When a shipment is to be expected, or when it came: as it is known, and no more. */
export function arrivalText({ tila, toivottu_toimitus, toimitettu }: TrackedShipment, now: number): string {
  if (toimitettu > 0) return `Toimitettu ${formatDay(toimitettu)} klo ${formatTime(toimitettu)}.`
  if (tila === 'toimitettu') return 'Toimitettu.'
  if (tila === 'peruutettu') return 'Kuljetus on peruttu.'
  if (tila === 'myohassa') {
    if (toivottu_toimitus === 0) return 'Toimitus on myöhässä. Uutta toimituspäivää ei ole vielä tiedossa.'
    return toivottu_toimitus < startOfDay(now)
      ? `Toimitus on myöhässä. Sen piti saapua ${formatDay(toivottu_toimitus)}`
      : `Toimitus voi myöhästyä. Sen on määrä saapua ${dayText(toivottu_toimitus, now)}`
  }
  return toivottu_toimitus === 0 ? 'Toimituspäivää ei ole vielä tiedossa.' : `Odotettu toimituspäivä: ${dayText(toivottu_toimitus, now)}`
}
