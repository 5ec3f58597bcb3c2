import type { BaseRow, EntityRules } from '../../model/define-entity.ts'
import { fromCents, toCents } from '../../values/money.ts'
import { type Vuokraus, vuokraus } from './rental.entity.ts'

/** The customer's unit price by `tyyppi`; 0 when there is none. */
function customersPrice(customer: (BaseRow & Record<string, unknown>) | undefined, tyyppi: Vuokraus['tyyppi']): number {
  const price = customer?.[`vuokrattava_${tyyppi}_hinta`]
  return typeof price === 'number' ? price : 0
}

/** Calculated in cents, so that it is exact (rules/values.md#money). */
export const rentalTotal = ({ hinta, maara }: Pick<Vuokraus, 'hinta' | 'maara'>): number =>
  fromCents(Math.round((toCents(hinta) * toCents(maara)) / 100))

export const rentalRules: EntityRules<Vuokraus> = {
  needs: ['asiakas'],
  derive({ before, after }, _context, { asiakas = [] }) {
    const [customer] = asiakas
    // A price that has not been typed follows from the type (rules/prices.md#rentals).
    const typed = before ? after.hinta !== before.hinta || before.hinta !== customersPrice(customer, before.tyyppi) : after.hinta !== 0
    const hinta = typed ? after.hinta : customersPrice(customer, after.tyyppi)
    return { hinta, hinta_total: rentalTotal({ hinta, maara: after.maara }) }
  },
  check: ({ after }) =>
    after.hinta_total > vuokraus.fields.hinta_total.max ? [{ field: 'maara', detail: 'Vuokran yhteishinta on liian suuri.' }] : [],
}
