import { expect, test } from 'vitest'
import { withMoved } from './moved-item.ts'

test('an item is moved forwards, backwards, and nowhere', () => {
  const items = ['a', 'b', 'c', 'd']
  expect(withMoved(items, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(withMoved(items, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(withMoved(items, 1, 1)).toEqual(items)
  expect(withMoved(items, 9, 0)).toEqual(items)
})
