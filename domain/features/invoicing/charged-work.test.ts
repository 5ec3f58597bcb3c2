import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChargedJob, chargedWork, quantityAndPrice } from './charged-work.ts'

const job = (values: Partial<ChargedJob> = {}): ChargedJob => ({
  ...{
    tyyppi: 'aika',
    aika: 450,
    matka: 0,
    maara: 0,
    minimilaskutus: 0,
    aloitusaika: 0,
    lopetusaika: 0,
    tuntituote_hinta: 65,
    sovittu_hinta: 0,
  },
  ...values,
})
const piece = { quantity: 1, unit: 'kpl', unitPrice: 0 }

test.each<[string, readonly ChargedJob[], number, object]>([
  // 7,5 h × 65,00 € = 487,50 €
  ['hours', [job()], 48_750, { quantity: 7.5, unit: 'h', unitPrice: 65 }],
  // 440 min = 7,33333 h; × 65,00 € = 476,666… €, half a cent up: 476,67 €
  ['hours and minutes', [job({ aika: 440 })], 47_667, { quantity: 7.33333, unit: 'h', unitPrice: 65 }],
  // The minimum of 450 min is charged: 7,5 h × 65,00 € = 487,50 €
  ['the minimum', [job({ aika: 60, minimilaskutus: 450 })], 48_750, { quantity: 7.5, unit: 'h', unitPrice: 65 }],
  // 412,5 km × 1,85 € = 763,125 €, half a cent up: 763,13 €
  [
    'kilometres',
    [job({ tyyppi: 'matka', matka: 412.5, tuntituote_hinta: 1.85 })],
    76_313,
    { quantity: 412.5, unit: 'km', unitPrice: 1.85 },
  ],
  ['pieces', [job({ tyyppi: 'maara', maara: 12, tuntituote_hinta: 4.2 })], 5040, { quantity: 12, unit: 'kpl', unitPrice: 4.2 }],
  // 2 h + 3 h at 65,00 € = 325,00 €
  ['two jobs at one price', [job({ aika: 120 }), job({ aika: 180 })], 32_500, { quantity: 5, unit: 'h', unitPrice: 65 }],
  ['two jobs at two prices', [job(), job({ tuntituote_hinta: 70 })], 101_250, piece],
  ['hours and kilometres', [job(), job({ tyyppi: 'matka', matka: 10, tuntituote_hinta: 65 })], 113_750, piece],
  // A typed price that is all hours at the price of the first job, or all quantities as one unit.
  ['two jobs at two prices, 15 h × 65,00 €', [job(), job({ tuntituote_hinta: 70 })], 97_500, piece],
  ['hours and kilometres, 460 min × 65,00 €', [job(), job({ tyyppi: 'matka', matka: 10 })], 49_833, piece],
  ['a typed price', [job()], 40_000, piece],
  ['no price', [job({ tuntituote_hinta: 0 })], 0, piece],
  ['no hourly work', [], 10_000, piece],
])('a row of %s', (_, jobs, netCents, expected) => {
  expect(chargedWork(jobs, netCents)).toEqual(expected)
})

const finvoice = { quantity: 5, price: 5 }
const fivaldi = { quantity: 3, price: 6, maxQuantity: 10_000 }

test.each([
  ['the agreed price', { netCents: 48_750, quantity: 7.5, unitPrice: 65 }, finvoice, { quantity: 7.5, price: 65 }],
  ['a credit', { netCents: -48_750, quantity: 7.5, unitPrice: 65 }, finvoice, { quantity: -7.5, price: 65 }],
  ['one piece', { netCents: 40_000, quantity: 1, unitPrice: 0 }, finvoice, { quantity: 1, price: 400 }],
  ['nothing', { netCents: 0, quantity: 1, unitPrice: 0 }, finvoice, { quantity: 1, price: 0 }],
  // 7,33333 h × 65,00 € = 476,66645 €, which is 476,67 €.
  [
    'the agreed price of a rounded quantity',
    { netCents: 47_667, quantity: 7.33333, unitPrice: 65 },
    finvoice,
    { quantity: 7.33333, price: 65 },
  ],
  // 7,33 h × 65,00 € = 476,45 €, so the price is 476,67 € / 7,33 h.
  [
    'another price of a quantity rounded more',
    { netCents: 47_667, quantity: 7.33333, unitPrice: 65 },
    { quantity: 2, price: 6 },
    { quantity: 7.33, price: 65.030014 },
  ],
  ['a quantity rounded to nothing', { netCents: 26, quantity: 0.0004, unitPrice: 650 }, fivaldi, { quantity: 1, price: 0.26 }],
  ['the largest quantity', { netCents: 185_000, quantity: 10_000, unitPrice: 0.185 }, fivaldi, { quantity: 10_000, price: 0.185 }],
  ['a quantity over the largest', { netCents: 1_850_018, quantity: 10_000.1, unitPrice: 1.85 }, fivaldi, { quantity: 1, price: 18_500.18 }],
  ['any quantity', { netCents: 2_035_000, quantity: 11_000, unitPrice: 1.85 }, finvoice, { quantity: 11_000, price: 1.85 }],
])('a receiver gets %s', (_, row, decimals, expected) => {
  expect(quantityAndPrice(row, decimals)).toEqual(expected)
})

test('the product of quantity and unit price is the row to the cent, for every receiver', () => {
  const receivers = [
    { quantity: 5, price: 5, of: 'Finvoice' },
    { quantity: 3, price: 6, of: 'Fivaldi', maxQuantity: 10_000 },
    { quantity: 5, price: 6, of: 'Talenom' },
  ]
  const amounts = fc.record({
    minutes: fc.integer({ min: 1, max: 10_000 }),
    cents: fc.integer({ min: 1, max: 50_000 }),
    sign: fc.constantFrom(1, -1),
  })
  fc.assert(
    fc.property(amounts, fc.constantFrom(...receivers), ({ minutes, cents, sign }, { of, ...decimals }) => {
      const netCents = Math.round(Number(((minutes * cents) / 60).toFixed(6)))
      const charged = chargedWork([job({ aika: minutes, tuntituote_hinta: cents / 100 })], netCents)
      const { quantity, price } = quantityAndPrice({ ...charged, netCents: sign * netCents }, decimals)
      // One cent of work for a few minutes at a few cents an hour may be no cent at all.
      if (netCents === 0) return
      expect(Math.round(Number((quantity * price * 100 * sign).toFixed(4))), of).toBe(netCents)
      expect(Math.sign(quantity)).toBe(sign)
    }),
  )
})
