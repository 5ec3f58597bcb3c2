import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourlyKinds } from '../../entities/hourly/hourly.entity.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { maxEuros, toCents } from '../../values/money.ts'
import { listFor, type PriceList } from './price-list.ts'
import { jobSteps, type PricedShipment, type PricingData, priceOf, shipmentSteps } from './price-of-order.ts'

const list = (values: Partial<PriceList> = {}): PriceList => blankRow('hinnasto', values)
const sum = (steps: readonly { summa: number }[]): number => steps.reduce((cents, { summa }) => cents + toCents(summa), 0)
const nothing = { km: 0, kg: 0, rullakko: 0, paketti: 0, lavapaikka: 0 }

const euros = fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100)
const anyList = fc
  .record({
    perusmaksu: euros,
    hinta_kg: euros,
    hinta_rullakko: euros,
    hinta_paketti: euros,
    hinta_lavapaikka: euros,
    hinta_km: euros,
    minimihinta: euros,
    polttoainelisa_prosentti: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  })
  .map(list)
const kilos = fc.integer({ min: 0, max: 5_000_000 }).map((hundredths) => hundredths / 100)
const count = fc.integer({ min: 0, max: 250 })
const anyInput = fc.record({ km: fc.integer({ min: 0, max: 2000 }), kg: kilos, rullakko: count, paketti: count, lavapaikka: count })

describe('a shipment', () => {
  test('costs what rules/prices.md#calculation says, step by step', () => {
    const prices = list({
      perusmaksu: 24,
      hinta_km: 0.55,
      hinta_kg: 0.05,
      hinta_rullakko: 6,
      minimihinta: 42,
      polttoainelisa_prosentti: 7.5,
    })
    expect(shipmentSteps(prices, { ...nothing, km: 163, kg: 120.5, rullakko: 2 })).toEqual([
      { laji: 'perusmaksu', maara: 1, hinta: 24, summa: 24 },
      { laji: 'km', maara: 163, hinta: 0.55, summa: 89.65 },
      // 6,025: half a cent is rounded up.
      { laji: 'kg', maara: 120.5, hinta: 0.05, summa: 6.03 },
      { laji: 'rullakko', maara: 2, hinta: 6, summa: 12 },
      { laji: 'polttoainelisa', maara: 7.5, hinta: 131.68, summa: 9.88 },
    ])
    expect(shipmentSteps(prices, { ...nothing, km: 3 })).toEqual([
      { laji: 'perusmaksu', maara: 1, hinta: 24, summa: 24 },
      { laji: 'km', maara: 3, hinta: 0.55, summa: 1.65 },
      { laji: 'minimihinta', maara: 1, hinta: 42, summa: 16.35 },
      { laji: 'polttoainelisa', maara: 7.5, hinta: 42, summa: 3.15 },
    ])
  })

  test('never costs less than the minimum, or less for more goods; every step is in whole cents', () => {
    fc.assert(
      fc.property(anyList, anyInput, anyInput, (prices, input, more) => {
        const steps = shipmentSteps(prices, input)
        expect(sum(steps)).toBeGreaterThanOrEqual(toCents(prices.minimihinta))
        for (const { summa } of steps) expect(summa).toBe(toCents(summa) / 100)
        for (const key of ['km', 'kg', 'rullakko', 'paketti', 'lavapaikka'] as const) {
          const dearer = sum(shipmentSteps(prices, { ...input, [key]: input[key] + more[key] }))
          expect(dearer).toBeGreaterThanOrEqual(sum(steps))
        }
      }),
    )
  })

  test('differs from the exact formula by at most a cent per step', () => {
    fc.assert(
      fc.property(anyList, anyInput, (prices, { km, kg, rullakko, paketti, lavapaikka }) => {
        const plain =
          prices.perusmaksu +
          km * prices.hinta_km +
          kg * prices.hinta_kg +
          rullakko * prices.hinta_rullakko +
          paketti * prices.hinta_paketti +
          lavapaikka * prices.hinta_lavapaikka
        const exact = Math.max(prices.minimihinta, plain) * (1 + prices.polttoainelisa_prosentti / 100)
        expect(Math.abs(sum(shipmentSteps(prices, { km, kg, rullakko, paketti, lavapaikka })) / 100 - exact)).toBeLessThan(0.021)
      }),
    )
  })
})

