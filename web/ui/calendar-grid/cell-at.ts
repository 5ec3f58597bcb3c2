import { type Cell, clampCell, type GridSize } from './grid-selection.ts'

export type GridLayout = { size: GridSize; rowHeight: number; hasPinnedRow: boolean }
type Point = { clientX: number; clientY: number }

const layerOf = (root: Element, name: 'pinned' | 'body') => root.querySelector(`[data-layer=${name}]`)?.getBoundingClientRect()

/** The cell at a point of the window, also outside of the grid: then the nearest one. */
export function nearestCell(root: Element, { clientX, clientY }: Point, { size, rowHeight, hasPinnedRow }: GridLayout): Cell | null {
  const body = layerOf(root, 'body')
  if (!body || size.rows === 0) return null
  const column = Math.floor(((clientX - body.left) / body.width) * size.columns)
  const pinned = hasPinnedRow ? layerOf(root, 'pinned') : undefined
  const first = hasPinnedRow ? 1 : 0
  const row = pinned && clientY < pinned.bottom ? 0 : first + Math.max(0, Math.floor((clientY - body.top) / rowHeight))
  return clampCell({ row, column }, size)
}
