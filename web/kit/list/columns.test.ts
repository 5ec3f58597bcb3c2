import { expect, test } from 'vitest'
import { fitColumns, movedColumn, readWidths, writeWidths } from './columns.ts'

const column = (id: string, width: number, grow = false) => ({ id, header: id, width, grow, cell: () => null })

test('a column takes the place of another one, from either side', () => {
  expect(movedColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(movedColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(movedColumn(['a', 'b', 'c'], 'x', 'a')).toEqual(['a', 'b', 'c'])
})

test('widths in the address are read as they were written; anything else is ignored or limited', () => {
  expect(readWidths(writeWidths({ a: 120, b: 80.4 }))).toEqual({ a: 120, b: 80 })
  expect(readWidths('a:5,b:9999,c:leveä,<script>')).toEqual({ a: 40, b: 800 })
})

test('a chosen width holds, and the rest goes to the columns that grow', () => {
  const widths = fitColumns([column('a', 100, true), column('b', 100, true)], 500, { a: 150 }).map(({ width }) => width)
  expect(widths).toEqual([150, 350])
})

test('columns that do not fit narrow as far as each may, and not before those that yield are left out', () => {
  const all = [
    column('a', 100),
    { ...column('b', 100), least: 40 },
    { ...column('c', 100, true), least: 80 },
    { ...column('d', 50), yields: 1 },
  ]
  const widthsAt = (width: number, chosen = {}) => fitColumns(all, width, chosen).map(({ width }) => Math.round(width))
  expect(widthsAt(350)).toEqual([100, 100, 100, 50])
  expect(widthsAt(310)).toEqual([100, 100, 110])
  expect(widthsAt(260)).toEqual([100, 70, 90])
  expect(widthsAt(100)).toEqual([100, 40, 80])
  expect(widthsAt(260, { b: 100 })).toEqual([100, 100, 80])
})
