import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type VehicleClass, vehicleClasses } from '../../entities/car/vehicle-classes.ts'
import { midnightOf } from '../../values/time/time.ts'
import { defaultEmissionFactors, type EmissionFactors, emissionFactorTable } from '../settings/emission-factors.ts'
import { emissionNote, emissionText } from './emission-text.ts'
import { estimateEmissions, sumEmissions, type TransportedGoods } from './estimate.ts'

const table = [defaultEmissionFactors]
const at = midnightOf('2026-11-24')
const tampere = { lat: 61.4978, lng: 23.761 }
const helsinki = { lat: 60.1699, lng: 24.9384 }
const goods = (changes: Partial<TransportedGoods> = {}): TransportedGoods => ({
  ...{ kg: 1000, from: tampere, to: helsinki, vehicle: 'yhdistelma', at },
  ...changes,
})
const gramsOf = (changes: Partial<TransportedGoods>, factors: readonly EmissionFactors[] = table): number =>
  estimateEmissions(goods(changes), factors)?.grams ?? Number.NaN

// Finland, where the estimate of the distance is meant to hold.
const point = fc.record({ lat: fc.double({ min: 59.8, max: 70, noNaN: true }), lng: fc.double({ min: 20, max: 31.5, noNaN: true }) })
const vehicle = fc.constantFrom(...(Object.keys(vehicleClasses) as VehicleClass[]))
const kg = fc.integer({ min: 1, max: 60_000 })

describe('an estimate', () => {
  test('is tonne-kilometres by the intensity of the vehicle class and the distance adjustment factor', () => {
    // 1 t × 209.1 km × 95.02 g/tkm × 1.05
    expect(estimateEmissions(goods(), table)).toEqual({
      grams: Math.round(209.1 * 95.02 * 1.05),
      tonneKm: 209.1,
      km: 209.1,
      intensity: 95.02,
      source: 'UK DESNZ GHG Conversion Factors 2025',
    })
    expect(estimateEmissions(goods({ vehicle: 'pakettiauto' }), table)?.intensity).toBe(782.25)
  })
  test('of a car without a class uses the average', () => {
    expect(estimateEmissions(goods({ vehicle: '' }), table)?.intensity).toBe(defaultEmissionFactors.keskiarvo)
  })
  test.each([{ kg: 0 }, { from: null }, { to: null }])('is not made with %j', (changes) => {
    expect(estimateEmissions(goods(changes), table)).toBeNull()
  })
  test('within one postal code is for a kilometre', () => {
    expect(estimateEmissions(goods({ to: tampere }), table)).toMatchObject({ km: 1, tonneKm: 1, grams: 100 })
  })
  test('uses the factors of its day', () => {
    const later = { ...defaultEmissionFactors, alkaen: midnightOf('2027-01-01'), lahde: 'Uudet', yhdistelma: 60, etaisyyskerroin: 1 }
    const both = [defaultEmissionFactors, later]
    expect(gramsOf({ at: later.alkaen - 1 }, both)).toBe(gramsOf({}))
    expect(estimateEmissions(goods({ at: later.alkaen }), both)).toMatchObject({ source: 'Uudet', grams: Math.round(209.1 * 60) })
  })
  test('is never negative, and the same in both directions', () => {
    fc.assert(
      fc.property(point, point, kg, vehicle, (from, to, weight, kind) => {
        const there = gramsOf({ from, to, kg: weight, vehicle: kind })
        expect(there).toBeGreaterThanOrEqual(0)
        expect(gramsOf({ from: to, to: from, kg: weight, vehicle: kind })).toBe(there)
      }),
    )
  })
  test('grows with the weight, and goods in two rows have the estimate of one, to the gram', () => {
    fc.assert(
      fc.property(point, point, kg, kg, vehicle, (from, to, one, other, kind) => {
        const of = (weight: number) => gramsOf({ from, to, kg: weight, vehicle: kind })
        expect(of(one + other)).toBeGreaterThanOrEqual(of(one))
        expect(Math.abs(of(one + other) - of(one) - of(other))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('a sum adds up its parts and says how many are missing', () => {
  const part = fc.option(
    fc.record({
      grams: fc.integer({ min: 0, max: 10_000_000 }),
      tonneKm: fc.integer({ min: 0, max: 50_000_000 }).map((thousandths) => thousandths / 1000),
      km: fc.constant(1),
      intensity: fc.constant(1),
      source: fc.constantFrom('a', 'b'),
    }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const sum = sumEmissions(parts)
      expect(sum.estimated + sum.missing).toBe(parts.length)
      expect(sum.grams).toBe(parts.reduce((all, one) => all + (one?.grams ?? 0), 0))
      expect(Math.round(sum.tonneKm * 1000)).toBe(parts.reduce((all, one) => all + Math.round((one?.tonneKm ?? 0) * 1000), 0))
      expect(new Set(sum.sources)).toEqual(new Set(parts.flatMap((one) => one?.source ?? [])))
    }),
  )
})

describe('the text', () => {
  test.each([
    [0, '0,0 kg CO₂e'],
    [49, 'alle 0,1 kg CO₂e'],
    [12_345, '12,3 kg CO₂e'],
    [99_900, '99,9 kg CO₂e'],
    [100_000, '100 kg CO₂e'],
    [1_234_567, '1 235 kg CO₂e'],
  ])('of %i grams is %s', (grams, text) => {
    expect(emissionText(grams).replace(/\s/g, ' ')).toBe(text)
  })
  test('of a document names the method and the source, and is missing when a part is', () => {
    const sum = { grams: 12_345, estimated: 2, missing: 0, sources: ['A 2025', 'B 2026'] }
    expect(emissionNote(sum)).toContain('12,3 kg CO₂e (ISO 14083: koko polttoaineketju (well-to-wheel)')
    expect(emissionNote(sum)).toContain('A 2025, B 2026')
    expect([emissionNote({ ...sum, missing: 1 }), emissionNote({ ...sum, estimated: 0 })]).toEqual(['', ''])
  })
})

test('a table of factors needs a source, and no intensity of nothing', () => {
  const isValid = (changes: object) => emissionFactorTable.safeParse([{ ...defaultEmissionFactors, ...changes }]).success
  expect(isValid({})).toBe(true)
  for (const wrong of [{ lahde: ' ' }, { yhdistelma: 0 }, { pakettiauto: -1 }, { etaisyyskerroin: 0.9 }, { keskiarvo: '100' }, { muu: 1 }])
    expect(isValid(wrong), JSON.stringify(wrong)).toBe(false)
})
