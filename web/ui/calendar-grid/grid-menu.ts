import { type GridLayout, nearestCell } from './cell-at.ts'
import { isSelected, press } from './grid-selection.ts'
import type { Grid } from './grid-state.ts'

export type MenuPoint = { x: number; y: number }
type Asked = { target: EventTarget; clientX: number; clientY: number }

/**
 * Where the menu of the selected cells opens: at the pointer, whose cell is selected unless it is already, or at the active cell when the menu key
 * was pressed. Null elsewhere.
 */
export function menuPoint(event: Asked, { root, grid, layout }: { root: HTMLElement; grid: Grid; layout: GridLayout }): MenuPoint | null {
  const { target } = event
  if (target === root) {
    const active = document.getElementById(root.getAttribute('aria-activedescendant') ?? '')?.getBoundingClientRect()
    return active ? { x: active.left + active.width / 2, y: active.bottom } : null
  }
  const cell = target instanceof Element && target.closest('[role=gridcell]') ? nearestCell(root, event, layout) : null
  if (!cell) return null
  if (!isSelected(grid.read().selection, cell)) grid.select((before) => press(before, cell))
  return { x: event.clientX, y: event.clientY }
}
