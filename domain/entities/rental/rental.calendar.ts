import { addDays, addMonths, dayOf, midnightOf, startOfDay } from '../../values/time/time.ts'
import type { Vuokraus } from './rental.entity.ts'

// The billing days of rentals (rules/rentals.md#billing-periods). Days are midnights in Helsinki, as unix seconds.

/** The first and the last day. */
export type BillingPeriod = { start: number; end: number }
export type RentalTerms = Pick<Vuokraus, 'tila' | 'status' | 'laskutuspaiva' | 'laskutuskausi' | 'aktivointipaiva' | 'ohitetut_paivat'>
export type BillingDate = { day: number; period: BillingPeriod; isSkipped: boolean }

const startOfMonth = (day: number): number => midnightOf(`${dayOf(day).slice(0, 7)}-01`)
const fifteenth = (month: number): number => addDays(month, 14)
const lastDay = (month: number): number => addDays(addMonths(month, 1), -1)

/** The day of a month, which is given by its first day. */
const dayIn: Readonly<Record<Vuokraus['laskutuspaiva'] | Vuokraus['laskutuskausi'], (month: number) => number>> = {
  15: fifteenth,
  t: lastDay,
  'Y-m-15': fifteenth,
  'Y-m-t': lastDay,
}

/** The period that is billed on a day: the last one that has ended by then, the day included. */
export function periodBilledOn(day: number, laskutuskausi: Vuokraus['laskutuskausi']): BillingPeriod {
  const endIn = dayIn[laskutuskausi]
  const month = startOfMonth(day)
  const ending = endIn(month) <= day ? month : addMonths(month, -1)
  return { start: addDays(endIn(addMonths(ending, -1)), 1), end: endIn(ending) }
}

/** The end of the period that a day belongs to. */
function periodEnd(day: number, laskutuskausi: Vuokraus['laskutuskausi']): number {
  const endIn = dayIn[laskutuskausi]
  const month = startOfMonth(day)
  return endIn(month) < day ? endIn(addMonths(month, 1)) : endIn(month)
}

/** The period of a stored order, from its last day alone: it was billed by the terms of its time. */
export function periodEndingOn(end: number): BillingPeriod {
  const { start } = periodBilledOn(end, end === fifteenth(startOfMonth(end)) ? 'Y-m-15' : 'Y-m-t')
  return { start, end }
}

export const overlaps = (a: BillingPeriod, b: BillingPeriod): boolean => a.start <= b.end && b.start <= a.end

/** Whether a skipped day leaves out the period that ends on a day. It skips the period, so that a changed billing day does not bill it after all. */
export const skips = (skipped: number, { end }: BillingPeriod, laskutuskausi: Vuokraus['laskutuskausi']): boolean =>
  periodBilledOn(skipped, laskutuskausi).end === end

/** The billing dates in the `count` months from the month of `from` on. Periods that have ended by the activation day are left out. */
function datesIn(
  { laskutuspaiva, laskutuskausi, aktivointipaiva, ohitetut_paivat }: RentalTerms,
  from: number,
  count: number,
): BillingDate[] {
  const first = startOfMonth(from)
  return Array.from({ length: count }, (_, index) => dayIn[laskutuspaiva](addMonths(first, index)))
    .map((day) => ({ day, period: periodBilledOn(day, laskutuskausi) }))
    .filter(({ period }) => period.end > aktivointipaiva)
    .map((date) => ({ ...date, isSkipped: ohitetut_paivat.some((skipped) => skips(skipped, date.period, laskutuskausi)) }))
}

const isBilled = ({ tila, status }: RentalTerms): boolean => tila === 'aktiivinen' && status === 1

/** The number of months that may pass between a billing day in the future and the first one that is billed. */
const monthsBetween = 2

/** The next `count` billing dates after today, skipped ones too; none while the rental is archived. */
export function nextBillingDates(rental: RentalTerms, now: number, count: number): BillingDate[] {
  if (!isBilled(rental)) return []
  const today = startOfDay(now)
  const from = Math.max(today, rental.aktivointipaiva)
  return datesIn(rental, from, count + monthsBetween)
    .filter(({ day }) => day > today)
    .slice(0, count)
}

/** A pause ends within this many months; a longer one is an archived rental. */
export const maxPauseMonths = 24

/**
 * The coming billing dates that a pause leaves out, those skipped already included: their periods lie wholly within it. A period that it only touches is
 * billed whole (rules/rentals.md#pausing).
 */
export function pausedBillingDates(rental: RentalTerms, now: number, { start, end }: BillingPeriod): BillingDate[] {
  return comingDates(rental, now).filter(({ period }) => period.start >= start && period.end <= end)
}

/** The skipped days of a rental without those of periods that have not ended: what was paused to its end stays so, though its billing day may come. */
export function resumedDays(rental: RentalTerms, now: number): number[] {
  const left = comingDates(rental, now).filter(({ period }) => period.end >= startOfDay(now))
  return rental.ohitetut_paivat.filter((day) => !left.some(({ period }) => skips(day, period, rental.laskutuskausi)))
}

const comingDates = (rental: RentalTerms, now: number): BillingDate[] => nextBillingDates(rental, now, maxPauseMonths + 1)

/** Billing days that were missed are billed later, at most this many months later. */
export const maxMonthsLate = 12

/** The billing dates up to today, skipped ones too. */
function pastDates(rental: RentalTerms, now: number): BillingDate[] {
  const today = startOfDay(now)
  return datesIn(rental, addMonths(startOfMonth(now), -maxMonthsLate), maxMonthsLate + 1).filter(({ day }) => day <= today)
}

/** The billing dates up to today for which the rental is billed, whether their orders exist or not. */
export const dueBillingDates = (rental: RentalTerms, now: number): BillingDate[] =>
  isBilled(rental) ? pastDates(rental, now).filter(({ isSkipped }) => !isSkipped) : []

/**
 * The activation day of a rental whose `laskutuskausi` changes: its new periods begin after the last one that was billed, so that no day is
 * billed twice (rules/rentals.md#changing-the-billing-period).
 */
export function activationAfterPeriodChange(before: RentalTerms, laskutuskausi: Vuokraus['laskutuskausi'], now: number): number {
  const last = pastDates(before, now).at(-1)
  return last ? periodEnd(last.period.end, laskutuskausi) : 0
}

/** The days that no period bills when `laskutuskausi` changes; null when the new periods follow the old ones. */
export function unbilledByPeriodChange(before: RentalTerms, laskutuskausi: Vuokraus['laskutuskausi'], now: number): BillingPeriod | null {
  const last = pastDates(before, now).at(-1)
  if (!last) return null
  const end = periodEnd(last.period.end, laskutuskausi)
  return end > last.period.end ? { start: addDays(last.period.end, 1), end } : null
}
