import { expect, test } from 'vitest'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { inspectionStyle } from './inspection-day.tsx'

test.each([
  [61, undefined, undefined],
  [60, 'waiting', '60 pv'],
  [30, 'warning', '30 pv'],
  [7, 'late', '7 pv'],
  [0, 'late', 'Viimeinen päivä'],
  [-1, 'late', 'Katsastus myöhässä'],
])('an inspection in %s days looks %s', (days, tone, label) => {
  const today = midnightOf('2026-11-19')
  const style = inspectionStyle(addDays(today, days), today + 3600)
  expect([style?.tone, style?.label]).toEqual([tone, label])
})

test('a car without a day is pointed out', () => expect(inspectionStyle(0, midnightOf('2026-11-19'))?.label).toBe('Päivä puuttuu'))
