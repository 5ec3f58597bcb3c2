import { addMonths, dayOf, midnightOf, startOfDay } from '#domain/values/time/time.ts'

const months = [
  'Tammikuu',
  'Helmikuu',
  'Maaliskuu',
  'Huhtikuu',
  'Toukokuu',
  'Kesäkuu',
  'Heinäkuu',
  'Elokuu',
  'Syyskuu',
  'Lokakuu',
  'Marraskuu',
  'Joulukuu',
] as const
export const today = 'tanaan'

const firstOf = (month: string): number => midnightOf(`${month}-01`)
const monthOf = (seconds: number): string => dayOf(seconds).slice(0, 7)

/** The periods that the archive can be limited to: today, and the months that it covers, newest first. */
export function periods(now: number): { value: string; label: string }[] {
  const first = firstOf(monthOf(now))
  const reached = Array.from({ length: 13 }, (_, back) => monthOf(addMonths(first, -back)))
  return [
    { value: today, label: 'Tänään' },
    ...reached.map((month) => ({ value: month, label: `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}` })),
  ]
}

/** The time range of a period; an unknown one selects the whole archive. */
export function daysOf(period: string | undefined, now: number): { alku?: number; loppu?: number } {
  if (period === today) return { alku: startOfDay(now) }
  if (!periods(now).some(({ value }) => value === period) || period === undefined) return {}
  const first = firstOf(period)
  return { alku: first, loppu: addMonths(first, 1) - 1 }
}
