// Orders priced by hand from rules/prices.md: each comment is the calculation. Places lie on one meridian, where a degree is 111.19 km, by road
// × 1.3: 0.1° is 14 km, 0.5° 72 km, 1° 145 km and 2° 289 km.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rentalRules } from '../../entities/rental/rental.rules.ts'
import type { Row } from '../../model/registry.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { toCents } from '../../values/money.ts'
import { changedPrices } from './changed-lists.ts'
import type { PriceList } from './price-list.ts'
import { type PricingData, priceOf } from './price-of-order.ts'

const list = (number: number, values: Partial<PriceList>): PriceList =>
  blankRow('hinnasto', { id: `h${number}`, drupal_internal__id: number, ...values })
const base = list(1, {
  ...{ voimassa_alkaen: 100, perusmaksu: 18, hinta_kg: 0.04, hinta_rullakko: 3.5, hinta_paketti: 1.2, hinta_lavapaikka: 9 },
  ...{ hinta_km: 0.55, minimihinta: 35, polttoainelisa_prosentti: 7.5 },
})
const own = list(2, {
  ...{ ...base, id: 'h2', drupal_internal__id: 2, asiakas: 'a2', voimassa_alkaen: 200 },
  ...{ perusmaksu: 15, hinta_km: 0.5, minimihinta: 30, polttoainelisa_prosentti: 6 },
})
const next = list(3, {
  ...{ voimassa_alkaen: 1000, perusmaksu: 20, hinta_kg: 0.05, hinta_rullakko: 4, hinta_paketti: 1.25, hinta_lavapaikka: 9.5 },
  ...{ hinta_km: 0.6, minimihinta: 40, polttoainelisa_prosentti: 8.25 },
})
const flat = list(4, { asiakas: 'a3', perusmaksu: 25 })
// 3.5 %: 18.63, 0.04, 3.62, 1.24, 9.32, 0.57, 36.23 and the surcharge 9 %.
const raised = { ...base, ...changedPrices(base, { prosentti: 3.5, polttoainelisa: 9 }) }

const known = (lists = [base, own, next, flat]): PricingData => ({
  lists,
  addresses: new Map(),
  codes: new Map(
    Object.entries({ '10000': 60, '10100': 60.1, '10500': 60.5, '11000': 61, '12000': 62 }).map(([code, lat]) => [
      `FI-${code}`,
      { lat, lng: 25 },
    ]),
  ),
  types: new Map([
    ['t1', { hinta_h: 62, hinta_km: 1.2, hinta_kpl: 10 }],
    ['t2', { hinta_h: 68, hinta_km: 1.35, hinta_kpl: 12 }],
  ]),
  agreed: [{ id: 's1', drupal_internal__id: 1, asiakas: 'a2', tuntituote_tyyppi: 't1', hinta_h: 55, hinta_km: 0, hinta_kpl: 0 }],
})

type Goods = Partial<Row<'lahetys'>>
const to = (toimitus_postinro: string, values: Goods = {}): Row<'lahetys'> =>
  blankRow('lahetys', { nouto_postinro: '10000', toimitus_postinro, tyyppi: 'muu', maara: 1, ...values })
const job = (values: Partial<Row<'tuntituote'>>): Row<'tuntituote'> =>
  blankRow('tuntituote', { tuntituote_tyyppi: 't1', minimilaskutus: 0, ...values })
const rolls = (maara: number, paino: number): Goods => ({ tyyppi: 'rullakko', maara, paino })

type Order = { of?: string | null; day?: number; lists?: PriceList[]; goods?: Row<'lahetys'>[]; jobs?: Row<'tuntituote'>[] }
const price = ({ of = 'a1', day = 500, lists, goods = [], jobs = [] }: Order) =>
  priceOf({ asiakas: of, paiva: day, shipments: goods, jobs }, known(lists))

const far = to('11000', rolls(2, 100))

