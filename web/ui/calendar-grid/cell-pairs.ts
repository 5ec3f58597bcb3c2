import { type Area, areaOf, type Cell, cellsOf, type GridSize } from './grid-selection.ts'

/** Where the content of a cell comes from, and the cell that gets it. */
export type CellPair = { from: Cell; to: Cell }

const heightOf = ({ top, bottom }: Area): number => bottom - top + 1
const widthOf = ({ left, right }: Area): number => right - left + 1
/** Remainder that is never negative. */
const wrap = (value: number, length: number): number => ((value % length) + length) % length

type Moving = CellPair & { size: GridSize }

/** How far the cells dragged from `from` to `to` move; null when they stay. The whole block stays in the grid: it stops at an edge. */
export function movedBy(cells: readonly Cell[], { from, to, size }: Moving): { rows: number; columns: number } | null {
  const stop = (by: number, places: readonly number[], length: number): number =>
    Math.max(-Math.min(...places), Math.min(length - 1 - Math.max(...places), by))
  if (cells.length === 0) return null
  const rows = stop(
    to.row - from.row,
    cells.map(({ row }) => row),
    size.rows,
  )
  const columns = stop(
    to.column - from.column,
    cells.map(({ column }) => column),
    size.columns,
  )
  return rows === 0 && columns === 0 ? null : { rows, columns }
}

/** The cells dragged from `from` to `to`, each with the one that gets its content. */
export function movedPairs(cells: readonly Cell[], moving: Moving): CellPair[] {
  const by = movedBy(cells, moving)
  return by === null ? [] : cells.map((cell) => ({ from: cell, to: { row: cell.row + by.rows, column: cell.column + by.columns } }))
}

/** The cells that a rectangle is repeated into when its edge is dragged to `to`: in the direction in which it is dragged farther. */
export function filledArea(source: Area, to: Cell): Area | null {
  const right = to.column - source.right
  const left = source.left - to.column
  const down = to.row - source.bottom
  const up = source.top - to.row
  const farthest = Math.max(right, left, down, up)
  if (farthest <= 0) return null
  if (farthest === right) return { ...source, left: source.right + 1, right: to.column }
  if (farthest === left) return { ...source, left: to.column, right: source.left - 1 }
  if (farthest === down) return { ...source, top: source.bottom + 1, bottom: to.row }
  return { ...source, top: to.row, bottom: source.top - 1 }
}

/** The pattern of the rectangle goes on in both directions: of Monday to Friday, the day after is Monday's again. */
export function filledPairs(source: Area, to: Cell): CellPair[] {
  const target = filledArea(source, to)
  if (!target) return []
  return cellsOf(target).map((cell) => ({
    from: {
      row: source.top + wrap(cell.row - source.top, heightOf(source)),
      column: source.left + wrap(cell.column - source.left, widthOf(source)),
    },
    to: cell,
  }))
}

/**
 * Where copied cells go: over the selected rectangle when it holds them a whole number of times, otherwise once from its upper left
 * corner. What would fall outside of the grid is left out.
 */
export function pastedPairs(copied: Area, selected: Area, size: GridSize): CellPair[] {
  const tiles = (long: number, short: number): number => (long % short === 0 ? long : short)
  const height = tiles(heightOf(selected), heightOf(copied))
  const width = tiles(widthOf(selected), widthOf(copied))
  const last = { row: Math.min(size.rows, selected.top + height) - 1, column: Math.min(size.columns, selected.left + width) - 1 }
  return cellsOf(areaOf({ row: selected.top, column: selected.left }, last)).map((to) => ({
    from: {
      row: copied.top + ((to.row - selected.top) % heightOf(copied)),
      column: copied.left + ((to.column - selected.left) % widthOf(copied)),
    },
    to,
  }))
}
