import { parseNumber } from './number.ts'

/** Euros to whole cents; sums are calculated in cents, so that they are exact (rules/values.md#money). */
export const toCents = (euros: number): number => Math.round(euros * 100)
export const fromCents = (cents: number): number => cents / 100
export const sumEuros = (amounts: readonly number[]): number => fromCents(amounts.reduce((sum, euros) => sum + toCents(euros), 0))

export const maxEuros = 9_999_999.99

/** Parses `120`, `1 234,50` or `1234.5 €` as euros; otherwise returns a sentence about the fault. */
export function parseEuros(text: string): { value: number } | { fault: string } {
  const value = parseNumber(text.replace(/€\s*$/, ''), 2)
  if (value === null) return { fault: 'Kirjoita hinta muodossa 120,50.' }
  if (value < 0) return { fault: 'Hinta ei voi olla negatiivinen.' }
  return value > maxEuros ? { fault: 'Hinta on liian suuri.' } : { value }
}
