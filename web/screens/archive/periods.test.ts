import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time/time.ts'
import { daysOf, periods } from './periods.ts'

const now = midnightOf('2026-03-31') + 40_000

test('the periods are today and the thirteen calendar months of the last twelve months', () => {
  const offered = periods(now).map(({ value, label }) => `${value} ${label}`)
  expect(offered).toHaveLength(14)
  expect(offered.slice(0, 3)).toEqual(['tanaan Tänään', '2026-03 Maaliskuu 2026', '2026-02 Helmikuu 2026'])
  expect(offered.at(-1)).toBe('2025-03 Maaliskuu 2025')
})

test('a month starts at midnight in Helsinki and ends with its last second', () => {
  expect(daysOf('2026-02', now)).toEqual({ alku: midnightOf('2026-02-01'), loppu: midnightOf('2026-03-01') - 1 })
})

test('an unknown period selects the whole archive', () => {
  expect(daysOf('2019-01', now)).toEqual({})
  expect(daysOf(undefined, now)).toEqual({})
})
