/** The company's clock (rules/values.md#clock). Every function here takes unix seconds. */
export const timeZone = 'Europe/Helsinki'

/*
 * Formats days and times. Uses Intl instead of Temporal, whose polyfill is a third of what a browser may load before sign-in
 * (bench/budgets.json); calculations with days are in time.ts.
 */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
})

type ClockTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>

function readClock(seconds: number): ClockTime {
  const read: ClockTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0 }
  for (const { type, value } of clock.formatToParts(seconds * 1000)) {
    if (type === 'year' || type === 'month' || type === 'day' || type === 'hour' || type === 'minute') read[type] = Number(value)
  }
  return read
}

const millisecondsOfDay = 86_400_000
/** Days from 1.1.1970 to a calendar day. */
const dayNumber = ({ year, month, day }: ClockTime): number => Date.UTC(year, month - 1, day) / millisecondsOfDay

/** Calendar days in Helsinki from the day of `from` to the day of `to`; negative when `to` is earlier. Correct over clock changes. */
export const daysBetween = (from: number, to: number): number => dayNumber(readClock(to)) - dayNumber(readClock(from))

export const weekdays = ['ma', 'ti', 'ke', 'to', 'pe', 'la', 'su'] as const
/** 1.1.1970 was a Thursday. */
const firstWeekday = 3

const weekdayOf = (at: ClockTime): string => weekdays.at((dayNumber(at) + firstWeekday) % weekdays.length) ?? ''

/** `1.2.2026` */
export function formatDate(seconds: number): string {
  if (seconds === 0) return ''
  const { day, month, year } = readClock(seconds)
  return `${day}.${month}.${year}`
}

/** `ma 1.2.` */
export function formatDay(seconds: number): string {
  if (seconds === 0) return ''
  const at = readClock(seconds)
  return `${weekdayOf(at)} ${at.day}.${at.month}.`
}

const timeOf = ({ hour, minute }: ClockTime): string => `${hour}.${String(minute).padStart(2, '0')}`

/** `9.30` */
export const formatTime = (seconds: number): string => (seconds === 0 ? '' : timeOf(readClock(seconds)))

/** `9.30`; `la 0.30` when it is on another day than `day`: the stops of a shift, say, that goes on after midnight. */
export function formatTimeOn(seconds: number, day: number): string {
  if (seconds === 0) return ''
  const at = readClock(seconds)
  return dayNumber(at) === dayNumber(readClock(day)) ? timeOf(at) : `${weekdayOf(at)} ${timeOf(at)}`
}

/** `1.2.2026 klo 9.30` */
export const formatMoment = (seconds: number): string => (seconds === 0 ? '' : `${formatDate(seconds)} klo ${formatTime(seconds)}`)
