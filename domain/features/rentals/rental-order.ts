import type { Tilaus } from '../../entities/order/order.entity.ts'
import { type BillingDate, type BillingPeriod, maxMonthsLate } from '../../entities/rental/rental.calendar.ts'
import { rentalTypes, type Vuokraus } from '../../entities/rental/rental.entity.ts'
import { writeNumber } from '../../values/number.ts'
import { formatDate } from '../../values/time/helsinki-clock.ts'

/** `1.11.2026–30.11.2026` */
export const periodText = ({ start, end }: BillingPeriod): string => `${formatDate(start)}–${formatDate(end)}`

type Rental = Pick<Vuokraus, 'id' | 'name' | 'asiakas' | 'tyyppi' | 'maara' | 'hinta' | 'hinta_total'>

/** The order that bills a rental for a period (rules/rentals.md#orders-of-rentals). It counts as delivered on the billing day, which sets its VAT rate. */
export function rentalOrder(rental: Rental, { day, period }: Pick<BillingDate, 'day' | 'period'>): Partial<Tilaus> {
  const subject = [rentalTypes[rental.tyyppi], rental.name].filter(Boolean).join(' ')
  const price = `${writeNumber(rental.maara, 2)} × ${writeNumber(rental.hinta, 2, true)} €`
  return {
    tyyppi: 'vuokraus',
    asiakas: rental.asiakas,
    laskutus_viesti: `Vuokra ${periodText(period)}: ${subject}, ${price}`,
    hinta: rental.hinta_total,
    timestamp_toimitettu: day,
    vuokraus: rental.id,
    vuokrakausi: period.end,
  }
}

/** Orders of periods that ended longer ago than this many months are not looked for when due periods are compared with existing orders. */
export const maxPeriodAge = maxMonthsLate + 2
