import { defineEntity, one, type RowOf } from '../../model/define-entity.ts'
import { choice, day, days, decimal, money } from '../../model/define-field.ts'
import { billingDays, contractStates } from '../../values/contract.ts'

/** The kinds of rentals, each with the customer's field that has its price (rules/prices.md#rentals). */
export const rentalTypes = { hyllypaikka_fin: 'FIN-hyllypaikka', hyllypaikka_eur: 'EUR-hyllypaikka', tila: 'Tila' } as const
/** A billing period ends on the 15th or with the month (rules/rentals.md#billing-periods). */
export const rentalPeriods = { 'Y-m-15': 'Kuun 15. päivään', 'Y-m-t': 'Kuun loppuun' } as const

export const vuokraus = defineEntity({
  name: 'vuokraus',
  group: 'vuokraus_entity',
  bundle: 'vuokraus_entity',
  label: 'Vuokraus',
  tunniste: { prefix: 'VR', of: 'drupal_internal__id' },
  fields: {
    tila: choice('Tila', contractStates, 'aktiivinen'),
    hinta: money('Hinta'),
    hinta_total: money('Hinta yhteensä', { readOnly: true }),
    maara: decimal('Määrä', { max: 100_000 }),
    laskutuskausi: choice('Laskutuskausi', rentalPeriods, 'Y-m-t'),
    tyyppi: choice('Tyyppi', rentalTypes, 'hyllypaikka_fin'),
    laskutuspaiva: choice('Laskutuspäivä', billingDays, 't'),
    // Ours: periods that have ended by this day are not billed (rules/rentals.md#activation-day).
    aktivointipaiva: day('Laskutus alkaa'),
    ohitetut_paivat: days('Ohitetut päivät'),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
  },
})
export type Vuokraus = RowOf<typeof vuokraus>
