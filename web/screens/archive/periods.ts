import { addMonths, dayOf, midnightOf, startOfDay } from '#domain/values/time.ts'
import type { Filter } from '../../data/json-api.ts'
import { archived, deliveredSince } from '../../kit/order-filters.ts'

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

/** The archive's filter for a period; anything unknown is the whole archive. */
export function archivedIn(period: string | undefined, now: number): Filter {
  if (period === today) return deliveredSince(startOfDay(now), now)
  if (!periods(now).some(({ value }) => value === period) || period === undefined) return archived(now)
  const start = firstOf(period)
  // The first month is cut where the archive begins: what is older stands in the old archive.
  const least = Math.max(start, addMonths(now, -12))
  return { ...archived(now), timestamp_toimitettu: { operator: 'BETWEEN', value: [least, addMonths(start, 1) - 1] } }
}
