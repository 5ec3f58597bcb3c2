import { describe, expect, test } from 'vitest'
import { columnsOf } from '../../model/columns.ts'
import { registry } from '../../model/registry.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { clonedHourlyFields, clonedOrderFields, clonedShipmentFields, cloneHourly, cloneOrder, cloneShipment } from './order.clone.ts'

const today = midnightOf('2026-03-10')
const now = today + 9 * 3600

const full = blankRow('lahetys', {
  nouto_nimi: 'Varasto',
  toimitus_osoite1: 'Katu 1',
  viesti: 'Soita',
  viite: 'V1',
  tila: 'toimitettu',
  tyyppi: 'rullakko',
  maara: 3,
  yksikkopaino: 20,
  paino: 60,
  hinta: 120,
  tila_weight: 20,
  timestamp_toimitettu: now - 99,
  toivottu_toimitus: midnightOf('2026-03-01'),
  kuljettaja: 'k',
  auto: 'a',
  nykyinen_osoite: 't',
  siirto_osoitteet: ['t'],
  kuvat: ['f'],
  tuote: 'p',
  nouto_osoite: 'o',
})

describe('a cloned shipment', () => {
  test('without a wished day has its windows today, when they were in the past', () => {
    const at = (day: number) => ({ nouto_aika_alku: day + 10 * 3600, toimitus_aika_loppu: day + 86_400 + 12 * 3600 })
    const copy = (day: number) => cloneShipment({ ...full, toivottu_toimitus: 0, ...at(day) }, now)
    expect(copy(midnightOf('2026-03-02'))).toMatchObject({ ...at(today), toivottu_toimitus: 0 })
    expect(copy(midnightOf('2026-03-20'))).toMatchObject(at(midnightOf('2026-03-20')))
  })

  test('keeps the ordered content and waits for its pickup', () => {
    expect(cloneShipment(full, now)).toMatchObject({
      nouto_nimi: 'Varasto',
      toimitus_osoite1: 'Katu 1',
      viesti: 'Soita',
      viite: 'V1',
      tyyppi: 'rullakko',
      maara: 3,
      yksikkopaino: 20,
      tuote: 'p',
      nouto_osoite: 'o',
      tila: 'odottaa_noutoa',
    })
  })

  test('leaves behind what happened to the goods: pictures, places on the way, driver, car and delivery time', () => {
    const copy = cloneShipment(full, now)
    for (const field of ['kuvat', 'nykyinen_osoite', 'siirto_osoitteet', 'kuljettaja', 'auto', 'timestamp_toimitettu', 'hinta'])
      expect(copy).not.toHaveProperty(field)
  })

  test.each([
    ['past', midnightOf('2026-03-09'), today],
    ['long past', midnightOf('2025-01-01'), today],
    ['today', today, today],
    ['to come', midnightOf('2026-03-11'), midnightOf('2026-03-11')],
    ['none', 0, 0],
  ])('a wished day that is %s', (_when, wished, expected) => {
    expect(cloneShipment({ ...full, toivottu_toimitus: wished }, now).toivottu_toimitus).toBe(expected)
    expect(cloneHourly(blankRow('tuntituote', { toimituspaiva: wished }), now).toimituspaiva).toBe(expected)
  })
})

test('a cloned order is new, with the billing of the old one', () => {
  const order = blankRow('tilaus', {
    tilausnro: 1042,
    tilauksen_tila: 'laskutettu',
    hinta: 90,
    laskutus_email: 'a@b.fi',
    asiakas: 'c',
    rahtikirja: 'f',
  })
  const copy = cloneOrder(order)
  expect(copy).toMatchObject({ tilauksen_tila: 'uusi', laskutus_email: 'a@b.fi', asiakas: 'c', tyyppi: 'lahetys' })
  for (const field of ['tilausnro', 'hinta', 'rahtikirja', 'rahtikirja_koonti', 'timestamp_toimitettu', 'id', 'vid'])
    expect(copy).not.toHaveProperty(field)
})

// A new field must be added to one of the lists: copied, or left to its default.
describe('every field is either copied or left out explicitly', () => {
  const base = ['id', 'drupal_internal__id', 'vid', 'status', 'created', 'changed', 'revision_created', 'revision_log_message']
  const leftOut = {
    lahetys: [
      ...base,
      'hinta',
      'tila',
      'paino',
      'tila_weight',
      'timestamp_toimitettu',
      'laitteen_aika',
      'laitteen_ero',
      'timestamp_noudettu',
      'tila_muuttui',
      'tilaus',
      'asiakas',
      'kuljettaja',
      'auto',
      'tyovuoro',
      'nykyinen_osoite',
      'siirto_osoitteet',
      'kuvat',
      'poikkeama',
      'palveluaika',
      'luvattu_aika',
      'myohastyminen',
      'myohastyminen_ilmoitettu',
      'noudettu_maara',
      'toimitettu_maara',
    ],
    tuntituote: [
      ...base,
      'tuntituote_hinta',
      'hinta',
      'tila',
      'aloitusaika',
      'lopetusaika',
      'timestamp_toimitettu',
      'tilaus',
      'asiakas',
      'kuljettaja',
      'auto',
      'tyovuoro',
      'tuntituote_toisto',
      'tilaus_ryhma',
      'sovittu_hinta',
    ],
    tilaus: [
      ...base,
      'tilausnro',
      'tilauksen_tila',
      'tila_weight',
      'hinta',
      'hinta_kasin',
      'timestamp_toimitettu',
      'avoin',
      'odottaa_paatosta',
      'maara',
      'paino',
      'lavapaikat',
      'toivottu_toimitus',
      'tilaus_ryhma',
      'rahtikirja',
      'rahtikirja_koonti',
      'seurantalinkki',
      'lasku',
      'vuokraus',
      'vuokrakausi',
      'tuntituote_toisto',
      'reitti',
      'reittiasiakas',
      'ajopaiva',
      'koskematon',
    ],
  }
  test.each([
    ['lahetys', clonedShipmentFields],
    ['tuntituote', clonedHourlyFields],
    ['tilaus', clonedOrderFields],
  ] as const)('of %s', (name, copied) => {
    const all = columnsOf(registry[name]).map(({ key }) => key)
    expect([...copied, ...leftOut[name]].sort()).toEqual(all.sort())
  })
})
