import { expect, test } from 'vitest'
import { dayOf, midnightOf } from '../../values/time/time.ts'
import { lastMonths } from './customer-months.ts'

test('the last twelve months begin at local midnight, over both clock changes', () => {
  const months = lastMonths(midnightOf('2026-11-23') + 3600).map(dayOf)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-12-01', '2026-11-01'])
  expect(lastMonths(midnightOf('2026-03-01')).map(dayOf).at(-1)).toBe('2026-03-01')
})