test.each([
  ['aika', 450, 62, 465],
  ['aika', 1, 62, 1.03],
  ['matka', 12.5, 1.2, 15],
  ['maara', 3, 9.99, 29.97],
] as const)('an hourly job by %s: %d at %d is %d', (tyyppi, maara, hinta, summa) => {
  expect(jobSteps({ tyyppi, maara }, hinta)).toEqual([{ laji: tyyppi, maara, hinta, summa }])
})

describe('the price list that applies', () => {
  const [mine, others] = ['a1', 'a2']
  const lists = [
    list({ id: 'default', voimassa_alkaen: 0, drupal_internal__id: 1 }),
    list({ id: 'newer', voimassa_alkaen: 300, drupal_internal__id: 2 }),
    list({ id: 'own', asiakas: mine, voimassa_alkaen: 200, drupal_internal__id: 3 }),
    list({ id: 'corrected', asiakas: mine, voimassa_alkaen: 200, drupal_internal__id: 4 }),
  ]
  test.each([
    [mine, 100, 'default'],
    [mine, 200, 'corrected'],
    [mine, 400, 'corrected'],
    [others, 299, 'default'],
    [others, 300, 'newer'],
    [null, 300, 'newer'],
  ])('of %s on day %d is %s', (asiakas, day, id) => {
    expect(listFor(lists, asiakas, day)?.id).toBe(id)
    expect(listFor(lists.toReversed(), asiakas, day)?.id).toBe(id)
  })

  test('is never another customer’s, or one that has not started', () => {
    const anyLists = fc.array(fc.record({ asiakas: fc.constantFrom(null, mine, others), voimassa_alkaen: count }).map(list))
    fc.assert(
      fc.property(anyLists, count, (some, day) => {
        const found = listFor(some, mine, day)
        if (found) expect([null, mine]).toContain(found.asiakas)
        expect(found?.voimassa_alkaen ?? 0).toBeLessThanOrEqual(day)
        expect(found !== null).toBe(some.some((one) => one.asiakas !== others && one.voimassa_alkaen <= day))
      }),
    )
  })
})

const [tampere, turku] = [
  { lat: 61.4991, lng: 23.7871 },
  { lat: 60.4518, lng: 22.2666 },
]
const known = (values: Partial<PricingData> = {}): PricingData => ({
  lists: [list({ perusmaksu: 20, hinta_km: 1 })],
  addresses: new Map(),
  codes: new Map([
    ['FI-33100', tampere],
    ['FI-20100', turku],
  ]),
  types: new Map([['t1', { hinta_h: 60, hinta_km: 1.2, hinta_kpl: 0 }]]),
  agreed: [],
  ...values,
})
const shipment = (values: Partial<PricedShipment> = {}): PricedShipment =>
  blankRow('lahetys', { nouto_postinro: '33100', toimitus_postinro: '20100', ...values })
const request = { asiakas: 'a1', paiva: 1000, shipments: [shipment()], jobs: [] }

