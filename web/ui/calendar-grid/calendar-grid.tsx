// biome-ignore-all lint/a11y/useSemanticElements: a table's rows cannot be rendered only where they are visible
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names the active cell (aria-activedescendant)
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import classes from './calendar-grid.module.css'
import type { GridLayout } from './cell-at.ts'
import { markCells, revealCursor } from './grid-marks.ts'
import { type MenuPoint, menuPoint } from './grid-menu.ts'
import { GridOverlay } from './grid-overlay.tsx'
import type { GridMoves } from './grid-pointer.ts'
import { type CellParts, type GridColumn, GridRow } from './grid-row.tsx'
import { type Cell, clearSelection, fitSelection } from './grid-selection.ts'
import type { Grid } from './grid-state.ts'
import { handleGridKey } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'

/** A row's identity is that of its object: an unchanged object is not rendered again. */
type Row = { id: string }

type Props<R extends Row> = GridMoves & {
  /** The accessible name. */
  label: string
  grid: Grid
  columns: readonly GridColumn[]
  rows: readonly R[]
  parts: CellParts<R>
  /** The row above the others, which stays in sight; it is the grid's first row. */
  pinned?: { row: R; height: number } | undefined
  rowHeight: number
  /** Pixels: the width of the rows' headings, and the least width of a column. */
  widths: { head: number; column: number }
  /** Rows above the cells, made with `GridHeading`. */
  headings: ReactNode
  hasContent: (cell: Cell) => boolean
  /** Keys besides those of the cursor and the selection; true when the key was used. */
  onKey: (event: KeyboardEvent) => boolean
  /** Opens the menu of the selected cells: a right click, or the menu key. */
  onMenu?: (at: MenuPoint) => void
  /** Every row is rendered, also those out of sight: for printing. */
  whole?: boolean
  /** Rows rendered beyond each edge of what is visible. */
  overscan?: number
}

/** Rows × days, with a selection by mouse, touch and keyboard. What the cells mean is the caller's. */
export function CalendarGrid<R extends Row>(props: Props<R>) {
  const {
    label,
    grid,
    columns,
    rows,
    parts,
    pinned,
    rowHeight,
    widths,
    headings,
    hasContent,
    onKey,
    onOpen,
    onMove,
    onFill,
    onMenu,
    whole = false,
    overscan = 4,
  } = props
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const firstRow = pinned ? 1 : 0
  const size = { rows: rows.length + firstRow, columns: columns.length }
  const layout = { size, rowHeight, hasPinnedRow: pinned !== undefined }
  const pointer = useGridPointer({ grid, layout, root, hasContent, onMove, onFill, onOpen })
  const virtual = useVirtualizer({
    enabled: !whole,
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
  })
  const shown = whole ? rows.map((_row, index) => index) : virtual.getVirtualItems().map(({ index }) => index)

  useCursorMarks({ root, id, grid, layout })
  useSelectionOf({ grid, content: [...rows, ...columns].map((one) => one.id).join() })

  const openMenu = (event: MouseEvent) => {
    // A long press selects.
    const isTouch = pointerIsTouch(event.nativeEvent)
    const at = isTouch || !onMenu || !root.current ? null : menuPoint(event, { root: root.current, grid, layout })
    if (isTouch || at) event.preventDefault()
    if (at) onMenu?.(at)
  }
  const style = { '--columns': columns.length, '--head': `${widths.head}px`, '--column': `${widths.column}px`, '--row': `${rowHeight}px` }
  return (
    <div
      ref={root}
      className={classes.grid}
      style={style as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={size.rows}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      tabIndex={0}
      data-scroll-restoration-id="list"
      onKeyDown={(event) => handleGridKey(event, { grid, size, onOpen, onKey })}
      onContextMenu={openMenu}
      onDoubleClick={(event) => isCell(event.target) && onOpen(grid.read().selection.cursor)}
      {...pointer}
    >
      <div className={classes.inner}>
        <div className={classes.heading} data-heading>
          <div role="rowgroup">{headings}</div>
          {pinned && (
            <div className={classes.pinned} role="rowgroup">
              <GridRow id={id} row={pinned.row} index={0} columns={columns} parts={parts} style={{ height: pinned.height }} />
              <div className={classes.layer} data-layer="pinned">
                <GridOverlay grid={grid} size={size} rows={{ first: 0, last: 0, height: pinned.height }} />
              </div>
            </div>
          )}
        </div>
        <div className={classes.body} role="rowgroup" style={whole ? undefined : { height: rows.length * rowHeight }}>
          {shown.map((index) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={row.id}
                  id={id}
                  row={row}
                  index={index + firstRow}
                  columns={columns}
                  parts={parts}
                  style={offsetOf(index, rowHeight)}
                />
              )
            )
          })}
          <div className={classes.layer} data-layer="body">
            <GridOverlay grid={grid} size={size} rows={{ first: firstRow, last: size.rows - 1, height: rowHeight }} />
          </div>
        </div>
      </div>
    </div>
  )
}

