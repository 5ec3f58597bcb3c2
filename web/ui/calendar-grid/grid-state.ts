import { useState, useSyncExternalStore } from 'react'
import { filledArea, movedBy } from './cell-pairs.ts'
import { type Area, type Cell, type GridSelection, type GridSize, noSelection } from './grid-selection.ts'

/** What is dragged: a rectangle is being selected, cells or one of a cell's items moved, or the selected rectangle repeated. */
export type Drag =
  | { kind: 'select' }
  | { kind: 'move'; cells: readonly Cell[]; item: string | null; from: Cell; to: Cell; copies: boolean }
  | { kind: 'fill'; source: Area; to: Cell }

export type GridState = { selection: GridSelection; drag: Drag | null }

/**
 * The selection and the drag of one grid, outside of React's state: while the pointer moves only what is drawn over the cells renders
 * again, not the cells.
 */
export type Grid = {
  read: () => GridState
  update: (change: (state: GridState) => GridState) => void
  select: (change: (selection: GridSelection) => GridSelection) => void
  subscribe: (listener: () => void) => () => void
}

function makeGrid(): Grid {
  let state: GridState = { selection: noSelection, drag: null }
  const listeners = new Set<() => void>()
  const update: Grid['update'] = (change) => {
    const next = change(state)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    update,
    select: (change) =>
      update((before) => {
        const selection = change(before.selection)
        return selection === before.selection ? before : { ...before, selection }
      }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useGrid(): Grid {
  return useState(makeGrid)[0]
}

export const useGridSelection = (grid: Grid): GridSelection => useSyncExternalStore(grid.subscribe, () => grid.read().selection)
export const useDragKind = (grid: Grid): Drag['kind'] | null => useSyncExternalStore(grid.subscribe, () => grid.read().drag?.kind ?? null)

/** The selection as it was when the pointer was last up: for what is expensive to draw. */
export function useSettledSelection(grid: Grid): GridSelection {
  const [settled] = useState(() => {
    let last = grid.read().selection
    return () => {
      const { selection, drag } = grid.read()
      if (drag === null) last = selection
      return last
    }
  })
  return useSyncExternalStore(grid.subscribe, settled)
}

/** The cells that are being moved, those from which the drag began; the same list until the drag ends. */
export const useMovedCells = (grid: Grid): readonly Cell[] | null =>
  useSyncExternalStore(grid.subscribe, () => {
    const { drag } = grid.read()
    return drag?.kind === 'move' ? drag.cells : null
  })

/** How far a drag would move its cells if it ended now; null when they would stay where they are. */
export const moveOffset = (drag: Drag | null, size: GridSize): { rows: number; columns: number } | null =>
  drag?.kind === 'move' ? movedBy(drag.cells, { from: drag.from, to: drag.to, size }) : null

/** Where a drag would repeat the selected rectangle. */
export function useFillTarget(grid: Grid): Area | null {
  const drag = useSyncExternalStore(grid.subscribe, () => {
    const { drag } = grid.read()
    return drag?.kind === 'fill' ? drag : null
  })
  return drag && filledArea(drag.source, drag.to)
}
