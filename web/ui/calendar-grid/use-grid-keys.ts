import type { KeyboardEvent } from 'react'
import { type Cell, type CursorStep, clearSelection, type GridSize, moveCursor, press, selectArea } from './grid-selection.ts'
import type { Grid } from './grid-state.ts'

const far = Number.POSITIVE_INFINITY
const steps: Readonly<Record<string, CursorStep>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -8, columns: 0 },
  PageDown: { rows: 8, columns: 0 },
  Home: { rows: 0, columns: -far },
  End: { rows: 0, columns: far },
}

type Keys = {
  grid: Grid
  size: GridSize
  onOpen: (cell: Cell) => void
  /** Keys that the grid does not use itself; true when the key was used. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Ctrl goes on to the edge. */
const stepOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): CursorStep | null => {
  const step = steps[key]
  if (!step) return null
  if (!ctrlKey && !metaKey) return step
  if (key === 'Home') return { rows: -far, columns: -far }
  if (key === 'End') return { rows: far, columns: far }
  return { rows: step.rows === 0 ? 0 : Math.sign(step.rows) * far, columns: step.columns === 0 ? 0 : Math.sign(step.columns) * far }
}

/** Handles the keys of a focused grid. Keys that are used go no further: the page's own shortcuts do not see them. */
export function handleGridKey(event: KeyboardEvent, { grid, size, onOpen, onKey }: Keys): void {
  if (event.target !== event.currentTarget || event.altKey || !takes(event, { grid, size, onOpen, onKey })) return
  event.preventDefault()
  event.stopPropagation()
}

function takes(event: KeyboardEvent, { grid, size, onOpen, onKey }: Keys): boolean {
  const { key, shiftKey } = event
  const command = event.ctrlKey || event.metaKey
  const step = stepOf(event)
  if (step) {
    grid.select((before) => moveCursor(before, step, { size, extend: shiftKey }))
    return true
  }
  const { selection } = grid.read()
  if (key === 'Enter' || key === 'F2') {
    if (command) return false
    onOpen(selection.cursor)
    return true
  }
  if (key === ' ') {
    grid.select((before) => press(before, before.cursor, { ctrl: command }))
    return true
  }
  if (command && key.toLowerCase() === 'a') {
    grid.select(() => selectArea({ top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 }))
    return true
  }
  if (key === 'Escape') {
    onKey(event)
    grid.update((before) => ({ selection: clearSelection(before.selection), drag: null }))
    return true
  }
  return onKey(event)
}
