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

/** The billing dates in the `count` months from the month of `from` on. Periods that have ended by the activation day are left out. */
function datesIn(rental: RentalTerms, from: number, count: number): BillingDate[] {
  const first = startOfMonth(from)
  return Array.from({ length: count }, (_, index) => dayIn[rental.laskutuspaiva](addMonths(first, index)))
    .map((day) => ({ day, period: periodBilledOn(day, rental.laskutuskausi), isSkipped: rental.ohitetut_paivat.includes(day) }))
    .filter(({ period }) => period.end > rental.aktivointipaiva)
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

/** Billing days that were missed are billed later, at most this many months later. */
export const maxMonthsLate = 12

/** The billing dates up to today for which the rental is billed, whether their orders exist or not. */
export function dueBillingDates(rental: RentalTerms, now: number): BillingDate[] {
  if (!isBilled(rental)) return []
  const today = startOfDay(now)
  return datesIn(rental, addMonths(startOfMonth(now), -maxMonthsLate), maxMonthsLate + 1).filter(
    ({ day, isSkipped }) => day <= today && !isSkipped,
  )
}
