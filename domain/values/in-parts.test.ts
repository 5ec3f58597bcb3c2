import { describe, expect, test } from 'vitest'
import { inParts, inWholeParts } from './in-parts.ts'

test('long lists are split into parts', () => {
  expect(inParts([1, 2, 3], 2)).toEqual([[1, 2], [3]])
  expect(inParts([], 2)).toEqual([])
})

describe('whole parts', () => {
  const items = (text: string) => text.split(' ').map((item) => ({ item, first: item.slice(0, 1), second: item.slice(0, 2) }))
  const split = (text: string) =>
    inWholeParts(items(text), 3, [({ first }) => first, ({ second }) => second]).map((part) => part.map(({ item }) => item).join(' '))

  test.each([
    ['a1 b1 a2 b2 c1', ['a1 a2', 'b1 b2 c1']],
    ['a1 a2 a3 b1', ['a1 a2 a3', 'b1']],
    // More than a part of the same first key: the second one keeps its items together.
    ['a1x a2x a3x a2y a3y', ['a1x a2x a2y', 'a3x a3y']],
    ['a1 a1 a1 a1 b1', ['a1 a1 a1', 'a1 b1']],
  ])('of %s', (text, parts) => {
    expect(split(text)).toEqual(parts)
  })
})
