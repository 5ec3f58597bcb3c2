// biome-ignore-all lint/a11y/useSemanticElements: a table's rows cannot be rendered only where they are visible
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names the active cell (aria-activedescendant)
import { type CSSProperties, memo, type ReactNode } from 'react'
import classes from './calendar-grid.module.css'

export type GridColumn = {
  id: string
  /** How the day is drawn in every row. */
  shade?: 'weekend' | 'holiday' | 'today' | undefined
  /** A thicker line after it. */
  ends?: boolean | undefined
}

/** How cells are drawn. Define the functions outside of the component, or memoise them: rows render again only when they change. */
export type CellParts<R> = {
  head: (row: R) => ReactNode
  cell: (row: R, column: number) => ReactNode
  /** The accessible name of a cell. */
  name: (row: R, column: number) => string
}

type Props<R> = {
  id: string
  row: R
  index: number
  columns: readonly GridColumn[]
  parts: CellParts<R>
  style?: CSSProperties | undefined
}

function Row<R>({ id, row, index, columns, parts, style }: Props<R>) {
  return (
    <div className={classes.row} role="row" aria-rowindex={index + 1} data-row={index} style={style}>
      <div className={classes.head} role="rowheader">
        {parts.head(row)}
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={cellId(id, index, at)}
          className={classes.cell}
          role="gridcell"
          aria-colindex={at + 2}
          aria-label={parts.name(row, at)}
          data-shade={column.shade}
          data-ends={column.ends || undefined}
        >
          {parts.cell(row, at)}
        </div>
      ))}
    </div>
  )
}

export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`

export const GridRow = memo(Row) as typeof Row
