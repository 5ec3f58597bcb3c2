import Holidays from 'date-holidays'
import { addDays, dayOf, midnightOf, startOfDay } from './time.ts'

/** A public holiday: local midnight in unix seconds, the same as `2026-05-01`, and its name. */
export type PublicHoliday = { paiva: number; date: string; name: string }

const finnish = new Holidays('FI', { languages: 'fi', types: ['public'] })

const capitalized = (name: string): string => name.charAt(0).toLocaleUpperCase('fi') + name.slice(1)

/** The holidays of a calendar year, in order. Half holidays (jouluaatto, juhannusaatto) and memorial days are not included. */
function holidaysOfYear(year: number): readonly PublicHoliday[] {
  const known = computed.get(year)
  if (known) return known
  const holidays = finnish.getHolidays(year).map(({ date, name }) => {
    const day = date.slice(0, 10)
    return { paiva: midnightOf(day), date: day, name: capitalized(name) }
  })
  if (computed.size < maxComputed) computed.set(year, holidays)
  return holidays
}
/** Computing a year takes milliseconds, and the sums of working time ask for the same one at every change. */
const computed = new Map<number, readonly PublicHoliday[]>()
const maxComputed = 100

/** Finland's public holidays from the day of `min` to the day of `max`, both included (unix seconds). */
export function publicHolidays(min: number, max: number): PublicHoliday[] {
  const from = startOfDay(min)
  const after = addDays(max, 1)
  const first = Number(dayOf(min).slice(0, 4))
  const last = Number(dayOf(max).slice(0, 4))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    .flatMap(holidaysOfYear)
    .filter(({ paiva }) => paiva >= from && paiva < after)
}
