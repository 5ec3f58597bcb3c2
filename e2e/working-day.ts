import { addDays, startOfDay, weekdayOf } from '#domain/values/time/time.ts'

/** A day to come on which the demo company drives. */
export function nextWorkingDay(): number {
  let day = addDays(startOfDay(Date.now() / 1000), 1)
  while (weekdayOf(day) > 5) day = addDays(day, 1)
  return day
}
