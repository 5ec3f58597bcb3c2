import { Temporal } from 'temporal-polyfill'
import { formatDate, timeZone, weekdays } from './helsinki-clock.ts'

// Calculations with days in Helsinki (rules/values.md#clock). Functions take and return unix seconds unless they say otherwise.

/** Moments 1…31 535 999 are before 1971 and rejected (rules/values.md#earliest-moment). */
export const firstValidMoment = 31_536_000
/** Midnight of 1.1.1971 in Helsinki, the first day that a `day` field can hold. */
export const firstValidDay = 31_528_800
/** 9999-12-31, the last day of a four-digit year. */
export const lastMoment = 253_402_300_799
const minute = 60

const zoned = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(timeZone)

/** `2026-02-01`: the calendar day in Helsinki. */
export const dayOf = (seconds: number): string => zoned(seconds).toPlainDate().toString()

/** Local midnight of a day written `2026-02-01`. Throws RangeError on anything else. */
export function midnightOf(isoDay: string): number {
  return Temporal.PlainDate.from(isoDay).toZonedDateTime(timeZone).epochMilliseconds / 1000
}

export const startOfDay = (seconds: number): number => zoned(seconds).startOfDay().epochMilliseconds / 1000

/** Midnight of the day `days` after that of `seconds`; correct over clock changes. */
export function addDays(seconds: number, days: number): number {
  return zoned(seconds).toPlainDate().add({ days }).toZonedDateTime(timeZone).epochMilliseconds / 1000
}

/** Midnight of the same day `months` later, or of the month's last day when it is shorter. */
export function addMonths(seconds: number, months: number): number {
  return zoned(seconds).toPlainDate().add({ months }).toZonedDateTime(timeZone).epochMilliseconds / 1000
}

/** The moment at a local time of day on the day of `seconds`. */
export function atTime(seconds: number, hours: number, minutes = 0): number {
  return zoned(seconds).with({ hour: hours, minute: minutes, second: 0, millisecond: 0 }).epochMilliseconds / 1000
}

/** The clock time as minutes after midnight, the inverse of `atTime`. */
export function minuteOfDay(seconds: number): number {
  const at = zoned(seconds)
  return at.hour * minute + at.minute
}

/** 1 = Monday … 7 = Sunday. */
export const weekdayOf = (seconds: number): number => zoned(seconds).dayOfWeek

/** The number of the ISO week, as Finnish calendars have it. */
export const weekOf = (seconds: number): number => zoned(seconds).weekOfYear ?? 0

/** Midnight of the Monday of the week. */
export const mondayOf = (seconds: number): number => addDays(seconds, 1 - weekdayOf(seconds))

export const weekdayNames: Readonly<Record<number, string>> = Object.fromEntries(weekdays.map((name, index) => [index + 1, name]))

/** Parses `9.30`, `9:30`, `930` or `9` as minutes after midnight; null when it is not a time. */
export function parseTime(text: string): number | null {
  const match = /^(\d{1,2})[.:](\d{2})$|^(\d{1,2}?)(\d{2})?$/.exec(text.trim())
  if (!match) return null
  const hours = Number(match[1] ?? match[3])
  const minutes = Number(match[2] ?? match[4] ?? 0)
  return hours < 24 && minutes < 60 ? hours * minute + minutes : null
}

const monthsAhead = 24
/** Seconds, less than `monthsAhead` months of any length, so that the calendar is used only for days near the limit. */
const surelyNear = 700 * 86_400
/** A Finnish sentence when a wished day is so far ahead that it must be a typing error (9999 for 2026), else null. */
export function wishedDayFault(day: number, now: number): string | null {
  if (day <= now + surelyNear) return null
  const last = addMonths(now, monthsAhead)
  return day > last ? `Päivä on liian kaukana. Viimeinen mahdollinen on ${formatDate(last)}.` : null
}

/**
 * The same for a day that is being set. A customer's must not be in the past; an administrator also records past deliveries
 * (`mayBePast`), but not so old that it must be a typing error.
 */
export function newWishedDayFault(day: number, now: number, mayBePast: boolean): string | null {
  if (day === 0) return null
  const first = mayBePast ? addMonths(now, -monthsAhead) : startOfDay(now)
  if (day >= first) return wishedDayFault(day, now)
  return mayBePast
    ? `Päivä on liian kaukana. Ensimmäinen mahdollinen on ${formatDate(first)}.`
    : 'Päivä on jo mennyt. Valitse tämä päivä tai myöhempi.'
}

/** Written forms of a day; a two-digit year is in this century. */
const dayForms = [
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.?(?<year>)$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2}|\d{4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
]

/** Parses `1.2.2026`, `1.2.26`, `01022026`, `1.2.` (the year of `now`), `2026-02-01` as an ISO day; null when there is no such day. */
export function parseDay(text: string, now: number): string | null {
  const found = dayForms.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined)
  if (!found) return null
  const { year = '', month, day } = found
  const fullYear = year === '' ? zoned(now).year : Number(year) + (year.length === 2 ? 2000 : 0)
  try {
    return Temporal.PlainDate.from({ year: fullYear, month: Number(month), day: Number(day) }, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
