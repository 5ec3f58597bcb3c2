import type { RentalTerms } from '#domain/entities/rental/rental.calendar.ts'
import { rentalPeriods, rentalTypes, type Vuokraus } from '#domain/entities/rental/rental.entity.ts'
import { activationDay, rentalPrice } from '#domain/entities/rental/rental.rules.ts'
import { billingDays } from '#domain/values/contract.ts'
import { keyIn } from '#domain/values/key-of.ts'
import type { Content } from '#web/kit/entity/fields/row-fields.ts'

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

const skippedDays = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The billing terms that a save of the typed rental will store. */
export function typedTerms(content: Content, stored: Vuokraus | null, now: number): RentalTerms {
  const after: RentalTerms = {
    tila: content.tila === 'arkistoitu' ? 'arkistoitu' : 'aktiivinen',
    status: 1,
    laskutuspaiva: keyIn(billingDays, content.laskutuspaiva, 't'),
    laskutuskausi: keyIn(rentalPeriods, content.laskutuskausi, 'Y-m-t'),
    aktivointipaiva: numberIn(content.aktivointipaiva),
    ohitetut_paivat: skippedDays(content.ohitetut_paivat),
  }
  return { ...after, aktivointipaiva: activationDay({ before: stored, after }, now) }
}

/** The price that a save of the typed rental will store. */
export function typedPrice(content: Content, stored: Vuokraus | null, customer: Readonly<Record<string, unknown>> | undefined) {
  const tyyppi = keyIn(rentalTypes, content.tyyppi, 'hyllypaikka_fin')
  const after = { tyyppi, hinta: numberIn(content.hinta), maara: numberIn(content.maara) }
  return { maara: after.maara, ...rentalPrice({ before: stored, after }, customer) }
}
