import { expect, test } from 'vitest'
import { eInvoiceOperator } from './checks.ts'
import { eInvoiceOperators } from './e-invoice-operators.ts'

test('every listed operator has an identifier that a billing address accepts, and a unique name', () => {
  for (const code of Object.keys(eInvoiceOperators)) expect(eInvoiceOperator(code)).toEqual({ value: code })
  const names = Object.values(eInvoiceOperators)
  expect(new Set(names).size).toBe(names.length)
})
