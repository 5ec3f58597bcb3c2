import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { type Price, priceOf } from './price-of-order.ts'
import { calculationOf, priceValues } from './price-values.ts'

const job = (values: object) => blankRow('tuntituote', { tuntituote_tyyppi: 't1', aika: 480, ...values })
const request = {
  ...{ asiakas: 'a1', paiva: 1000 },
  shipments: [blankRow('lahetys', { id: 'l1' })],
  jobs: [job({ id: 'j1' }), job({ id: 'j2', tyyppi: 'matka', matka: 10 })],
}
const price = priceOf(request, {
  lists: [blankRow('hinnasto', { id: 'h1', perusmaksu: 20 })],
  addresses: new Map(),
  codes: new Map(),
  types: new Map([['t1', { hinta_h: 60, hinta_km: 1.2, hinta_kpl: 0 }]]),
  agreed: [],
})
const none: Price = { found: false, reason: 'hinnasto' }

test('each line has its own price, and a job its unit price', () => {
  expect(priceValues(request, price)).toEqual({
    tilaus: { hinta: 512 },
    lahetykset: new Map([['l1', { hinta: 20 }]]),
    tuntituotteet: new Map([
      ['j1', { hinta: 480, tuntituote_hinta: 60 }],
      ['j2', { hinta: 12, tuntituote_hinta: 1.2 }],
    ]),
  })
})

test('without a price, earlier prices are removed from the order and its lines', () => {
  expect(priceValues(request, none)).toEqual({
    tilaus: { hinta: 0 },
    lahetykset: new Map([['l1', { hinta: 0 }]]),
    tuntituotteet: new Map(['j1', 'j2'].map((id) => [id, { hinta: 0, tuntituote_hinta: 0 }])),
  })
})

test('a calculation records its list, its inputs and its result', () => {
  expect(price.found && calculationOf({ id: 't1', asiakas: 'a1' }, price)).toMatchObject({
    ...{ asiakas: 'a1', tilaus: 't1', hinnasto: 'h1', tulos: 512 },
    lahtotiedot: { paiva: 1000, rivit: [{ id: 'l1' }, { id: 'j1' }, { id: 'j2' }] },
    vaiheet: [{ summa: 20 }, { summa: 480 }, { summa: 12 }],
  })
})
