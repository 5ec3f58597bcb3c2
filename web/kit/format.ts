import { lazily } from '#domain/values/lazily.ts'
import { daysBetween, formatDate, formatDay, formatMoment, formatTime, formatTimeOn } from '#domain/values/time/helsinki-clock.ts'
import { writeDuration } from '#domain/values/time/write-minutes.ts'

// Times come from the domain, which knows Helsinki's time zone; numbers are only displayed, so they are formatted here.
export { formatDate, formatDay, formatMoment, formatTime, formatTimeOn }

/** `pe 27.11.2026` */
export const formatDayOfYear = (day: number): string => `${formatDay(day)}${formatDate(day).slice(-4)}`
/** `6.00–14.00`, `18.00–ke 2.30` when it ends on another day. */
export const formatTimeSpan = (start: number, end: number): string => `${formatTime(start)}–${formatTimeOn(end, start)}`
/** `klo 14.32`; with the day when it is not `now`'s. */
export const formatSince = (at: number, now: number): string => (daysBetween(at, now) === 0 ? `klo ${formatTime(at)}` : formatMoment(at))

const months = lazily(() => new Intl.DateTimeFormat('fi', { month: 'long', year: 'numeric', timeZone: 'Europe/Helsinki' }))
/** `marraskuu 2026` */
export const formatMonth = (at: number): string => months().format(at * 1000)

const euros = lazily(() => new Intl.NumberFormat('fi-FI', { style: 'currency', currency: 'EUR' }))
const percents = lazily(() => new Intl.NumberFormat('fi-FI', { style: 'percent', maximumFractionDigits: 1 }))
const integers = lazily(() => new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 0 }))
const decimals = lazily(() => new Intl.NumberFormat('fi-FI', { maximumFractionDigits: 2 }))

/** `1 234,50 €` */
export const formatEuros = (amount: number): string => euros().format(amount)
/** `25,5 %` from 25.5 */
export const formatPercent = (percent: number): string => percents().format(percent / 100)
/** `1 234` */
export const formatCount = (count: number): string => integers().format(count)
/** `1 234,5`: an amount that is not a count. */
export const formatNumber = (amount: number): string => decimals().format(amount)
// A no-break space keeps a number and its unit on one line, as Intl does with the euro.
/** `1 234,5 kg` */
export const formatKilos = (kilos: number): string => `${decimals().format(kilos)}\u00a0kg`
/** Millimetres as `80 cm` (rules/values.md#sizes). */
export const formatCentimetres = (millimetres: number): string => `${decimals().format(millimetres / 10)}\u00a0cm`
/** `4 h 05 min`, `38 min` */
export const formatMinutes = (minutes: number): string => (writeDuration(minutes) || '0 min').replaceAll(' ', '\u00a0')
/** `T-1, T-2, T-3`; of many, the first ones and the number of the others. */
export const firstOf = (words: readonly string[], max = 12): string =>
  words.length > max ? `${words.slice(0, max).join(', ')} ja ${formatCount(words.length - max)} muuta` : words.join(', ')
/** `1 kolli`, `6 kollia` */
export const plural = (count: number, one: string, many: string): string => `${formatCount(count)} ${count === 1 ? one : many}`

/** `ja 3 muuta` for a list that shows only its first rows; '' when it shows all. */
export const othersText = (shown: number, count: number): string => (count > shown ? `ja ${formatCount(count - shown)} muuta` : '')
