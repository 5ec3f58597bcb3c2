import { publicHolidays } from '../../values/time/public-holidays.ts'
import { addDays } from '../../values/time/time.ts'
import { isWorkingDay } from './default-shifts.ts'

/** Working days, Monday to Friday without public holidays, from the day `min` to the day `max`. */
export function workingDays(min: number, max: number): number[] {
  const holidays = new Set(publicHolidays(min, max).map(({ paiva }) => paiva))
  const days: number[] = []
  for (let day = min; day <= max; day = addDays(day, 1)) if (isWorkingDay(day, holidays)) days.push(day)
  return days
}
