import { expect, test } from 'vitest'
import { z } from 'zod'
import { midnightOf } from '../../values/time/time.ts'
import { datedRows, rowAt, startDay } from './dated-rows.ts'

const table = datedRows(z.strictObject({ alkaen: startDay, tunnit: z.number() }))
const day = midnightOf('2026-03-29')

test('rows are stored by day, each from its start, whichever moment was given', () => {
  const given = [
    { alkaen: midnightOf('2027-01-01') + 3600, tunnit: 9 },
    { alkaen: day + 22 * 3600, tunnit: 8 },
  ]
  expect(table.parse(given)).toEqual([
    { alkaen: day, tunnit: 8 },
    { alkaen: midnightOf('2027-01-01'), tunnit: 9 },
  ])
})

test('no row, two rows of one day and too many rows are refused', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ alkaen: day + index * 172_800, tunnit: 1 }))
  expect(table.safeParse(rows(50)).success).toBe(true)
  for (const wrong of [
    [],
    rows(51),
    [...rows(1), { alkaen: day + 3600, tunnit: 2 }],
    [{ alkaen: day, tunnit: 1, lisa: 2 }],
    [{ tunnit: 1 }],
  ])
    expect(table.safeParse(wrong).success).toBe(false)
})

test('a row holds from its day on, and the first one also before it', () => {
  const rows = [
    { alkaen: 100, tunnit: 8 },
    { alkaen: 200, tunnit: 9 },
  ]
  expect([0, 100, 199, 200, 1000].map((at) => rowAt(rows, at)?.tunnit)).toEqual([8, 8, 8, 9, 9])
  expect(rowAt([], 100)).toBeUndefined()
})