const golden: [what: string, order: Order, euros: number][] = [
  // 18 + 145 × 0.55 (79.75) + 100 × 0.04 (4) + 2 × 3.50 (7) = 108.75; 7.5 % is 8.15625, 8.16.
  ['two roll containers over 145 km', { goods: [far] }, 116.91],
  // 18 + 14 × 0.55 (7.70) = 25.70, raised to 35; 7.5 % is 2.625, 2.63.
  ['14 km at the minimum price', { goods: [to('10100')] }, 37.63],
  // 18 + 0.55 + 12.5 × 0.04 (0.50) + 5 × 1.20 (6) = 25.05, raised to 35; the surcharge 2.63.
  ['five parcels in one town: a kilometre', { goods: [to('10000', { tyyppi: 'paketti', maara: 5, paino: 12.5 })] }, 37.63],
  // 18 + 72 × 0.55 (39.60) + 350.25 × 0.04 (14.01) = 71.61; 7.5 % is 5.37075, 5.37.
  ['other goods by weight alone', { goods: [to('10500', { paino: 350.25 })] }, 76.98],
  // 18 + 289 × 0.55 (158.95) + 1 200 × 0.04 (48) + 10 × 3.50 (35) = 259.95; 7.5 % is 19.49625, 19.50.
  ['ten roll containers over 289 km', { goods: [to('12000', rolls(10, 1200))] }, 279.45],
  // 18 + 39.60 + 500 × 0.04 (20) + 3 × 9 (27) = 104.60; 7.5 % is 7.845, 7.85.
  ['three reserved pallet places', { goods: [to('10500', { maara: 3, paino: 500, varauma: 'lava' })] }, 112.45],
  // 18 + 7.70 + 80 × 0.04 (3.20) + 2 × 9 (18) = 46.90; 7.5 % is 3.5175, 3.52.
  ['roll containers on reserved pallet places', { goods: [to('10100', { ...rolls(2, 80), varauma: 'lava' })] }, 50.42],
  // 18 + 39.60 + 20 × 0.04 (0.80) + 4 × 1.20 (4.80) = 63.20; 7.5 % is 4.74.
  [
    'a reserved van costs nothing extra',
    { goods: [to('10500', { tyyppi: 'paketti', maara: 4, paino: 20, varauma: 'pakettiauto' })] },
    67.94,
  ],
  // 18 + 7.70 + 232.5 × 0.04 (9.30) = 35.00 exactly; the surcharge 2.63.
  ['exactly the minimum price', { goods: [to('10100', { paino: 232.5 })] }, 37.63],
  // 18 + 7.70 + 232.75 × 0.04 (9.31) = 35.01; 7.5 % is 2.62575, 2.63.
  ['a cent over the minimum price', { goods: [to('10100', { paino: 232.75 })] }, 37.64],
  // 20 + 145 × 0.60 (87) + 100.10 × 0.05 (5.005, 5.01) + 4 = 116.01; 8.25 % is 9.570825, 9.57.
  ['half a cent is rounded up', { day: 1000, goods: [to('11000', rolls(1, 100.1))] }, 125.58],
  // 116.91 + 37.63.
  ['two shipments, each with its own minimum', { goods: [far, to('10100')] }, 154.54],
  // 3 × 37.63: the base price and the minimum are of each shipment.
  ['three small shipments', { goods: [to('10100'), to('10100'), to('10100')] }, 112.89],
  // 18 + 79.75 = 97.75; 7.5 % is 7.33125, 7.33.
  ['a shipment of no pieces', { goods: [to('11000', { tyyppi: 'rullakko', maara: 0 })] }, 105.08],
  // 15 + 145 × 0.50 (72.50) + 4 + 7 = 98.50; 6 % is 5.91.
  ['the customer’s own list', { of: 'a2', goods: [far] }, 104.41],
  // 15 + 14 × 0.50 (7) = 22, raised to 30; 6 % is 1.80.
  ['the minimum price of the customer’s own list', { of: 'a2', goods: [to('10100')] }, 31.8],
  // The own list begins on day 200: the default list applies, 116.91.
  ['the day before the own list begins', { of: 'a2', day: 199, goods: [far] }, 116.91],
  // 104.41, as above.
  ['the day on which the own list begins', { of: 'a2', day: 200, goods: [far] }, 104.41],
  // A newer default list does not replace the own one: 104.41.
  ['the own list beside a newer default list', { of: 'a2', day: 1500, goods: [far] }, 104.41],
  // The next list begins on day 1 000: 116.91.
  ['the last day of the default list', { day: 999, goods: [far] }, 116.91],
  // 20 + 87 + 100 × 0.05 (5) + 2 × 4 (8) = 120; 8.25 % is 9.90.
  ['the first day of the next default list', { day: 1000, goods: [far] }, 129.9],
  // Nobody's own list applies: 129.90, as above.
  ['no customer chosen yet', { of: null, day: 1000, goods: [far] }, 129.9],
  // 20 + 14 × 0.60 (8.40) = 28.40, raised to 40; 8.25 % is 3.30.
  ['the next minimum price', { day: 1000, goods: [to('10100')] }, 43.3],
  // 25 alone: no kilometres are charged, so the unknown place does not matter.
  ['a flat price to an unknown place', { of: 'a3', goods: [to('99999', rolls(1, 10))] }, 25],
  // 25 alone: 1 000 kg × 0, 9 × 0 and 145 km × 0.
  ['a flat price of a heavy shipment', { of: 'a3', goods: [to('11000', rolls(9, 1000))] }, 25],
  // 18.63 + 145 × 0.57 (82.65) + 100 × 0.04 (4) + 2 × 3.62 (7.24) = 112.52; 9 % is 10.1268, 10.13.
  ['after an index change of 3.5 % and a surcharge of 9 %', { lists: [raised], goods: [far] }, 122.65],
  // 18.63 + 14 × 0.57 (7.98) = 26.61, raised to 36.23; 9 % is 3.2607, 3.26.
  ['the minimum price after the index change', { lists: [raised], goods: [to('10100')] }, 39.49],
  // 480 ÷ 60 × 62.
  ['eight hours', { jobs: [job({ aika: 480, minimilaskutus: 450 })] }, 496],
  // 450 ÷ 60 × 62: the minimum is 7 h 30 min.
  ['two hours at the minimum billing', { jobs: [job({ aika: 120, minimilaskutus: 450 })] }, 465],
  // 120 ÷ 60 × 62.
  ['two hours without a minimum', { jobs: [job({ aika: 120 })] }, 124],
  // 100 ÷ 60 × 62 = 103.333…
  ['an hour and forty minutes', { jobs: [job({ aika: 100 })] }, 103.33],
  // 500 ÷ 60 × 62 = 516.666…
  ['recorded work without a typed duration', { jobs: [job({ aloitusaika: 36_000, lopetusaika: 66_000, minimilaskutus: 450 })] }, 516.67],
  // An hour and twenty seconds are 61 started minutes: 61 ÷ 60 × 62 = 63.0333…
  ['started minutes', { jobs: [job({ aloitusaika: 36_000, lopetusaika: 39_620 })] }, 63.03],
  // The typed hour counts: 62.
  ['a typed duration beside recorded work', { jobs: [job({ aika: 60, aloitusaika: 36_000, lopetusaika: 66_000 })] }, 62],
  // 130.5 × 1.20; the minimum binds time only.
  ['kilometres', { jobs: [job({ tyyppi: 'matka', matka: 130.5, minimilaskutus: 450 })] }, 156.6],
  // 3 × 10.
  ['pieces', { jobs: [job({ tyyppi: 'maara', maara: 3, minimilaskutus: 450 })] }, 30],
  // 2.5 × 12.
  ['pieces of another type', { jobs: [job({ tyyppi: 'maara', maara: 2.5, tuntituote_tyyppi: 't2' })] }, 30],
  // 8 × 55.
  ['hours at the agreed price', { of: 'a2', jobs: [job({ aika: 480 })] }, 440],
  // The agreed price has no kilometres: 100 × 1.20 of the type.
  ['kilometres beside an agreed price of hours', { of: 'a2', jobs: [job({ tyyppi: 'matka', matka: 100 })] }, 120],
  // 116.91 + 62.
  ['a shipment with an hour of extra work', { goods: [far], jobs: [job({ aika: 60 })] }, 178.91],
  // 37.63 + 465 + 30: every line by itself.
  [
    'a shipment with two jobs',
    { goods: [to('10100')], jobs: [job({ aika: 1, minimilaskutus: 450 }), job({ tyyppi: 'maara', maara: 3 })] },
    532.63,
  ],
]

