import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import classes from './calendar-grid.module.css'
import { type Area, areaOf, boundsOf, type Cell, type GridSize, openArea, selectionAreas } from './grid-selection.ts'
import { type Grid, moveOffset, useDragKind, useFillTarget, useGridSelection, useMovedCells } from './grid-state.ts'

type Props = {
  grid: Grid
  size: GridSize
  /** The rows of this part of the grid: the pinned one, or those below it. */
  rows: { first: number; last: number; height: number }
}

const boxOf = (area: Area, { size, rows }: Pick<Props, 'size' | 'rows'>): CSSProperties => ({
  top: (area.top - rows.first) * rows.height,
  height: (area.bottom - area.top + 1) * rows.height,
  left: `${(area.left / size.columns) * 100}%`,
  width: `${((area.right - area.left + 1) / size.columns) * 100}%`,
})

/** The part of an area in these rows; null when there is none. */
function place(area: Area, props: Pick<Props, 'size' | 'rows'>): CSSProperties | null {
  const top = Math.max(area.top, props.rows.first)
  const bottom = Math.min(area.bottom, props.rows.last)
  return bottom < top ? null : boxOf({ ...area, top, bottom }, props)
}

/** What is drawn over the cells of one part of the grid: the selection, the cursor, and where a drag would end. */
export function GridOverlay({ grid, size, rows }: Props) {
  const selection = useGridSelection(grid)
  const isMoving = useDragKind(grid) === 'move'
  const filled = useFillTarget(grid)
  const moved = useMovedCells(grid)
  const box = (area: Area, className: string | undefined, key: string) => {
    const style = place(area, { size, rows })
    return style && <div key={key} className={className} style={style} />
  }
  const areas = selectionAreas(selection)
  const isPlain = openArea(selection) !== null && selection.kept.length === 0
  const bounds = boundsOf(selection)
  const handle = isPlain && !isMoving ? place({ ...bounds, top: bounds.bottom, left: bounds.right }, { size, rows }) : null
  return (
    <div className={classes.overlay} aria-hidden>
      {areas.map((area) => box(area, classes.selected, `${area.top}:${area.left}:${area.bottom}:${area.right}`))}
      {box(areaOf(selection.cursor, selection.cursor), classes.cursor, 'cursor')}
      {filled && box(filled, classes.filled, 'filled')}
      {handle && (
        <div className={classes.corner} style={handle}>
          <i className={classes.handle} data-handle />
        </div>
      )}
      {moved && <MovedCells {...{ grid, size, rows, cells: moved }} />}
    </div>
  )
}

/**
 * The cells that are moved, where a drag would put them. They are drawn once; while the pointer moves only the transform changes, which the
 * browser applies to the finished picture.
 */
function MovedCells({ grid, size, rows, cells }: Props & { cells: readonly Cell[] }) {
  const block = useRef<HTMLDivElement>(null)
  const { columns, rows: rowCount } = size
  const { height } = rows
  useLayoutEffect(() => {
    let shown = ''
    const follow = () => {
      const by = moveOffset(grid.read().drag, { columns, rows: rowCount })
      const transform = by ? `translate(${(by.columns / columns) * 100}%, ${by.rows * height}px)` : 'scale(0)'
      if (block.current && transform !== shown) block.current.style.transform = transform
      shown = transform
    }
    follow()
    return grid.subscribe(follow)
  }, [grid, columns, rowCount, height])
  return (
    <div className={classes.moved} ref={block}>
      {cells.map((cell) => (
        <div key={`${cell.row}:${cell.column}`} className={classes.target} style={boxOf(areaOf(cell, cell), { size, rows })} />
      ))}
    </div>
  )
}
