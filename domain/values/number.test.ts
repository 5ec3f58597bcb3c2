import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber, writeNumber } from './number.ts'

test.each([
  ['80,5', 80.5],
  ['80.5', 80.5],
  ['80,', 80],
  [',5', 0.5],
  ['1 234,50', 1234.5],
  ['1\u00a0234\u00a0567', 1_234_567],
  ['-7', -7],
  ['−7', -7],
  [' 12 ', 12],
])('%j is parsed', (text, value) => {
  expect(parseNumber(text, 2)).toBe(value)
})

test.each(['', ' ', ',', '-', '1e2', '1.234,50', '1,2,3', '12 34', '0x10', 'NaN', 'kaksi', '80,555', '٣'])('%j is not a number', (text) => {
  expect(parseNumber(text, 2)).toBeNull()
})

test('a formatted number is parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.boolean(), (hundredths, fixed) => {
      expect(parseNumber(writeNumber(hundredths / 100, 2, fixed), 2)).toBe(hundredths / 100)
    }),
  )
  expect(writeNumber(1234.5, 2, true)).toBe('1\u00a0234,50')
  expect(writeNumber(80.5, 1)).toBe('80,5')
  expect(writeNumber(80, 1)).toBe('80')
  expect(writeNumber(-7, 1)).toBe('-7')
})
