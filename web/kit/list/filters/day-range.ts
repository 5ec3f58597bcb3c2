import { addDays, mondayOf, startOfDay } from '#domain/values/time/time.ts'
import { formatDay } from '../../format.ts'
import { dayFrom } from '../../page/page-search.ts'

/** Days from the first to the last, both included, as midnights in unix seconds. */
export type DaySpan = { first: number; last: number }

type Search = Readonly<Record<string, string | undefined>>
/** The names in the address. A link with the first day alone means that day. */
export type RangeNames = { first: string; last: string }

/** The range in the address; null when there is none. A last day before the first one is read as the first. */
export function rangeFrom(search: Search, { first: from, last: to }: RangeNames): DaySpan | null {
  const first = dayFrom(search[from])
  if (first === 0) return null
  return { first, last: Math.max(first, dayFrom(search[to])) }
}

export const writeRange = (range: DaySpan | null, { first, last }: RangeNames): Search => ({
  [first]: range ? String(range.first) : undefined,
  [last]: range && range.last > range.first ? String(range.last) : undefined,
})

/** `la 21.11.–ti 24.11.`; one day is named once. */
export const rangeText = ({ first, last }: DaySpan): string => (last > first ? `${formatDay(first)}–${formatDay(last)}` : formatDay(first))

/** The ranges that people choose most. */
export function rangePresets(now: number): readonly { label: string; range: DaySpan }[] {
  const today = startOfDay(now)
  const monday = mondayOf(today)
  const one = (day: number): DaySpan => ({ first: day, last: day })
  return [
    { label: 'Tänään', range: one(today) },
    { label: 'Huomenna', range: one(addDays(today, 1)) },
    { label: 'Eilen', range: one(addDays(today, -1)) },
    { label: 'Tämä viikko', range: { first: monday, last: addDays(monday, 6) } },
    { label: 'Ensi viikko', range: { first: addDays(monday, 7), last: addDays(monday, 13) } },
    { label: 'Seuraavat 7 päivää', range: { first: today, last: addDays(today, 6) } },
  ]
}
