import { expect, test } from 'vitest'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { validityStyle } from './validity-day.tsx'

test.each([
  [61, undefined],
  [60, 'waiting'],
  [30, 'warning'],
  [7, 'late'],
  [0, 'late'],
  [-1, 'late'],
])('%s days before the last day the style is %s', (days, tone) => {
  const today = midnightOf('2026-11-19')
  expect(validityStyle(addDays(today, days), today + 3600)?.tone).toBe(tone)
})

test('an unknown day has no style', () => expect(validityStyle(0, midnightOf('2026-11-19'))).toBeNull())
