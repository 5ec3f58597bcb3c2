import { cellId } from './grid-row.tsx'
import { type GridSelection, selectedCells } from './grid-selection.ts'
import type { GridState } from './grid-state.ts'

/**
 * Tells assistive technology which cells are selected and which one is active. Written to the elements directly: the cells do not render
 * again when the selection changes.
 */
export function markCells(root: HTMLElement, id: string, { selection, drag }: GridState): void {
  // While cells are moved or repeated the selection stays as it is.
  if (drag !== null && drag.kind !== 'select') return
  root.setAttribute('aria-activedescendant', cellId(id, selection.cursor.row, selection.cursor.column))
  const selected = new Set(selectedCells(selection).map(({ row, column }) => cellId(id, row, column)))
  for (const cell of root.querySelectorAll('[role=gridcell][aria-selected=true]'))
    if (!selected.has(cell.id)) cell.removeAttribute('aria-selected')
  for (const name of selected) {
    const cell = document.getElementById(name)
    if (cell && !cell.hasAttribute('aria-selected')) cell.setAttribute('aria-selected', 'true')
  }
}

/** Scrolls as far as it takes to show the cursor, which the pinned headings must not cover. */
export function revealCursor(
  root: HTMLElement,
  { cursor }: GridSelection,
  { rowHeight, firstRow }: { rowHeight: number; firstRow: number },
): void {
  const layer = root.querySelector<HTMLElement>('[data-layer=body]')
  const heading = root.querySelector<HTMLElement>('[data-heading]')
  if (!layer || !heading) return
  const top = (cursor.row - firstRow) * rowHeight
  const height = root.clientHeight - heading.offsetHeight
  if (cursor.row >= firstRow) {
    if (top < root.scrollTop) root.scrollTop = top
    else if (top + rowHeight > root.scrollTop + height) root.scrollTop = top + rowHeight - height
  }
  const columns = Number(root.getAttribute('aria-colcount')) - 1
  const width = layer.offsetWidth / columns
  const visible = root.clientWidth - layer.offsetLeft
  const left = cursor.column * width
  if (left < root.scrollLeft) root.scrollLeft = left
  else if (left + width > root.scrollLeft + visible) root.scrollLeft = left + width - visible
}
