import type { Pool } from 'pg'
import { type DeliveryAgain, withAttempt, withDeliveryAgain } from '#domain/features/planning-board/delivery-again.ts'
import { workOfShipment } from '#domain/features/planning-board/planned-work.ts'
import type { NeededStop } from '#domain/features/planning-board/route-stops.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { locateStops } from './needed-stops.ts'
import { readShiftsOf, readShipments } from './queries.ts'
import { openRoutes, placing, type RoutesOfShifts, scheduleOf, shiftHours } from './routes-of-shifts.ts'

/** When the goods of a failed delivery, which are still on the car, can be brought again in the driver's shift (rules/planning-board.md#delivery-again). */
export async function deliveryAgain(pool: Pool, shipment: string, now: number): Promise<DeliveryAgain | null> {
  const [row] = await readShipments(pool, [shipment])
  if (row?.status !== 1 || row.poikkeama === null || row.kuljettaja === null) return null
  const driver = row.kuljettaja
  const work = workOfShipment(row)
  const [pickup, delivery] = work.ends
  if (!pickup?.isDone || delivery?.isDone !== false) return null
  const today = startOfDay(now)
  // A shift of yesterday may last past midnight.
  const shifts = await Promise.all([addDays(today, -1), today].map((day) => readShiftsOf(pool, driver, day)))
  const own = shifts.flat().map(({ id }) => id)
  const of = await openRoutes(pool, own, new Map([[work.id, work]]))
  const [located] = await locateStops(pool, [{ work, type: 'toimitus', places: row }])
  if (!located || located.stop.place.lat === null) return null
  const found = own.flatMap((id) => visitOn(of, id, { needed: located.stop, now }) ?? [])
  return found.toSorted((a, b) => a.aika - b.aika)[0] ?? null
}

function visitOn(of: RoutesOfShifts, id: string, { needed, now }: { needed: NeededStop; now: number }): DeliveryAgain | null {
  const [shift, stored] = [of.shifts.get(id), of.routes.get(id)]
  const route = stored && withAttempt(stored, needed.work)
  const planned = route && withDeliveryAgain(route, needed, placing)
  if (!shift || !planned) return null
  const [before, after] = [route, planned].map((one) => scheduleOf({ shift, route: one, now }, of))
  const at = planned.stops.findIndex((stop) => !of.stored.has(stop.id))
  const times = after?.stops[at]
  const end = shiftHours(shift).end || addDays(shift.paiva, 1)
  if (!before || !after || !times || times.departure > end) return null
  const { postitmp = '', nimi = '' } = planned.stops[at - 1] ?? {}
  return { aika: times.begin, metrit: Math.max(0, after.metres - before.metres), edellinen: postitmp || nimi }
}
