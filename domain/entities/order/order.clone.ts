import { pickupKeys } from '../../values/place/place.ts'
import { startOfDay } from '../../values/time/time.ts'
import type { Tuntituote } from '../hourly/hourly.entity.ts'
import type { Lahetys } from '../shipment/shipment.entity.ts'
import { movedWindows } from '../shipment/shipment.times.ts'
import { billingFields } from './order.billing.ts'
import type { Tilaus } from './order.entity.ts'
import { goodsFields, pick, sharedFields } from './order.rows.ts'

/**
 * The fields of a copy (rules/orders.md#copying): what was ordered, the places and the customer. The others are left out, so that the copy
 * gets their defaults:
 * - driver, car, shift: the driver is chosen separately for the new day;
 * - service time, promised time: the dispatcher gives them for the new day;
 * - group, recurring job: the copy belongs to neither;
 * - price: it follows from the day and the price list, and a customer must not confirm an old one;
 * - present place, terminals, delivery time, images, acknowledgement: they describe what happened to the original's goods.
 */
export const clonedShipmentFields = ['name', ...sharedFields, ...goodsFields] as const satisfies readonly (keyof Lahetys)[]

/** As for a shipment. Ordered amounts are copied, recorded work times are not. The terms of the price are copied, the price is not. */
export const clonedHourlyFields = [
  'name',
  ...pickupKeys,
  'viesti',
  'viite',
  'selite',
  'tyyppi',
  'aika',
  'matka',
  'maara',
  'minimilaskutus',
  'toimituspaiva',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'tuntituote_tyyppi',
  'tuntituote_instanssi',
] as const satisfies readonly (keyof Tuntituote)[]

/** Without number, price, waybills and delivery time; the recipients of the tracking link are chosen again. */
export const clonedOrderFields = [
  'name',
  'tyyppi',
  'asiakas',
  ...billingFields,
  'laskutus_viesti',
  'saa_jattaa',
] as const satisfies readonly (keyof Tilaus)[]

type ShipmentSource = Pick<Lahetys, (typeof clonedShipmentFields)[number]>
type HourlySource = Pick<Tuntituote, (typeof clonedHourlyFields)[number]>
type OrderSource = Pick<Tilaus, (typeof clonedOrderFields)[number]>

export type ClonedShipment = ShipmentSource & Pick<Lahetys, 'tila'>
export type ClonedHourly = HourlySource & Pick<Tuntituote, 'tila'>
export type ClonedOrder = OrderSource & Pick<Tilaus, 'tilauksen_tila'>

/** A wished day in the past becomes today; no day stays none. */
const wishedDayFrom = (day: number, now: number): number => (day === 0 ? 0 : Math.max(day, startOfDay(now)))

/** The day by which the windows of a copy move: the wished one, else that of the first window. */
function dayOf({ toivottu_toimitus, ...windows }: ShipmentSource): number {
  const { nouto_aika_alku, nouto_aika_loppu, toimitus_aika_alku, toimitus_aika_loppu } = windows
  const first = nouto_aika_alku || nouto_aika_loppu || toimitus_aika_alku || toimitus_aika_loppu
  return toivottu_toimitus || (first === 0 ? 0 : startOfDay(first))
}

export const cloneShipment = (shipment: ShipmentSource, now: number): ClonedShipment => ({
  ...pick(shipment, clonedShipmentFields),
  ...movedWindows(shipment, dayOf(shipment), wishedDayFrom(dayOf(shipment), now)),
  tila: 'odottaa_noutoa',
  toivottu_toimitus: wishedDayFrom(shipment.toivottu_toimitus, now),
})

export const cloneHourly = (job: HourlySource, now: number): ClonedHourly => ({
  ...pick(job, clonedHourlyFields),
  tila: 'odottaa_noutoa',
  toimituspaiva: wishedDayFrom(job.toimituspaiva, now),
})

export const cloneOrder = (order: OrderSource): ClonedOrder => ({ ...pick(order, clonedOrderFields), tilauksen_tila: 'uusi' })
