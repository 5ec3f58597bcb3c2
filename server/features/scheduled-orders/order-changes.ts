import type { ScheduledOrder } from '#domain/features/scheduled-orders/scheduled-order.ts'
import { dueRunDays, isRunDay, type RunTerms } from '#domain/values/time/run-days.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { RowChange } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { holidayNames } from './holiday-names.ts'
import { planOrders } from './plan-orders.ts'
import { knownOrders, madeOrders, type ScheduleRelation } from './queries.ts'

/** How the orders of a kind of row, routes or recurring jobs, are made. */
export type OrderSchedule<R extends { id: string }> = {
  /** The relation of an order to the row. */
  relation: ScheduleRelation
  termsOf: (row: R) => RunTerms
  /** Reads what the orders of the rows need, and returns how those of a row and a day are made. */
  prepare: (runner: Queryable, rows: readonly R[]) => Promise<(row: R, day: number) => readonly ScheduledOrder[]>
  /** The reason in the history of orders that follow a change of the row. */
  reasonOf: (row: R) => string
}
type Options = {
  now: number
  /** Whether the orders that exist follow a change of the rows; otherwise only missing ones are made. */
  follows: boolean
}

/** The changes that bring the orders of the rows from today on in line with the rows. The caller has locked the rows. */
export async function orderChanges<R extends { id: string }>(
  runner: Queryable,
  { schedule, rows }: { schedule: OrderSchedule<R>; rows: readonly R[] },
  { now, follows }: Options,
): Promise<RowChange[]> {
  if (rows.length === 0) return []
  const { tilauksia_etukateen: daysAhead } = (await storedSettings(runner)).values
  const sources = rows.map(({ id }) => id)
  const read = follows ? madeOrders : knownOrders
  const made = Map.groupBy(await read(runner, schedule.relation, { sources, from: startOfDay(now) }), ({ source }) => source)
  const holidays = await holidayNames(now)
  const ordersOn = await schedule.prepare(runner, rows)
  return rows.flatMap((row) => {
    const terms = schedule.termsOf(row)
    const orders = made.get(row.id) ?? []
    // Orders that were made further ahead than the setting says now follow the row too.
    const madeDays = follows ? orders.map(({ ajopaiva }) => ajopaiva).filter((day) => isRunDay(terms, day, holidays)) : []
    const days = [...new Set([...dueRunDays(terms, holidays, { now, daysAhead }), ...madeDays])].sort((a, b) => a - b)
    const scheduled = days.flatMap((day) => ordersOn(row, day))
    return planOrders({ scheduled, made: orders, follows, reason: schedule.reasonOf(row) })
  })
}