test('there are at least forty', () => expect(golden.length).toBeGreaterThanOrEqual(40))

test.each(golden)('%s', (_what, order, euros) => {
  expect(price(order)).toMatchObject({ found: true, hinta: euros })
})

describe('rentals and groups', () => {
  const customer = blankRow('asiakas', { vuokrattava_hyllypaikka_fin_hinta: 11, vuokrattava_tila_hinta: 4.05 })
  test.each([
    // 3 × 11.
    ['shelf places', { tyyppi: 'hyllypaikka_fin', maara: 3 }, 33],
    // 12.5 × 4.05 = 50.625, 50.63.
    ['space', { tyyppi: 'tila', maara: 12.5 }, 50.63],
    // 2 × 7.25, typed.
    ['a typed price', { tyyppi: 'tila', maara: 2, hinta: 7.25 }, 14.5],
  ] as const)('%s', (_what, values, euros) => {
    const change = { before: null, after: blankRow('vuokraus', values) }
    expect(rentalRules.derive?.(change, ruleContext, { asiakas: [customer] })).toMatchObject({ hinta_total: euros })
  })

  test('an order of a group is priced like any other: the joint price is the group’s own', () => {
    // 116.91 + 37.63, each order by itself.
    expect([price({ goods: [far] }), price({ goods: [to('10100')] })]).toMatchObject([{ hinta: 116.91 }, { hinta: 37.63 }])
  })
})

