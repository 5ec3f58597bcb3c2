import type { DayBasis } from '#domain/features/worktime/own-day/day-basis.ts'
import { paidHolidays } from '#domain/features/worktime/paid-holidays.ts'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { ownRecords } from './queries.ts'

/** Four weeks that the driver sees, and the week before them, on which their warnings depend. */
const daysBack = 35
/** A device may be without a network for long. */
const holidaysAhead = 60

/** What the driver's device needs to compute sums and warnings by itself (decision 85). */
export async function dayBasisOf(runner: Queryable, { driver, now }: { driver: string; now: number }): Promise<DayBasis> {
  const min = addDays(mondayOf(now), -daysBack)
  const paivat = await ownRecords(runner, { driver, min })
  const { values: settings } = await storedSettings(runner)
  return {
    saannot: [...settings.tyoajan_saannot],
    jakson_alku: settings.jakson_alku,
    pyhat: [...paidHolidays(min, addDays(now, holidaysAhead))],
    paivat,
  }
}
