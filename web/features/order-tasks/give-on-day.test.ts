import { expect, test } from 'vitest'
import { maxBoardRows } from '#domain/features/planning-board/board-operations.ts'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { type BoardStep, giving, partsOf, stepsWithout } from './give-on-day.ts'

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => shipmentRow({ id: `${at}` }))

test('lines are given in the versions that the list has, on the day of the panel', () => {
  const lines = [shipmentRow({ id: 'a', vid: 3 }), shipmentRow({ id: 'b', vid: 7 })]
  expect(giving(lines, { driver: 'd', day: 86_400 })).toEqual({
    ...{ operation: 'assign', ids: ['a', 'b'], kuljettaja: 'd', paiva: 86_400, versiot: { a: 3, b: 7 } },
  })
})

test('what is delivered stays with its driver, and an order without anything else is left out', () => {
  const delivered = shipmentRow({ id: 'delivered', live: false })
  const [part, ...more] = partsOf([orderRow([delivered, shipmentRow({ id: 'open' })]), orderRow([delivered])])
  expect([part?.lines.map(({ id }) => id), part?.orders.length, more]).toEqual([['open'], 1, []])
})

test('more lines than one operation takes are divided between orders', () => {
  const third = orderRow(linesOf(1))
  const parts = partsOf([orderRow(linesOf(maxBoardRows - 1)), orderRow(linesOf(2)), third])
  expect(parts.map(({ lines }) => lines.length)).toEqual([maxBoardRows - 1, 3])
  expect(parts[1]?.orders[1]).toBe(third)
})

const step = (before: Record<string, number>, versiot: Record<string, number>): BoardStep => ({
  undo: { operation: 'restore', tyot: [], reitit: [], poistettavat: [], versiot },
  before,
})

test('once a drop on the same shift has been undone, an earlier one can be undone too; not what somebody else has changed', () => {
  const [first, second] = [Symbol(), Symbol()]
  const steps = new Map([
    [first, step({ order1: 1, shift: 1 }, { order1: 2, shift: 2 })],
    [second, step({ order2: 1, shift: 2 }, { order2: 2, shift: 3 })],
  ])
  expect(stepsWithout(steps, second, { order2: 3, shift: 4 }).get(first)?.undo.versiot).toEqual({ order1: 2, shift: 4 })
  const byOther = new Map(steps).set(second, step({ order2: 1, shift: 9 }, { order2: 2, shift: 10 }))
  expect(stepsWithout(byOther, second, { order2: 3, shift: 11 }).get(first)?.undo.versiot).toEqual({ order1: 2, shift: 2 })
  expect(stepsWithout(steps, second, {}).has(second)).toBe(false)
})