test('the price of an order, of its lines and of its steps are the same to the cent', () => {
  const codes = fc.constantFrom('10000', '10100', '10500', '11000', '12000')
  const goods = fc.record({
    toimitus_postinro: codes,
    tyyppi: fc.constantFrom('rullakko', 'paketti', 'muu'),
    maara: fc.integer({ min: 0, max: 99 }),
    paino: fc.integer({ min: 0, max: 500_000 }).map((hundredths) => hundredths / 100),
    varauma: fc.constantFrom('', 'lava', 'pakettiauto'),
  })
  const work = fc.record({
    tyyppi: fc.constantFrom('aika', 'matka', 'maara'),
    aika: fc.integer({ min: 0, max: 5000 }),
    matka: fc.integer({ min: 0, max: 99_999 }).map((hundredths) => hundredths / 100),
    maara: fc.integer({ min: 0, max: 999 }),
    minimilaskutus: fc.integer({ min: 0, max: 600 }),
  })
  const cents = (euros: readonly number[]): number => euros.reduce((sum, one) => sum + toCents(one), 0)
  fc.assert(
    fc.property(
      fc.array(goods, { maxLength: 5 }),
      fc.array(work, { maxLength: 3 }),
      fc.constantFrom('a1', 'a2', 'a3'),
      (some, jobs, of) => {
        fc.pre(some.length + jobs.length > 0)
        const order = { of, goods: some.map((values) => to(values.toimitus_postinro, values)), jobs: jobs.map(job) }
        const found = price(order)
        if (!found.found) throw new Error(found.reason)
        expect(toCents(found.hinta)).toBe(cents(found.lines))
        expect(toCents(found.hinta)).toBe(cents(found.steps.map(({ summa }) => summa)))
        for (const [index, line] of found.lines.entries())
          expect(toCents(line)).toBe(cents(found.steps.filter(({ rivi }) => rivi === index + 1).map(({ summa }) => summa)))
      },
    ),
  )
})
