import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from '../../values/money.ts'
import { addDays, dayOf, midnightOf } from '../../values/time/time.ts'
import { firstBillingDay, waitingSince } from './route.calendar.ts'
import { runPrices } from './route.prices.ts'

const first = (day: string, days: ('15' | 't')[]) => {
  const at = firstBillingDay(midnightOf(day) + 13 * 3600, days)
  return at === 0 ? null : dayOf(at)
}

test('the first billing day on or after the delivery', () => {
  expect(first('2026-11-03', ['15'])).toBe('2026-11-15')
  expect(first('2026-11-15', ['15'])).toBe('2026-11-15')
  expect(first('2026-11-16', ['15'])).toBe('2026-12-15')
  expect(first('2026-12-16', ['15'])).toBe('2027-01-15')
  expect(first('2026-02-03', ['t'])).toBe('2026-02-28')
  expect(first('2026-11-16', ['15', 't'])).toBe('2026-11-30')
  expect(first('2026-11-03', ['15', 't'])).toBe('2026-11-15')
  expect(first('2026-11-30', ['t'])).toBe('2026-11-30')
  expect(first('2026-11-30', [])).toBe(null)
})

test('no billing day lies between the delivery and the first one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1500 }), fc.subarray(['15', 't'] as const, { minLength: 1 }), (days, billing) => {
      const delivered = addDays(midnightOf('2026-01-01'), days)
      const end = firstBillingDay(delivered, billing)
      const isBilling = (day: number) =>
        billing.some((one) => (one === '15' ? dayOf(day).endsWith('-15') : dayOf(addDays(day, 1)).endsWith('-01')))
      for (let day = delivered; day < end; day = addDays(day, 1)) expect(isBilling(day)).toBe(false)
      expect(isBilling(end)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('a delivery waits exactly until its first billing day', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays(midnightOf('2026-01-01'), days))
  fc.assert(
    fc.property(day, day, fc.subarray(['15', 't'] as const), (delivered, now, billing) => {
      expect(delivered >= waitingSince(now + 7000, billing)).toBe(firstBillingDay(delivered, billing) > now)
    }),
    { numRuns: 300 },
  )
})

test('customers without a price of their own share the price of the run to the cent', () => {
  expect([...runPrices({ hinta: 100, hinnat: {} }, ['a', 'b', 'c'])]).toEqual([
    ['a', 33.34],
    ['b', 33.33],
    ['c', 33.33],
  ])
  expect([...runPrices({ hinta: 100, hinnat: { b: 12.5 } }, ['a', 'b', 'c']).values()]).toEqual([50, 12.5, 50])
  expect([...runPrices({ hinta: 100, hinnat: {} }, []).values()]).toEqual([])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 40 }), (cents, count) => {
      const shares = [
        ...runPrices(
          { hinta: fromCents(cents), hinnat: {} },
          Array.from({ length: count }, (_, n) => `${n}`),
        ).values(),
      ]
      expect(shares.reduce((sum, share) => sum + toCents(share), 0)).toBe(cents)
      expect(Math.max(...shares.map(toCents)) - Math.min(...shares.map(toCents))).toBeLessThanOrEqual(1)
    }),
  )
})
