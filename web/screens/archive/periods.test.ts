import { expect, test } from 'vitest'
import { midnightOf } from '#domain/values/time.ts'
import { archivedIn, periods } from './periods.ts'

const now = midnightOf('2026-03-31') + 40_000

test('today and the thirteen months that twelve months back touch', () => {
  const offered = periods(now).map(({ value, label }) => `${value} ${label}`)
  expect(offered).toHaveLength(14)
  expect(offered.slice(0, 3)).toEqual(['tanaan Tänään', '2026-03 Maaliskuu 2026', '2026-02 Helmikuu 2026'])
  expect(offered.at(-1)).toBe('2025-03 Maaliskuu 2025')
})

test('a month is from its first midnight in Helsinki to its last second', () => {
  expect(archivedIn('2026-02', now).timestamp_toimitettu).toEqual({
    operator: 'BETWEEN',
    value: [midnightOf('2026-02-01'), midnightOf('2026-03-01') - 1],
  })
})

test('the oldest month begins where the archive begins', () => {
  expect(archivedIn('2025-03', now).timestamp_toimitettu).toEqual({
    operator: 'BETWEEN',
    value: [midnightOf('2025-03-31'), midnightOf('2025-04-01') - 1],
  })
})

test('an unknown period is the whole archive', () => {
  expect(archivedIn('2019-01', now)).toEqual(archivedIn(undefined, now))
})
