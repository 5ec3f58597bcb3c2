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

/** What the archive can be narrowed to: today, and the months that it reaches, the newest first. */
export function periods(now: number): { value: string; label: string }[] {
  const first = firstOf(monthOf(now))
  const reached = Array.from({ length: 13 }, (_, back) => monthOf(addMonths(first, -back)))
  return [
    { value: today, label: 'Tänään' },
    ...reached.map((month) => ({ value: month, label: `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}` })),
  ]
}

/** The days of a period; anything unknown is the whole archive. */
export function daysOf(period: string | undefined, now: number): { alku?: number; loppu?: number } {
  if (period === today) return { alku: startOfDay(now) }
  if (!periods(now).some(({ value }) => value === period) || period === undefined) return {}
  const first = firstOf(period)
  return { alku: first, loppu: addMonths(first, 1) - 1 }
}