describe('an order', () => {
  test('costs the sum of its shipments and jobs', () => {
    const job = blankRow('tuntituote', { tuntituote_tyyppi: 't1', aika: 60 })
    const price = priceOf({ ...request, shipments: [shipment(), shipment({ paino: 10 })], jobs: [job] }, known())
    // 7 h 30 min is the minimum charge.
    expect(price).toMatchObject({ found: true, hinta: 205 + 205 + 450, lines: [205, 205, 450], units: [60] })
    expect(price.found && sum(price.steps)).toBe(86_000)
    expect(price.found && [...new Set(price.steps.map(({ rivi }) => rivi))]).toEqual([1, 2, 3])
    expect(price.found && price.inputs.rivit).toMatchObject([{ km: 185 }, { km: 185, kg: 10 }, { laji: 'tuntityo', maara: 450 }])
  })

  test('has no price without a list, a distance or an hourly price', () => {
    expect(priceOf(request, known({ lists: [] }))).toEqual({ found: false, reason: 'hinnasto' })
    expect(priceOf({ ...request, shipments: [shipment({ toimitus_postinro: '99999' })] }, known())).toEqual({
      found: false,
      reason: 'matka',
    })
    const pieces = blankRow('tuntituote', { tyyppi: 'maara', maara: 5, tuntituote_tyyppi: 't1' })
    expect(priceOf({ ...request, jobs: [pieces] }, known())).toEqual({ found: false, reason: 'tuntihinta' })
    expect(priceOf({ ...request, shipments: [] }, known())).toEqual({ found: false, reason: 'rivit' })
    const dear = known({ lists: [list({ perusmaksu: maxEuros, hinta_kg: 0.01 })] })
    const weighing = (paino: number) => priceOf({ ...request, shipments: [shipment({ paino })] }, dear)
    expect(weighing(0)).toMatchObject({ found: true, hinta: maxEuros })
    expect(weighing(1)).toEqual({ found: false, reason: 'raja' })
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(hourlyKinds) as (keyof typeof hourlyKinds)[])), count, (tyyppi, maara) => {
        const job = blankRow('tuntituote', { tyyppi, maara, tuntituote_tyyppi: 'eiole' })
        expect(priceOf({ ...request, jobs: [job] }, known()).found).toBe(false)
      }),
    )
  })

  test('needs no distance when kilometres are free', () => {
    const flat = known({ lists: [list({ perusmaksu: 20 })] })
    expect(priceOf({ ...request, shipments: [shipment({ toimitus_postinro: '99999' })] }, flat)).toMatchObject({ hinta: 20 })
  })

  test('uses the point of the saved address while the texts are unchanged', () => {
    const addresses = new Map([['o1', { ...turku, maa: 'FI', postinro: '33100' }]])
    const from = (nouto_osoite: string, nouto_postinro: string) =>
      priceOf({ ...request, shipments: [shipment({ nouto_osoite, nouto_postinro })] }, known({ addresses }))
    expect(from('o1', '33100')).toMatchObject({ hinta: 21 })
    expect(from('o2', '33100')).toMatchObject({ hinta: 205 })
    // The address was copied and has then been moved: it is no longer the place of the goods.
    expect(priceOf({ ...request, shipments: [shipment({ toimitus_osoite: 'o1' })] }, known({ addresses }))).toMatchObject({ hinta: 205 })
  })

  test('prefers the customer’s own hourly price to the type’s', () => {
    const agreed = [
      { id: 's1', drupal_internal__id: 1, asiakas: 'a1', tuntituote_tyyppi: 't1', hinta_h: 50, hinta_km: 0, hinta_kpl: 0 },
      { id: 's2', drupal_internal__id: 2, asiakas: 'a2', tuntituote_tyyppi: 't1', hinta_h: 1, hinta_km: 1, hinta_kpl: 1 },
    ]
    const job = (values: object) => blankRow('tuntituote', { tuntituote_tyyppi: 't1', minimilaskutus: 0, aika: 60, matka: 10, ...values })
    const price = (values: object) => priceOf({ ...request, shipments: [], jobs: [job(values)] }, known({ agreed }))
    expect(price({})).toMatchObject({ hinta: 50, list: null })
    expect(price({ tyyppi: 'matka' })).toMatchObject({ hinta: 12 })
    expect(price({ tuntituote_instanssi: 's2' })).toMatchObject({ hinta: 50 })
  })

  test('uses the chosen hourly price, otherwise the latest agreed one, and never one of another type', () => {
    const of = (number: number, tuntituote_tyyppi: string, hinta_h: number) => ({
      ...{ id: `s${number}`, drupal_internal__id: number, asiakas: 'a1', tuntituote_tyyppi },
      ...{ hinta_h, hinta_km: 0, hinta_kpl: 0 },
    })
    const agreed = [of(1, 't1', 50), of(2, 't1', 52), of(3, 't2', 40)]
    const price = (tuntituote_instanssi: string | null, some: typeof agreed) => {
      const job = blankRow('tuntituote', { tuntituote_tyyppi: 't1', minimilaskutus: 0, aika: 60, tuntituote_instanssi })
      return priceOf({ ...request, shipments: [], jobs: [job] }, known({ agreed: some }))
    }
    for (const some of [agreed, agreed.toReversed()]) {
      expect(price('s1', some)).toMatchObject({ hinta: 50 })
      expect(price('s3', some)).toMatchObject({ hinta: 40 })
      expect(price(null, some)).toMatchObject({ hinta: 52 })
    }
  })

  test('charges a reserved pallet place as one, for any goods on it', () => {
    const prices = known({ lists: [list({ hinta_rullakko: 5, hinta_paketti: 3, hinta_lavapaikka: 30 })] })
    const of = (values: Partial<PricedShipment>) => priceOf({ ...request, shipments: [shipment({ maara: 2, ...values })] }, prices)
    expect(of({ tyyppi: 'rullakko' })).toMatchObject({ hinta: 10 })
    expect(of({ tyyppi: 'paketti' })).toMatchObject({ hinta: 6 })
    expect(of({ tyyppi: 'muu' })).toMatchObject({ hinta: 0 })
    expect(of({ tyyppi: 'rullakko', varauma: 'lava' })).toMatchObject({ hinta: 60 })
  })
})
