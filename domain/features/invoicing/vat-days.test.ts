// The rate of VAT is that of the day of delivery in Helsinki, whose days do not begin where those of UTC do (rules/values.md#vat).
import { describe, expect, test } from 'vitest'
import { midnightOf } from '../../values/time/time.ts'
import { type Settings, vatRateAt } from '../settings/settings.ts'
import { sumsOf } from './invoice-sums.ts'

const rates = (alkaen: string): Pick<Settings, 'alv'> => ({
  alv: [
    { alkaen: midnightOf('2013-01-01'), prosentti: 24 },
    { alkaen: midnightOf(alkaen), prosentti: 25.5 },
  ],
})
const utc = (text: string): number => Date.parse(text) / 1000

describe('the rate changes at midnight in Helsinki', () => {
  test.each([
    // Summer time: midnight is 21.00 UTC. The rate of 25.5 % has held since 1.9.2024.
    ['2024-09-01', '2024-08-31T20:59:59Z', '2024-08-31T21:00:00Z'],
    // Winter time: 22.00 UTC.
    ['2026-01-01', '2025-12-31T21:59:59Z', '2025-12-31T22:00:00Z'],
    // The leap day of 2028, and the day after it.
    ['2028-02-29', '2028-02-28T21:59:59Z', '2028-02-28T22:00:00Z'],
    ['2028-03-01', '2028-02-29T21:59:59Z', '2028-02-29T22:00:00Z'],
    // The days on which clocks change, and the days after them: 29.3.2026 has 23 hours, 25.10.2026 has 25.
    ['2026-03-29', '2026-03-28T21:59:59Z', '2026-03-28T22:00:00Z'],
    ['2026-03-30', '2026-03-29T20:59:59Z', '2026-03-29T21:00:00Z'],
    ['2026-10-25', '2026-10-24T20:59:59Z', '2026-10-24T21:00:00Z'],
    ['2026-10-26', '2026-10-25T21:59:59Z', '2026-10-25T22:00:00Z'],
  ])('on %s', (day, last, first) => {
    expect(vatRateAt(rates(day), utc(last))).toBe(24)
    expect(vatRateAt(rates(day), utc(first))).toBe(25.5)
  })
})

test('an invoice with deliveries on both sides of a change has the VAT of each rate', () => {
  const settings = rates('2024-09-01')
  const rows = [
    { netCents: 10_001, at: '2024-08-31T20:59:59Z' },
    { netCents: 20_003, at: '2024-08-31T21:00:00Z' },
    { netCents: 1, at: '2024-09-30T10:00:00Z' },
  ]
  const { vat, totalCents } = sumsOf(rows.map(({ netCents, at }) => ({ netCents, vatPercent: vatRateAt(settings, utc(at)) })))
  // 20 004 × 25.5 % = 5 101.02; 10 001 × 24 % = 2 400.24.
  expect(vat).toEqual([
    { percent: 25.5, netCents: 20_004, vatCents: 5101 },
    { percent: 24, netCents: 10_001, vatCents: 2400 },
  ])
  expect(totalCents).toBe(20_004 + 10_001 + 5101 + 2400)
})
