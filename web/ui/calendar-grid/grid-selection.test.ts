import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areaOf,
  type Cell,
  cellsOf,
  clampCell,
  clearSelection,
  extendTo,
  fitSelection,
  type GridSelection,
  type GridSize,
  isSelected,
  moveCursor,
  noSelection,
  press,
  selectArea,
  selectedCells,
  selectionAreas,
} from './grid-selection.ts'

const size: GridSize = { rows: 9, columns: 14 }
const cell = fc.record({ row: fc.nat(size.rows - 1), column: fc.nat(size.columns - 1) })
const act = fc.oneof(
  fc.tuple(cell, fc.record({ shift: fc.boolean(), ctrl: fc.boolean() })).map(
    ([at, held]) =>
      (before: GridSelection) =>
        press(before, at, held),
  ),
  cell.map((at) => (before: GridSelection) => extendTo(before, at)),
  fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }), fc.boolean()).map(
    ([rows, columns, extend]) =>
      (before: GridSelection) =>
        moveCursor(before, { rows, columns }, { size, extend }),
  ),
  fc.constant(clearSelection),
)
const selection = fc.array(act, { maxLength: 12 }).map((acts) => acts.reduce((before, next) => next(before), noSelection))
const key = ({ row, column }: Cell) => `${row}:${column}`
const keys = (cells: readonly Cell[]) => cells.map(key)

test('whatever is pressed, the cursor and every selected cell are in the grid, and no cell is listed twice', () => {
  fc.assert(
    fc.property(selection, (of) => {
      const cells = selectedCells(of)
      expect(cells).toEqual(cells.map((one) => clampCell(one, size)))
      expect(new Set(keys(cells)).size).toBe(cells.length)
      expect(of.cursor).toEqual(clampCell(of.cursor, size))
      for (const one of cellsOf(areaOf({ row: 0, column: 0 }, { row: size.rows - 1, column: size.columns - 1 })))
        expect(isSelected(of, one)).toBe(keys(cells).includes(key(one)))
    }),
  )
})

test('a press selects one cell, with Shift the rectangle from there, and Esc nothing', () => {
  fc.assert(
    fc.property(selection, cell, cell, (before, first, second) => {
      const pressed = press(before, first)
      expect(selectedCells(pressed)).toEqual([first])
      const ranged = press(pressed, second, { shift: true })
      expect(selectedCells(ranged)).toEqual(cellsOf(areaOf(first, second)))
      expect(selectedCells(clearSelection(ranged))).toEqual([])
      expect(clearSelection(ranged).cursor).toEqual(second)
    }),
  )
})

test('Ctrl changes one cell and leaves the others; pressed twice it changes nothing', () => {
  fc.assert(
    fc.property(selection, cell, (before, one) => {
      const once = press(before, one, { ctrl: true })
      expect(isSelected(once, one)).toBe(!isSelected(before, one))
      const others = (of: GridSelection) => keys(selectedCells(of)).filter((other) => other !== key(one))
      expect(others(once)).toEqual(others(before))
      expect(selectedCells(press(once, one, { ctrl: true }))).toEqual(selectedCells(before))
    }),
  )
})

test('a step there and back ends where it began, unless an edge stopped it', () => {
  fc.assert(
    fc.property(cell, fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), (at, rows, columns) => {
      const there = moveCursor(press(noSelection, at), { rows, columns }, { size, extend: false })
      fc.pre(there.cursor.row === at.row + rows && there.cursor.column === at.column + columns)
      expect(moveCursor(there, { rows: -rows, columns: -columns }, { size, extend: false })).toEqual(press(noSelection, at))
    }),
  )
  const corner = moveCursor(
    press(noSelection, { row: 2, column: 3 }),
    { rows: Number.POSITIVE_INFINITY, columns: 0 },
    { size, extend: true },
  )
  expect(selectedCells(corner)).toEqual(cellsOf({ top: 2, left: 3, bottom: size.rows - 1, right: 3 }))
})

test('the drawn rectangles cover the selected cells, each once', () => {
  fc.assert(
    fc.property(selection, (of) => {
      const drawn = selectionAreas(of).flatMap(cellsOf)
      expect(keys(drawn).sort()).toEqual(keys(selectedCells(of)).sort())
    }),
  )
})

test('in a smaller grid only what is left of it stays selected', () => {
  fc.assert(
    fc.property(selection, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 14 }), (of, rows, columns) => {
      const fitted = fitSelection(of, { rows, columns })
      expect(fitted.cursor).toEqual(clampCell(fitted.cursor, { rows, columns }))
      const before = new Set(keys(selectedCells(of)))
      for (const one of selectedCells(fitted)) {
        expect(before.has(key(one))).toBe(true)
        expect(one).toEqual(clampCell(one, { rows, columns }))
      }
      expect(fitSelection(of, size)).toBe(of)
    }),
  )
  expect(selectedCells(selectArea({ top: 1, left: 0, bottom: 1, right: 1 }))).toHaveLength(2)
})
