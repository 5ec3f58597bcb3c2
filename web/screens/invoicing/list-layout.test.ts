import { expect, test } from 'vitest'
import { listLayout } from './list-layout.ts'

const customers = [
  { id: 'a', tilauksia: 2 },
  { id: 'b', tilauksia: 120 },
  { id: 'c', tilauksia: 1 },
]

test('each customer has a heading, followed by its orders', () => {
  const { length, at } = listLayout(customers, new Set())
  expect(length).toBe(126)
  expect([0, 1, 2, 3, 4, 123, 124, 125, 126, -1].map(at)).toEqual([
    { customer: 0, order: null },
    { customer: 0, order: 0 },
    { customer: 0, order: 1 },
    { customer: 1, order: null },
    { customer: 1, order: 2 },
    { customer: 1, order: 121 },
    { customer: 2, order: null },
    { customer: 2, order: 122 },
    null,
    null,
  ])
})

test('the orders of a closed customer are skipped, and their pages are not needed', () => {
  const { length, at, pagesOf } = listLayout(customers, new Set(['b']))
  expect(length).toBe(6)
  expect([3, 4, 5].map(at)).toEqual([
    { customer: 1, order: null },
    { customer: 2, order: null },
    { customer: 2, order: 122 },
  ])
  expect(pagesOf(0, 100, 50)).toEqual([0, 2])
  expect(listLayout(customers, new Set()).pagesOf(60, 110, 50)).toEqual([1, 2])
  expect(listLayout([], new Set())).toMatchObject({ length: 0 })
})
