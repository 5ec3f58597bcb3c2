import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { centsBy, effectTotals } from './change-effect.ts'
import { changedPrices, listAmounts, listsFrom, successorName, unchangedAmounts } from './changed-lists.ts'
import { listFor, type PriceList } from './price-list.ts'
import { validityOn } from './price-list-validity.ts'
import { priceOf } from './price-of-order.ts'

const list = (values: Partial<PriceList> = {}): PriceList => blankRow('hinnasto', values)

describe('changed prices', () => {
  test('are multiplied and rounded to the cent; the fuel surcharge is replaced', () => {
    const before = list({ perusmaksu: 10, hinta_kg: 0.04, hinta_km: 0.55, minimihinta: 35.5, polttoainelisa_prosentti: 7.5 })
    expect(changedPrices(before, { prosentti: 3, polttoainelisa: null })).toMatchObject({
      ...{ perusmaksu: 10.3, hinta_kg: 0.04, hinta_km: 0.57, minimihinta: 36.57, polttoainelisa_prosentti: 7.5 },
    })
    expect(changedPrices(before, { prosentti: -10, polttoainelisa: 0 })).toMatchObject({
      ...{ perusmaksu: 9, hinta_kg: 0.04, hinta_km: 0.5, minimihinta: 31.95, polttoainelisa_prosentti: 0 },
    })
    const after = changedPrices(before, { prosentti: 3, polttoainelisa: null })
    expect(unchangedAmounts(before, after, { prosentti: 3, polttoainelisa: null })).toEqual(['hinta_kg'])
  })

  test('stay as they are without a change, and never become negative or lower by a rise', () => {
    const euros = fc.integer({ min: 0, max: 999_999 }).map((cents) => cents / 100)
    const percent = fc.integer({ min: -9000, max: 90_000 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(euros, percent, (perusmaksu, prosentti) => {
        const before = list({ perusmaksu })
        expect(changedPrices(before, { prosentti: 0, polttoainelisa: null }).perusmaksu).toBe(perusmaksu)
        const { perusmaksu: after } = changedPrices(before, { prosentti, polttoainelisa: null })
        expect(after).toBeGreaterThanOrEqual(prosentti < 0 ? 0 : perusmaksu)
        expect(Math.abs(after - perusmaksu * (1 + prosentti / 100))).toBeLessThan(0.0051)
      }),
    )
  })
})

test.each([
  ['Perushinnasto', 'Perushinnasto 1.1.2027'],
  ['Perushinnasto 2026', 'Perushinnasto 1.1.2027'],
  ['Perushinnasto 1.12.2026', 'Perushinnasto 1.1.2027'],
  ['Sopimus A-12', 'Sopimus A-12 1.1.2027'],
  ['x'.repeat(255), `${'x'.repeat(246)} 1.1.2027`],
])('the list after %s is %s', (name, expected) => {
  expect(successorName(name, midnightOf('2027-01-01'))).toBe(expected)
})

describe('the lists that a change from a day on concerns', () => {
  const lists = [
    list({ id: 'old', voimassa_alkaen: 0, drupal_internal__id: 1 }),
    list({ id: 'now', voimassa_alkaen: 100, drupal_internal__id: 2 }),
    list({ id: 'later', voimassa_alkaen: 300, drupal_internal__id: 3 }),
    list({ id: 'own', asiakas: 'a1', voimassa_alkaen: 50, drupal_internal__id: 4 }),
    list({ id: 'corrected', asiakas: 'a1', voimassa_alkaen: 50, drupal_internal__id: 5 }),
    list({ id: 'others', asiakas: 'a2', voimassa_alkaen: 400, drupal_internal__id: 6 }),
  ]
  test('are those that apply on it or later, each from its day', () => {
    const found = listsFrom(lists, 200).map(({ list: { id }, from }) => [id, from])
    expect(found).toEqual([
      ['now', 200],
      ['later', 300],
      ['corrected', 200],
      ['others', 400],
    ])
  })

  test('leave every later day with a changed list, and every earlier one as it was', () => {
    const starts = fc.array(fc.record({ asiakas: fc.constantFrom(null, 'a1'), voimassa_alkaen: fc.nat(20) }), { maxLength: 8 })
    fc.assert(
      fc.property(starts, fc.nat(20), fc.nat(30), (some, from, day) => {
        const before = some.map((one, index) => list({ ...one, id: `h${index}`, drupal_internal__id: index }))
        const made = listsFrom(before, from).map(({ list: replaced, from: start }, index) =>
          list({ ...replaced, id: `new ${replaced.id}`, drupal_internal__id: 100 + index, voimassa_alkaen: start }),
        )
        const [was, is] = [listFor(before, 'a1', day), listFor([...before, ...made], 'a1', day)]
        expect(is?.id).toBe(was && day >= from ? `new ${was.id}` : was?.id)
      }),
    )
  })
})

describe('the validity of a list', () => {
  test.each([
    [0, null, 'voimassa'],
    [200, null, 'voimassa'],
    [201, null, 'tulossa'],
    [0, 200, 'paattynyt'],
    [0, 201, 'voimassa'],
    [300, 400, 'tulossa'],
    [300, 300, 'paattynyt'],
  ] as const)('that starts on %d and is followed on %j is %s on day 200', (voimassa_alkaen, paattyy, expected) => {
    expect(validityOn(200, { voimassa_alkaen, paattyy })).toBe(expected)
  })
})

describe('the effect of a change', () => {
  const before = list({ perusmaksu: 20, hinta_km: 1, polttoainelisa_prosentti: 10 })
  const shipment = blankRow('lahetys', { id: '00000000-0000-4000-8000-00000000000a' })
  const known = {
    ...{ lists: [{ ...before, hinta_km: 0 }], addresses: new Map(), codes: new Map(), agreed: [] },
    types: new Map([['t1', { hinta_h: 60, hinta_km: 0, hinta_kpl: 0 }]]),
  }
  const job = blankRow('tuntituote', { id: '00000000-0000-4000-8000-00000000000b', tuntituote_tyyppi: 't1', aika: 60, minimilaskutus: 0 })

  test('is calculated from the stored inputs; hourly jobs cost what they cost', () => {
    const price = priceOf({ asiakas: 'a1', paiva: 0, shipments: [shipment], jobs: [job] }, known)
    if (!price.found) throw new Error(price.reason)
    const order = { asiakas: 'a1', lahtotiedot: price.inputs, vaiheet: price.steps }
    // 20 × 1.1 + 60 by the list, 20 × 1.2 + 60 after a surcharge of 20 %.
    expect(centsBy(before, order)).toBe(8200)
    const totals = effectTotals()
    totals.add(order, { before, after: { ...before, polttoainelisa_prosentti: 20 } })
    totals.add({ ...order, asiakas: 'a2' }, { before, after: { ...before, polttoainelisa_prosentti: 30 } })
    totals.add({ ...order, asiakas: 'a2' }, { before, after: before })
    expect(totals.result()).toEqual({
      ...{ tilauksia: 3, ennen: 246, jalkeen: 252 },
      asiakkaat: [
        { asiakas: 'a2', tilauksia: 2, ennen: 164, jalkeen: 168 },
        { asiakas: 'a1', tilauksia: 1, ennen: 82, jalkeen: 84 },
      ],
    })
  })

  test('leaves out orders of hourly jobs alone', () => {
    const price = priceOf({ asiakas: 'a1', paiva: 0, shipments: [], jobs: [job] }, known)
    if (!price.found) throw new Error(price.reason)
    const totals = effectTotals()
    totals.add({ asiakas: 'a1', lahtotiedot: price.inputs, vaiheet: price.steps }, { before, after: before })
    expect(totals.result()).toMatchObject({ tilauksia: 0, asiakkaat: [] })
  })

  test('of no change is none', () => {
    const cents = fc.integer({ min: 0, max: 9999 }).map((amount) => amount / 100)
    fc.assert(
      fc.property(fc.record(Object.fromEntries(listAmounts.map((name) => [name, cents]))), fc.nat(900), (amounts, km) => {
        const some = list(amounts)
        const input = {
          paiva: 0,
          rivit: [{ id: shipment.id, laji: 'lahetys' as const, km, kg: 7.5, rullakko: 1, paketti: 2, lavapaikka: 3 }],
        }
        const same = { ...some, ...changedPrices(some, { prosentti: 0, polttoainelisa: null }) }
        expect(centsBy(same, { lahtotiedot: input, vaiheet: [] })).toBe(centsBy(some, { lahtotiedot: input, vaiheet: [] }))
      }),
    )
  })
})
