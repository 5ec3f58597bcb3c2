import { addDays, dayOf, startOfDay, weekdayOf } from './time.ts'

// The days on which a standing route is driven or a recurring hourly job is done (rules/recurring-hourly-jobs.md#run-days). Days are midnights in
// Helsinki, as unix seconds.

/** What the days follow from. `isActive`: neither paused, archived nor removed. */
export type RunTerms = {
  isActive: boolean
  runsOnHolidays: boolean
  viikonpaivat: readonly number[]
  aktivointipaiva: number
  ohitetut_paivat: readonly number[]
}
/** ISO day → the holiday's name. */
export type HolidayNames = ReadonlyMap<string, string>
export type RunDay = { day: number; isSkipped: boolean }

/** The number of run days that screens and lists show. */
export const shownRunDays = 5

/** Whether the weekday and the activation day make it a run day, and no holiday prevents it; it may still be skipped. */
const isScheduled = (terms: RunTerms, day: number, holidays: HolidayNames): boolean =>
  terms.isActive &&
  day >= terms.aktivointipaiva &&
  terms.viikonpaivat.includes(weekdayOf(day)) &&
  (terms.runsOnHolidays || !holidays.has(dayOf(day)))

/** Whether an order is made for the day. */
export const isRunDay = (terms: RunTerms, day: number, holidays: HolidayNames): boolean =>
  isScheduled(terms, day, holidays) && !terms.ohitetut_paivat.includes(day)

/** The days for which orders exist after a run of the job: `daysAhead` days, of which today is the first. Days that have passed are not made up for. */
export const dueRunDays = (terms: RunTerms, holidays: HolidayNames, { now, daysAhead }: { now: number; daysAhead: number }): number[] =>
  daysFrom(startOfDay(now), daysAhead).filter((day) => isRunDay(terms, day, holidays))

/** Longer than any row of weeks whose run days are holidays. */
const searchedDays = 12 * 7

/** The next run days from today or from the activation day on, skipped ones too; none while it is not active. */
export function nextRunDays(terms: RunTerms, holidays: HolidayNames, now: number): RunDay[] {
  if (!terms.isActive) return []
  return daysFrom(Math.max(startOfDay(now), terms.aktivointipaiva), searchedDays)
    .filter((day) => isScheduled(terms, day, holidays))
    .slice(0, shownRunDays)
    .map((day) => ({ day, isSkipped: terms.ohitetut_paivat.includes(day) }))
}

const daysFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => addDays(first, index))
