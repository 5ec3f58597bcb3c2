import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { rentalOrder } from './rental-order.ts'

const day = midnightOf('2026-12-15')
const period = { start: midnightOf('2026-11-16'), end: day }

test('the order of a rental has its total, the billing day and the period in its text', () => {
  const rental = blankRow('vuokraus', { asiakas: 'a', tyyppi: 'hyllypaikka_fin', maara: 3, hinta: 11, hinta_total: 33 })
  expect(rentalOrder(rental, { day, period })).toEqual({
    tyyppi: 'vuokraus',
    asiakas: 'a',
    laskutus_viesti: 'Vuokra 16.11.2026–15.12.2026: FIN-hyllypaikka, 3 × 11,00 €',
    hinta: 33,
    timestamp_toimitettu: day,
    vuokraus: rental.id,
    vuokrakausi: day,
  })
  const named = { ...rental, tyyppi: 'tila' as const, name: 'Halli 2', maara: 12.5, hinta: 1234.5, hinta_total: 15_431.25 }
  expect(rentalOrder(named, { day, period }).laskutus_viesti?.replace(/\s/g, ' ')).toBe(
    'Vuokra 16.11.2026–15.12.2026: Tila Halli 2, 12,5 × 1 234,50 €',
  )
})
