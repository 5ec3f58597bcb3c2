import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, parseEuros, sumEuros, toCents } from './money.ts'

const cents = fc.integer({ min: -999_999_999, max: 999_999_999 })

test('conversions between euros and cents are exact', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(toCents(fromCents(amount)) === amount).toBe(true)
    }),
  )
  // 1.15 × 100 is 114.99999999999999 in floating point.
  expect(toCents(1.15)).toBe(115)
  expect(toCents(9_999_999.99)).toBe(999_999_999)
})

test('sums are exact in any order', () => {
  expect(sumEuros([0.1, 0.2])).toBe(0.3)
  expect(sumEuros([])).toBe(0)
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
      const euros = amounts.map(fromCents)
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      expect(sumEuros(euros)).toBeCloseTo(total / 100, 6)
      expect(toCents(sumEuros(euros)) === total).toBe(true)
      expect(sumEuros([...euros].reverse())).toBe(sumEuros(euros))
    }),
  )
})

test('a typed price is parsed in Finnish format, and faults are sentences', () => {
  expect(parseEuros('120')).toEqual({ value: 120 })
  expect(parseEuros('120,5')).toEqual({ value: 120.5 })
  expect(parseEuros('1 234,50 €')).toEqual({ value: 1234.5 })
  expect(parseEuros('0')).toEqual({ value: 0 })
  expect(parseEuros('9999999,99')).toEqual({ value: 9_999_999.99 })
  expect(parseEuros('12 €  ')).toEqual({ value: 12 })
  for (const wrong of ['', '1,234', 'abc', '1e3', '12 €x', '1 € 2'])
    expect(parseEuros(wrong)).toEqual({ fault: 'Kirjoita hinta muodossa 120,50.' })
  expect(parseEuros('-5')).toEqual({ fault: 'Hinta ei voi olla negatiivinen.' })
  expect(parseEuros('10000000')).toEqual({ fault: 'Hinta on liian suuri.' })
})
