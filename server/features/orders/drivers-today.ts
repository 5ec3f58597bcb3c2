import type { Pool } from 'pg'
import { type HourlyState, hourlyStates, type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import type { driversOfCarsCall } from '#domain/features/orders/drivers-of-cars.ts'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import type { OutputOf } from '#domain/model/define-call.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { readDriversToday } from './queries.ts'

const liveStates = (Object.keys(shipmentStates) as ShipmentState[]).filter(isLive)
const liveJobStates = (Object.keys(hourlyStates) as HourlyState[]).filter(isLive)

export async function driversToday(pool: Pool, now: number): Promise<{ data: DriverToday[]; meta: { count: number } }> {
  const today = startOfDay(now)
  const minute = Math.floor((now - today) / 60)
  const day = { today, tomorrow: addDays(now, 1), minute, openSince: now - 86_400, states: liveStates, jobStates: liveJobStates }
  const rows = await readDriversToday(pool, day)
  return {
    data: rows.map(({ kaikkiaan: _, vuoro, paattynyt, tyopaiva, ...driver }) => ({
      ...driver,
      vuorossa: tyopaiva !== null || (vuoro !== null && !paattynyt),
    })),
    meta: { count: rows[0]?.kaikkiaan ?? 0 },
  }
}

/** The names of today's drivers by car. */
export async function driversOfCars(pool: Pool, now: number): Promise<OutputOf<typeof driversOfCarsCall>> {
  const { data: drivers } = await driversToday(pool, now)
  const data = drivers.flatMap(({ auto, name }) => (auto ? [{ auto: auto.id, name }] : []))
  return { data, meta: { count: data.length } }
}
