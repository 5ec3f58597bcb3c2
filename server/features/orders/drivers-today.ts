import type { Pool } from 'pg'
import { type HourlyState, hourlyStates, type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import type { DriverToday } from '#domain/features/orders/drivers-today.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { readDriversToday } from './queries.ts'

const liveStates = (Object.keys(shipmentStates) as ShipmentState[]).filter(isLive)
const liveJobStates = (Object.keys(hourlyStates) as HourlyState[]).filter(isLive)

export async function driversToday(pool: Pool, now: number): Promise<{ data: DriverToday[]; meta: { count: number } }> {
  const day = { today: startOfDay(now), tomorrow: addDays(now, 1), openSince: now - 86_400, states: liveStates, jobStates: liveJobStates }
  const rows = await readDriversToday(pool, day)
  return {
    data: rows.map(({ kaikkiaan: _, vuoro, ...driver }) => ({ ...driver, vuorossa: vuoro !== null })),
    meta: { count: rows[0]?.kaikkiaan ?? 0 },
  }
}
