import type { HolidayNames } from '#domain/values/time/run-days.ts'
import { addDays, addMonths } from '#domain/values/time/time.ts'

/** Public holidays from the day of a moment on: for the days of orders that exist, and for the next run days. */
const monthsAhead = 14

/** `from`: the latest activation day, when it lies ahead. */
export async function holidayNames(now: number, from = now): Promise<HolidayNames> {
  // Imported at the first use: the library contains the holidays of the whole world, some 40 MB of memory.
  const { publicHolidays } = await import('#domain/values/time/public-holidays.ts')
  const last = addMonths(Math.min(Math.max(now, from), addMonths(now, 120)), monthsAhead)
  return new Map(publicHolidays(addDays(now, -1), last).map(({ date, name }) => [date, name] as const))
}
