import { addDays, dayOf, midnightOf, mondayOf, startOfDay, weekOf } from '#domain/values/time/time.ts'
import { formatDate } from '#web/kit/format.ts'

export const weekChoices = ['1', '2', '4'] as const
export type WeekChoice = (typeof weekChoices)[number]

/** The days shown: midnights of whole weeks, from a Monday. */
export type CalendarRange = { first: number; weeks: number; days: readonly number[] }

const isWeeks = (text: string | undefined): text is WeekChoice => weekChoices.some((choice) => choice === text)

function dayIn(text: string | undefined): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return null
  try {
    const day = midnightOf(text ?? '')
    return day >= midnightOf('1971-01-04') && day < midnightOf('2099-01-01') ? day : null
  } catch {
    return null
  }
}

/** The range of the address (`?alku=2026-11-16&viikot=2`): two weeks from this one unless it says otherwise. */
export function rangeOf({ alku, viikot }: Readonly<Record<string, string | undefined>>, now: number): CalendarRange {
  const first = mondayOf(dayIn(alku) ?? startOfDay(now))
  const weeks = isWeeks(viikot) ? Number(viikot) : 2
  return { first, weeks, days: Array.from({ length: weeks * 7 }, (_, index) => addDays(first, index)) }
}

/** The address of the range that begins on the week of `day`; this week's is left out. */
export const startParameter = (day: number, now: number): string | undefined =>
  mondayOf(day) === mondayOf(now) ? undefined : dayOf(mondayOf(day))

/** `16.–29.11.2026` */
export function rangeText({ days, first }: CalendarRange): string {
  const last = days.at(-1) ?? first
  const [from = '', to] = [formatDate(first), formatDate(last)]
  const [day, month, year] = from.split('.')
  const [, lastMonth, lastYear] = to.split('.')
  if (year !== lastYear) return `${from}–${to}`
  return month === lastMonth ? `${day}.–${to}` : `${day}.${month}.–${to}`
}

/** `vk 47–48` */
export function weeksText({ first, weeks }: CalendarRange): string {
  const numbers = [weekOf(first), weekOf(addDays(first, 7 * (weeks - 1)))]
  return `vk ${[...new Set(numbers)].join('–')}`
}
