import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { Markable, RowChange } from '#web/data/live/changed-rows.ts'
import { Tick } from '#web/ui/tick.tsx'
import { ChangedMark } from '../changed-mark.tsx'
import type { Column, SubRow } from '../columns.ts'
import classes from '../data-table.module.css'
import { DraggableRow, type DraggedRows } from '../row-drag.tsx'

type Props<T extends Markable> = {
  row: T
  index: number
  columns: readonly Column<T>[]
  measure: (element: Element | null) => void
  /** The row that `j` and `k` have selected. */
  current: boolean
  /** A recent change of it by somebody else. */
  change: RowChange | null
  /** Null where rows cannot be selected. */
  selected: boolean | null
  onSelect: (id: string, checked: boolean, isRange: boolean) => void
  open: boolean
  onToggle: (id: string) => void
  subRows?: (row: T) => readonly SubRow[]
  drag?: (row: T) => DraggedRows
  /** Opens the menu of the row at its button. */
  onMenu?: (index: number, button: HTMLElement) => void
  heading?: (row: T) => ReactNode | null
}

/** A row of a DataTable, and the lines under it. */
function Row<T extends Markable>(props: Props<T>) {
  const { row, index, columns, measure, current, change, selected, onSelect, open, onToggle, subRows, drag, onMenu, heading } = props
  const wide = heading?.(row) ?? null
  // In the row's margin, whatever its first cell is, so that it covers no text.
  const mark = change && <ChangedMark change={change} />
  if (wide !== null)
    return (
      <tbody data-index={index} data-row={row.id} ref={measure} data-current={current || undefined}>
        <tr aria-rowindex={index + 2} data-selected={selected || undefined} data-heading className={classes.row}>
          {selected !== null && (
            <td className={classes.tick}>
              <Tick label="Valitse ryhmä" checked={selected} onChange={(checked, isRange) => onSelect(row.id, checked, isRange)} />
            </td>
          )}
          <td className={classes.heading} colSpan={columns.length + (subRows ? 1 : 0)}>
            {wide}
          </td>
        </tr>
      </tbody>
    )
  return (
    <tbody data-index={index} data-row={row.id} ref={measure} data-current={current || undefined}>
      <DraggableRow
        drag={drag && (() => drag(row))}
        aria-rowindex={index + 2}
        data-selected={selected || undefined}
        className={classes.row}
      >
        {selected !== null && (
          <td className={classes.tick}>
            {mark}
            <Tick label="Valitse rivi" checked={selected} onChange={(checked, isRange) => onSelect(row.id, checked, isRange)} />
          </td>
        )}
        {subRows && (
          <td className={classes.foldCell}>
            {selected === null && mark}
            <button
              type="button"
              className={classes.fold}
              aria-expanded={open}
              aria-label={open ? 'Piilota rivit' : 'Näytä rivit'}
              onClick={() => onToggle(row.id)}
            >
              <IconChevronRight size={16} aria-hidden />
            </button>
          </td>
        )}
        {columns.map((column, at) => (
          <td key={column.id} data-numeric={column.numeric}>
            {at === 0 && selected === null && !subRows && mark}
            {column.cell(row)}
            {onMenu && at === columns.length - 1 && (
              <button
                type="button"
                className={classes.menuButton}
                aria-label="Rivin toiminnot"
                aria-haspopup="menu"
                aria-keyshortcuts="m"
                title="Rivin toiminnot (M)"
                // The keyboard has `m` and the menu key for the row that it has chosen.
                tabIndex={-1}
                onClick={(event) => onMenu(index, event.currentTarget)}
              >
                <IconDots size={16} aria-hidden />
              </button>
            )}
          </td>
        ))}
      </DraggableRow>
      {open &&
        subRows?.(row).map((line) => (
          <tr key={line.id} className={classes.sub}>
            {selected !== null && <td />}
            <td />
            {columns.map((column) => (
              <td key={column.id} data-numeric={column.numeric}>
                {line.cells[column.id]}
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  )
}

/** Rendered again only when its own props change: a scrolling table renders only the rows that come into sight. */
export const TableRow = memo(Row) as typeof Row
