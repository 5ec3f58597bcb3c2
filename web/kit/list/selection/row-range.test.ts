import { expect, test } from 'vitest'
import { rowRange, withRange } from './row-range.ts'

const rows = ['a', 'b', null, 'd', 'e']
const idAt = (index: number) => rows[index] ?? null

test('a range goes either way and leaves out rows that cannot be selected', () => {
  expect(rowRange(1, 3, idAt)).toEqual(['b', 'd'])
  expect(rowRange(3, 1, idAt)).toEqual(['b', 'd'])
  expect(rowRange(4, 4, idAt)).toEqual(['e'])
})

test('a range is added to the selection, or cleared from it', () => {
  expect([...withRange(new Set(['x']), ['a', 'b'], true)]).toEqual(['x', 'a', 'b'])
  expect([...withRange(new Set(['x', 'a', 'b']), ['a', 'b'], false)]).toEqual(['x'])
})
