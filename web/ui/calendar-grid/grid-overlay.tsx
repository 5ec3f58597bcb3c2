import type { CSSProperties } from 'react'
import classes from './calendar-grid.module.css'
import { type Area, areaOf, boundsOf, type GridSize, openArea, selectionAreas } from './grid-selection.ts'
import { dragTargets, fillTarget, type Grid, useGridState } from './grid-state.ts'

type Props = {
  grid: Grid
  size: GridSize
  /** The rows of this part of the grid: the pinned one, or those below it. */
  rows: { first: number; last: number; height: number }
}

/** What is drawn over the cells of one part of the grid: the selection, the cursor, and where a drag would end. */
export function GridOverlay({ grid, size, rows }: Props) {
  const { selection, drag } = useGridState(grid)
  const place = (area: Area): CSSProperties | null => {
    const top = Math.max(area.top, rows.first)
    const bottom = Math.min(area.bottom, rows.last)
    if (bottom < top) return null
    return {
      top: (top - rows.first) * rows.height,
      height: (bottom - top + 1) * rows.height,
      left: `${(area.left / size.columns) * 100}%`,
      width: `${((area.right - area.left + 1) / size.columns) * 100}%`,
    }
  }
  const box = (area: Area, className: string | undefined, key: string) => {
    const style = place(area)
    return style && <div key={key} className={className} style={style} />
  }
  const areas = selectionAreas(selection)
  const isPlain = openArea(selection) !== null && selection.kept.length === 0
  const bounds = boundsOf(selection)
  const handle = isPlain && drag?.kind !== 'move' ? place({ ...bounds, top: bounds.bottom, left: bounds.right }) : null
  const filled = fillTarget(drag)
  return (
    <div className={classes.overlay} aria-hidden>
      {areas.map((area) => box(area, classes.selected, `${area.top}:${area.left}:${area.bottom}:${area.right}`))}
      {box(areaOf(selection.cursor, selection.cursor), classes.cursor, 'cursor')}
      {/* Keyed by place in the list: the same elements move along with the pointer. */}
      {dragTargets(drag, size).map((cell, index) => box(areaOf(cell, cell), classes.target, `target ${index}`))}
      {filled && box(filled, classes.filled, 'filled')}
      {handle && (
        <div className={classes.corner} style={handle}>
          <i className={classes.handle} data-handle />
        </div>
      )}
    </div>
  )
}
