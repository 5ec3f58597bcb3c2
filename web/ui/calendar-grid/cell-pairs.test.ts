import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filledArea, filledPairs, movedPairs, pastedPairs } from './cell-pairs.ts'
import { type Area, areaOf, type Cell, cellsOf, isIn } from './grid-selection.ts'

const size = { rows: 9, columns: 14 }
const whole: Area = { top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 }
const cell = fc.record({ row: fc.nat(size.rows - 1), column: fc.nat(size.columns - 1) })
const area = fc.tuple(cell, cell).map(([a, b]) => areaOf(a, b))
const key = ({ row, column }: Cell) => `${row}:${column}`

test('moved cells keep their places beside each other and stay in the grid', () => {
  fc.assert(
    fc.property(area, cell, cell, (block, from, to) => {
      const cells = cellsOf(block)
      const pairs = movedPairs(cells, { from, to, size })
      const steps = new Set(pairs.map((pair) => key({ row: pair.to.row - pair.from.row, column: pair.to.column - pair.from.column })))
      expect(steps.size).toBeLessThanOrEqual(1)
      expect(pairs.every((pair) => isIn(whole, pair.to))).toBe(true)
      if (pairs.length > 0) expect(pairs.map((pair) => pair.from)).toEqual(cells)
    }),
  )
  expect(movedPairs([{ row: 2, column: 2 }], { from: { row: 2, column: 2 }, to: { row: 2, column: 2 }, size })).toEqual([])
})

test('repeating fills the cells beyond the edge, each from the rectangle', () => {
  fc.assert(
    fc.property(area, cell, (source, to) => {
      const target = filledArea(source, to)
      const pairs = filledPairs(source, to)
      expect(pairs.map((pair) => pair.to)).toEqual(target ? cellsOf(target) : [])
      for (const pair of pairs) {
        expect(isIn(source, pair.from)).toBe(true)
        expect(isIn(source, pair.to)).toBe(false)
        expect(Math.abs(pair.to.row - pair.from.row) % (source.bottom - source.top + 1)).toBe(0)
        expect(Math.abs(pair.to.column - pair.from.column) % (source.right - source.left + 1)).toBe(0)
      }
      expect(target === null).toBe(isIn(source, to))
    }),
  )
})

test('two days are repeated in turn', () => {
  const source = { top: 1, left: 2, bottom: 1, right: 3 }
  expect(filledPairs(source, { row: 1, column: 6 }).map(({ from, to }) => [from.column, to.column])).toEqual([
    [2, 4],
    [3, 5],
    [2, 6],
  ])
})

test('copied cells are pasted once, or over a rectangle that holds them a whole number of times', () => {
  fc.assert(
    fc.property(area, area, (copied, selected) => {
      const pairs = pastedPairs(copied, selected, size)
      expect(pairs.every(({ from, to }) => isIn(copied, from) && isIn(whole, to))).toBe(true)
      expect(pairs[0]).toEqual({ from: { row: copied.top, column: copied.left }, to: { row: selected.top, column: selected.left } })
      expect(new Set(pairs.map(({ to }) => key(to))).size).toBe(pairs.length)
    }),
  )
  const one = { top: 0, left: 0, bottom: 0, right: 0 }
  expect(pastedPairs(one, { top: 1, left: 1, bottom: 3, right: 4 }, size)).toHaveLength(12)
})
