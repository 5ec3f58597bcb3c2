import { publicHolidays } from '../../values/time/public-holidays.ts'
import { addDays, startOfDay } from '../../values/time/time.ts'

/**
 * Midnights of the days with holiday pay besides Sundays (rules/worktime.md#evening-night-and-holiday), of the days from `min` to `max`: public
 * holidays, and pääsiäislauantai, juhannusaatto and jouluaatto, each of which is the day before one.
 */
export function paidHolidays(min: number, max: number): Set<number> {
  const from = startOfDay(min)
  const days = publicHolidays(from, addDays(max, 1)).flatMap(({ paiva, name }) =>
    daysWithEve.has(name) ? [paiva, addDays(paiva, -1)] : [paiva],
  )
  return new Set(days.filter((day) => day >= from && day <= max))
}
const daysWithEve: ReadonlySet<string> = new Set(['Pääsiäispäivä', 'Juhannuspäivä', 'Joulupäivä'])
