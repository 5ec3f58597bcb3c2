import { toNfc } from '../nfc.ts'
import { addDays, dayOf, midnightOf, parseDay, startOfDay, weekdayOf } from './time.ts'

const relativeDays: Readonly<Record<string, number>> = {
  tänään: 0,
  tanaan: 0,
  huomenna: 1,
  huom: 1,
  ylihuomenna: 2,
  eilen: -1,
  toissapäivänä: -2,
  toissapaivana: -2,
}
const weekdayWords: readonly (readonly string[])[] = [
  ['ma', 'maanantai', 'maanantaina'],
  ['ti', 'tiistai', 'tiistaina'],
  ['ke', 'keskiviikko', 'keskiviikkona'],
  ['to', 'torstai', 'torstaina'],
  ['pe', 'perjantai', 'perjantaina'],
  ['la', 'lauantai', 'lauantaina'],
  ['su', 'sunnuntai', 'sunnuntaina'],
]
const weekdayOfWord = new Map(weekdayWords.flatMap((words, index) => words.map((word) => [word, index + 1] as const)))
/** `+3`, `-1`, `+3 pv`. */
const offsetForm = /^(?<sign>[+-])(?<days>\d{1,3})(?: ?pv)?$/
/** `viikon päästä`, `2 viikon kuluttua`, `3 päivän päästä`. */
const laterForm = /^(?:(?<count>\d{1,2}) )?(?<unit>viikon|päivän|paivan) (?:päästä|paasta|kuluttua)$/
const dayAndMonth = /^\d{1,2}\.\d{1,2}\.?$/

/**
 * Parses a day as people type it: everything that `parseDay` accepts, with an optional weekday before it, and `tänään`,
 * `huomenna`, `ti`, `+3`, `viikon päästä`. A weekday is the next such day, never today. A day without a year is the one nearest to
 * today. Returns an ISO day; null when the text is not a day.
 */
export function readTypedDay(text: string, now: number): string | null {
  const typed = toNfc(text).trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi')
  const days = daysAhead(typed, now)
  if (days !== null) return dayOf(addDays(now, days))
  const date = withoutWeekday(typed)
  return dayAndMonth.test(date) ? nearestYear(date, now) : parseDay(date, now)
}

function daysAhead(typed: string, now: number): number | null {
  const weekday = weekdayOfWord.get(typed.replace(/\.$/, ''))
  if (weekday !== undefined) return ((weekday - weekdayOf(now) + 6) % 7) + 1
  const offset = offsetForm.exec(typed)?.groups
  if (offset) return Number(`${offset.sign}${offset.days}`)
  const later = laterForm.exec(typed)?.groups
  if (later) return Number(later.count ?? 1) * (later.unit === 'viikon' ? 7 : 1)
  return Object.hasOwn(relativeDays, typed) ? (relativeDays[typed] ?? null) : null
}

/** The field itself formats a day as `la 21.11.2026`; the weekday is not compared with the date. */
function withoutWeekday(typed: string): string {
  const [first = '', ...rest] = typed.split(' ')
  return rest.length > 0 && weekdayOfWord.has(first.replace(/\.$/, '')) ? rest.join(' ') : typed
}

function nearestYear(date: string, now: number): string | null {
  const thisYear = Number(dayOf(now).slice(0, 4))
  const whole = date.replace(/\.?$/, '.')
  const today = startOfDay(now)
  const candidates = [thisYear, thisYear + 1, thisYear - 1].flatMap((year) => parseDay(`${whole}${year}`, now) ?? [])
  const distance = (day: string): number => Math.abs(midnightOf(day) - today)
  return candidates.reduce<string | null>((best, day) => (best === null || distance(day) < distance(best) ? day : best), null)
}
