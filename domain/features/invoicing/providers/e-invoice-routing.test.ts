import { expect, test } from 'vitest'
import { canBeRouted } from './e-invoice-routing.ts'

test.each([
  ['003712345671', '003723327487', true],
  ['FI2112345600000785', 'NDEAFIHH', true],
  ['', '003723327487', false],
  ['003712345671', '', false],
  ['a', '003723327487', false],
  ['0037 12345671', '003723327487', false],
  ['-003712345671', '003723327487', false],
  ['003712345671', '003723327487-', false],
  ['1'.repeat(35), '12', true],
  ['1'.repeat(36), '12', false],
])('an e-invoice to %j by %j can be carried: %s', (eInvoiceAddress, operator, expected) => {
  expect(canBeRouted({ eInvoiceAddress, operator })).toBe(expected)
})
