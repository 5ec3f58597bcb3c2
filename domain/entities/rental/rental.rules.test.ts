import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { ruleContext } from '../../testing/rule-context.ts'
import { toCents } from '../../values/money.ts'
import { addDays, addMonths, midnightOf, startOfDay } from '../../values/time/time.ts'
import { type Vuokraus, vuokraus } from './rental.entity.ts'
import { rentalRules, rentalTotal } from './rental.rules.ts'

const customer = blankRow('asiakas', {
  vuokrattava_hyllypaikka_fin_hinta: 11,
  vuokrattava_hyllypaikka_eur_hinta: 9.5,
  vuokrattava_tila_hinta: 4,
})
const related = { asiakas: [customer] }
const derived = (before: Partial<Vuokraus> | null, after: Partial<Vuokraus>) =>
  rentalRules.derive?.({ before: before && blankRow('vuokraus', before), after: blankRow('vuokraus', after) }, ruleContext, related)

describe('the price of a rental', () => {
  test('comes from the customer by type, unless typed', () => {
    expect(derived(null, { tyyppi: 'hyllypaikka_fin', maara: 3 })).toMatchObject({ hinta: 11, hinta_total: 33 })
    expect(derived(null, { tyyppi: 'hyllypaikka_eur', maara: 3 })).toMatchObject({ hinta: 9.5, hinta_total: 28.5 })
    expect(derived(null, { tyyppi: 'tila', maara: 12.5 })).toMatchObject({ hinta: 4, hinta_total: 50 })
    expect(derived(null, { tyyppi: 'tila', maara: 2, hinta: 7.25 })).toMatchObject({ hinta: 7.25, hinta_total: 14.5 })
  })

  test('follows from the type until a price is typed', () => {
    const saved = { tyyppi: 'hyllypaikka_fin', maara: 1, hinta: 11 } as const
    expect(derived(saved, { ...saved, tyyppi: 'hyllypaikka_eur' })).toMatchObject({ hinta: 9.5, hinta_total: 9.5 })
    expect(derived({ ...saved, hinta: 8 }, { ...saved, hinta: 8, tyyppi: 'tila' })).toMatchObject({ hinta: 8, hinta_total: 8 })
    expect(derived(saved, { ...saved, hinta: 0 })).toMatchObject({ hinta: 0, hinta_total: 0 })
  })

  test('is multiplied in whole cents', () => {
    expect(rentalTotal({ hinta: 1.15, maara: 3 })).toBe(3.45)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1000 }), (price, pieces) => {
        expect(toCents(rentalTotal({ hinta: price / 100, maara: pieces }))).toBe(price * pieces)
      }),
    )
  })
})

describe('the activation day', () => {
  const today = startOfDay(ruleContext.now)
  const active = { tila: 'aktiivinen', aktivointipaiva: addDays(today, -40) } as const
  const archived = { ...active, tila: 'arkistoitu' } as const

  test('is today for a new rental, unless given', () => {
    expect(derived(null, {})).toMatchObject({ aktivointipaiva: today })
    expect(derived(null, { aktivointipaiva: addDays(today, 9) })).toMatchObject({ aktivointipaiva: addDays(today, 9) })
  })

  test('is today for one that continues after a pause or a removal, unless another one is given', () => {
    expect(derived(archived, active)).toMatchObject({ aktivointipaiva: today })
    expect(derived({ ...active, status: 0 }, active)).toMatchObject({ aktivointipaiva: today })
    expect(derived(archived, { ...active, aktivointipaiva: addDays(today, -9) })).toMatchObject({ aktivointipaiva: addDays(today, -9) })
    expect(derived(active, { ...active, maara: 3 })).toMatchObject({ aktivointipaiva: active.aktivointipaiva })
    expect(derived(active, archived)).toMatchObject({ aktivointipaiva: active.aktivointipaiva })
  })

  test('is refused when it must be a typing error', () => {
    const faultsOf = (aktivointipaiva: number, before: Partial<Vuokraus> | null = null) =>
      rentalRules
        .check?.({ before: before && blankRow('vuokraus', before), after: blankRow('vuokraus', { aktivointipaiva }) }, ruleContext, related)
        .map(({ field }) => field)
    expect(faultsOf(addMonths(today, -12))).toEqual([])
    expect(faultsOf(addDays(addMonths(today, -12), -1))).toEqual(['aktivointipaiva'])
    expect(faultsOf(addMonths(today, 25))).toEqual(['aktivointipaiva'])
    expect(faultsOf(addMonths(today, -60), { aktivointipaiva: addMonths(today, -60) })).toEqual([])
  })
})

test('a rental is refused in words', () => {
  const today = startOfDay(ruleContext.now)
  const faults = (values: Partial<Vuokraus>) =>
    rentalRules.check?.({ before: null, after: blankRow('vuokraus', { aktivointipaiva: today, ...values }) }, ruleContext, related)
  expect(faults({ aktivointipaiva: addDays(addMonths(today, -12), -1) })).toEqual([
    { field: 'aktivointipaiva', detail: 'Päivä on liian kaukana menneisyydessä. Aikaisin mahdollinen on 18.11.2025.' },
  ])
  const { max } = vuokraus.fields.hinta_total
  expect(faults({ hinta_total: max })).toEqual([])
  expect(faults({ hinta_total: max + 1 })).toEqual([{ field: 'maara', detail: 'Vuokran yhteishinta on liian suuri.' }])
})

test('a customer without a price of the type rents for nothing until one is typed', () => {
  const price = (asiakas: (typeof customer)[]) =>
    rentalRules.derive?.({ before: null, after: blankRow('vuokraus', { tyyppi: 'tila', maara: 2 }) }, ruleContext, { asiakas })
  expect(price([])).toMatchObject({ hinta: 0, hinta_total: 0 })
  expect(price([customer])).toMatchObject({ hinta: 4, hinta_total: 8 })
})

describe('another billing period', () => {
  const today = startOfDay(ruleContext.now)
  const monthly = { tila: 'aktiivinen', laskutuskausi: 'Y-m-t', laskutuspaiva: 't', aktivointipaiva: addDays(today, -90) } as const
  const period = (after: Partial<Vuokraus>) => derived(monthly, { ...monthly, ...after })?.aktivointipaiva

  test('begins after the last one that was billed', () => {
    // Today is 18 November 2026: October is billed, and the first half of November is of the period that ends on the 15th.
    expect(period({ laskutuskausi: 'Y-m-15' })).toBe(midnightOf('2026-11-15'))
    expect(period({})).toBe(monthly.aktivointipaiva)
  })

  test('does not begin before the day that is given', () => {
    expect(period({ laskutuskausi: 'Y-m-15', aktivointipaiva: addDays(today, 5) })).toBe(addDays(today, 5))
  })
})