type MarkProps = { root: RefObject<HTMLDivElement | null>; id: string; grid: Grid; layout: GridLayout }

/** Keeps the selection inside the grid, the marked cells up to date, and the cursor in sight. */
function useCursorMarks({ root, id, grid, layout: { size, rowHeight, hasPinnedRow } }: MarkProps): void {
  const { rows, columns } = size
  useLayoutEffect(() => grid.select((before) => fitSelection(before, { rows, columns })), [grid, rows, columns])
  const mark = useEffectEvent(() => {
    if (root.current) markCells(root.current, id, grid.read())
  })
  const reveal = useEffectEvent(() => {
    const { selection, drag } = grid.read()
    if (root.current && drag === null && document.activeElement === root.current)
      revealCursor(root.current, selection, { rowHeight, firstRow: hasPinnedRow ? 1 : 0 })
  })
  useEffect(() => {
    let { cursor } = grid.read().selection
    return grid.subscribe(() => {
      mark()
      const next = grid.read().selection.cursor
      if (next !== cursor) reveal()
      cursor = next
    })
  }, [grid])
  // Rows that scroll into sight need the marks too.
  useEffect(() => mark())
}

/** Clears the selection when the grid gets other rows or columns: the same cells would be other people or days. */
function useSelectionOf({ grid, content }: { grid: Grid; content: string }): void {
  const shown = useRef(content)
  useLayoutEffect(() => {
    if (shown.current === content) return
    shown.current = content
    grid.update(({ selection }) => ({ selection: clearSelection(selection), drag: null }))
  }, [grid, content])
}

const isCell = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=gridcell]') !== null && target.closest('button,a,input,textarea') === null

const pointerIsTouch = (event: globalThis.MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

/** One object for each place: a row whose style is the same object is not rendered again. */
const offsets = new Map<string, CSSProperties>()
function offsetOf(index: number, rowHeight: number): CSSProperties {
  const key = `${index}:${rowHeight}`
  const known = offsets.get(key) ?? { top: index * rowHeight }
  offsets.set(key, known)
  return known
}

type HeadingProps = {
  head: ReactNode
  /** One for each column, or fewer that span several (`span`). */
  cells: readonly {
    id: string
    content: ReactNode
    span?: number
    shade?: GridColumn['shade']
    ends?: boolean | undefined
    column?: number
  }[]
  className?: string | undefined
}

/** A row of headings above the cells. A press on a heading with `column` selects that column. */
export function GridHeading({ head, cells, className }: HeadingProps) {
  return (
    <div className={`${classes.row} ${className ?? ''}`} role="row">
      <div className={classes.head} role="columnheader">
        {head}
      </div>
      {cells.map(({ id, content, span = 1, shade, ends, column }) => (
        <div
          key={id}
          className={classes.cell}
          role="columnheader"
          aria-colspan={span > 1 ? span : undefined}
          style={span > 1 ? { gridColumn: `span ${span}` } : undefined}
          data-shade={shade}
          data-ends={ends || undefined}
          data-column={column}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
