import { expect, test } from 'vitest'
import { referenceNumberOf } from './reference-number.ts'

test.each([
  [10_001, '100010'],
  // At least four digits: 7 × 7 = 49, to the next ten 1.
  [7, '0071'],
])('the reference number of the invoice %i is its number with its check digit, %s', (number, reference) => {
  expect(referenceNumberOf(number)).toBe(reference)
})
