import type { Change, EntityRules, RowFault } from '../../model/define-entity.ts'
import { fromCents, toCents } from '../../values/money.ts'
import { formatDate } from '../../values/time/helsinki-clock.ts'
import { addMonths, startOfDay, wishedDayFault } from '../../values/time/time.ts'
import { activationAfterPeriodChange, maxMonthsLate, type RentalTerms } from './rental.calendar.ts'
import { type Vuokraus, vuokraus } from './rental.entity.ts'

/** The customer's unit price by `tyyppi`; 0 when there is none. */
function customersPrice(customer: Readonly<Record<string, unknown>> | undefined, tyyppi: Vuokraus['tyyppi']): number {
  const price = customer?.[`vuokrattava_${tyyppi}_hinta`]
  return typeof price === 'number' ? price : 0
}

/** Calculated in cents, so that it is exact (rules/values.md#money). */
export const rentalTotal = ({ hinta, maara }: Pick<Vuokraus, 'hinta' | 'maara'>): number =>
  fromCents(Math.round((toCents(hinta) * toCents(maara)) / 100))

type Priced = Pick<Vuokraus, 'hinta' | 'tyyppi' | 'maara'>

/** The unit price of a changed rental and its total: a price that has not been typed follows from the type (rules/prices.md#rentals). */
export function rentalPrice({ before, after }: Change<Priced>, customer: Readonly<Record<string, unknown>> | undefined) {
  const typed = before ? after.hinta !== before.hinta || before.hinta !== customersPrice(customer, before.tyyppi) : after.hinta !== 0
  const hinta = typed ? after.hinta : customersPrice(customer, after.tyyppi)
  return { hinta, hinta_total: rentalTotal({ hinta, maara: after.maara }) }
}

/**
 * A rental that was archived or removed continues from today: what passed meanwhile is not billed (rules/rentals.md#pausing). New periods begin
 * after those that were billed by the old ones.
 */
export function activationDay({ before, after }: Change<RentalTerms>, now: number): number {
  const isResumed = before !== null && !isActive(before) && isActive(after) && before.aktivointipaiva === after.aktivointipaiva
  const day = isResumed || after.aktivointipaiva === 0 ? startOfDay(now) : after.aktivointipaiva
  if (before === null || before.laskutuskausi === after.laskutuskausi) return day
  return Math.max(day, activationAfterPeriodChange(before, after.laskutuskausi, now))
}

const isActive = ({ tila, status }: RentalTerms): boolean => tila === 'aktiivinen' && status === 1

/** A day so long ago that its periods would not be billed any more, or too far ahead, must be a typing error. */
function activationFaults({ before, after }: Change<Vuokraus>, now: number): RowFault[] {
  if (before?.aktivointipaiva === after.aktivointipaiva) return []
  const first = addMonths(startOfDay(now), -maxMonthsLate)
  const detail =
    after.aktivointipaiva < first
      ? `Päivä on liian kaukana menneisyydessä. Aikaisin mahdollinen on ${formatDate(first)}.`
      : wishedDayFault(after.aktivointipaiva, now)
  return detail ? [{ field: 'aktivointipaiva', detail }] : []
}

export const rentalRules: EntityRules<Vuokraus> = {
  needs: ['asiakas'],
  derive(change, { now }, { asiakas = [] }) {
    return { ...rentalPrice(change, asiakas[0]), aktivointipaiva: activationDay(change, now) }
  },
  check: (change, { now }) => [
    ...activationFaults(change, now),
    ...(change.after.hinta_total > vuokraus.fields.hinta_total.max
      ? [{ field: 'maara', detail: 'Vuokran yhteishinta on liian suuri.' }]
      : []),
  ],
}
