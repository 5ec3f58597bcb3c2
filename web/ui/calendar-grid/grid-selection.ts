/** A position in the grid, both from 0. */
export type Cell = { row: number; column: number }
export type GridSize = { rows: number; columns: number }
/** A rectangle of cells, all four edges included. */
export type Area = { top: number; left: number; bottom: number; right: number }

/**
 * The selected cells: the rectangle between `anchor` and `cursor` while `open`, and the cells of `kept`, added with Ctrl. The cursor
 * stays where it is when nothing is selected.
 */
export type GridSelection = { anchor: Cell; cursor: Cell; open: boolean; kept: readonly Cell[] }

export const noSelection: GridSelection = { anchor: { row: 0, column: 0 }, cursor: { row: 0, column: 0 }, open: false, kept: [] }

const isSame = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column

export const areaOf = (a: Cell, b: Cell): Area => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
})

export const isIn = ({ top, left, bottom, right }: Area, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

export function cellsOf({ top, left, bottom, right }: Area): Cell[] {
  const cells: Cell[] = []
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) cells.push({ row, column })
  return cells
}

export const clampCell = ({ row, column }: Cell, { rows, columns }: GridSize): Cell => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

/** The open rectangle; null when only single cells, or none, are selected. */
export const openArea = ({ open, anchor, cursor }: GridSelection): Area | null => (open ? areaOf(anchor, cursor) : null)

/** Every selected cell once, from top to bottom and from left to right. */
export function selectedCells(selection: GridSelection): Cell[] {
  const area = openArea(selection)
  if (selection.kept.length === 0) return area ? cellsOf(area) : []
  const kept = area ? [...selection.kept.filter((cell) => !isIn(area, cell)), ...cellsOf(area)] : [...selection.kept]
  return kept.sort((a, b) => a.row - b.row || a.column - b.column)
}

export const isSelected = (selection: GridSelection, cell: Cell): boolean => {
  const area = openArea(selection)
  return (area !== null && isIn(area, cell)) || selection.kept.some((other) => isSame(other, cell))
}

/** The smallest rectangle around the selected cells, or around the cursor when nothing is selected. */
export function boundsOf(selection: GridSelection): Area {
  const cells = selectedCells(selection)
  return cells.reduce(
    (bounds, { row, column }): Area => {
      const { top, left, bottom, right } = bounds
      return { top: Math.min(top, row), left: Math.min(left, column), bottom: Math.max(bottom, row), right: Math.max(right, column) }
    },
    areaOf(cells[0] ?? selection.cursor, cells[0] ?? selection.cursor),
  )
}

type Modifiers = { shift?: boolean; ctrl?: boolean }

/** A press on a cell: alone it selects that cell, with Shift the rectangle from the anchor; Ctrl adds a cell or removes it. */
export function press(selection: GridSelection, cell: Cell, { shift = false, ctrl = false }: Modifiers = {}): GridSelection {
  if (shift) return { ...selection, cursor: cell, open: true, kept: ctrl ? selection.kept : [] }
  if (!ctrl) return { anchor: cell, cursor: cell, open: true, kept: [] }
  const before = selectedCells(selection)
  const rest = before.filter((other) => !isSame(other, cell))
  return { anchor: cell, cursor: cell, open: rest.length === before.length, kept: rest }
}

/** While the pointer is dragged over the cells, or Shift is held with an arrow key. */
export const extendTo = (selection: GridSelection, cursor: Cell): GridSelection => ({ ...selection, cursor, open: true })

export const selectArea = ({ top, left, bottom, right }: Area): GridSelection => ({
  anchor: { row: top, column: left },
  cursor: { row: bottom, column: right },
  open: true,
  kept: [],
})

export const clearSelection = (selection: GridSelection): GridSelection => ({
  anchor: selection.cursor,
  cursor: selection.cursor,
  open: false,
  kept: [],
})

/** How far the cursor goes with a key: cells, or to the edge with Infinity. */
export type CursorStep = { rows: number; columns: number }

export function moveCursor(
  selection: GridSelection,
  step: CursorStep,
  { size, extend }: { size: GridSize; extend: boolean },
): GridSelection {
  const { cursor } = selection
  const to = clampCell({ row: cursor.row + step.rows, column: cursor.column + step.columns }, size)
  return extend ? extendTo(selection, to) : press(selection, to)
}

/** The selection in a grid of another size: what is outside of it is left out. */
export function fitSelection(selection: GridSelection, size: GridSize): GridSelection {
  const whole = { top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 }
  const { anchor, cursor, kept } = selection
  if (isIn(whole, anchor) && isIn(whole, cursor) && kept.every((cell) => isIn(whole, cell))) return selection
  return {
    anchor: clampCell(anchor, size),
    cursor: clampCell(cursor, size),
    open: selection.open && isIn(whole, anchor) && isIn(whole, cursor),
    kept: kept.filter((cell) => isIn(whole, cell)),
  }
}

/** The selected cells as few rectangles, one for each run of cells in a row; the open rectangle stays whole. */
export function selectionAreas(selection: GridSelection): Area[] {
  const area = openArea(selection)
  const areas: Area[] = area ? [area] : []
  const alone = selection.kept.filter((cell) => !area || !isIn(area, cell)).sort((a, b) => a.row - b.row || a.column - b.column)
  let run: Area | undefined
  for (const { row, column } of alone) {
    if (run && run.top === row && run.right === column - 1) run.right = column
    else {
      run = { top: row, left: column, bottom: row, right: column }
      areas.push(run)
    }
  }
  return areas
}
