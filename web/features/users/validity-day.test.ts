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
])('a paper that is valid for %s more days looks %s', (days, tone) => {
  const today = midnightOf('2026-11-19')
  expect(validityStyle(addDays(today, days), today + 3600)?.tone).toBe(tone)
})

test('a day that is not given is no matter of urgency', () => expect(validityStyle(0, midnightOf('2026-11-19'))).toBeNull())
