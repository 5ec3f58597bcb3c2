import { expect, test } from 'vitest'
import { inParts } from './in-parts.ts'

test('long lists are split into parts', () => {
  expect(inParts([1, 2, 3], 2)).toEqual([[1, 2], [3]])
  expect(inParts([], 2)).toEqual([])
})
