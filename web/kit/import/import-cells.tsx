import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useRef } from 'react'
import type { DryRun } from '#domain/model/import/import-call.ts'
import classes from './import.module.css'
import type { ReviewColumn, ReviewTable, RowFaults, TableRow } from './review-table.ts'

export type TableApi = { focusCell: (row: number, column: string) => void }
type Props = {
  table: ReviewTable<DryRun>
  columns: readonly ReviewColumn[]
  rows: readonly TableRow[]
  /** The cells are read-only while the rows are being stored, since edits would be lost. */
  locked: boolean
  onEdit: (row: number, column: string, text: string) => void
  onRemove: (row: TableRow) => void
  api: Ref<TableApi>
}

const rowHeight = 41
// Room for a sentence.
const faultyWidth = 180

const cellId = (row: number, column: string): string => `solu-${row}-${column}`

/** The rows of the file, with editable cells. Only the visible rows are rendered. */
export function ImportCells({ table, columns: all, rows, locked, onEdit, onRemove, api }: Props) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.rivi ?? index,
    overscan: 8,
  })
  useImperativeHandle(api, () => ({
    focusCell: (row, column) => {
      virtual.scrollToIndex(
        rows.findIndex(({ rivi }) => rivi === row),
        { align: 'center' },
      )
      // The row is rendered only after scrolling.
      requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(cellId(row, column))?.focus()))
    },
  }))
  const items = virtual.getVirtualItems()
  // The columns with their places in the rows.
  const columns = all.map((column, index) => ({ ...column, index })).filter(({ name }) => table.columns.includes(name))
  const hasNotes = table.wide.has('') || table.notes.size > 0
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const columnCount = columns.length + (hasNotes ? 2 : 1)
  const widthOf = ({ name, width }: ReviewColumn): number => Math.max(width, table.wide.has(name) ? faultyWidth : 0)
  const notesWidth = table.wide.has('') ? 250 : 170
  const total = columns.reduce((sum, column) => sum + widthOf(column), hasNotes ? 90 + notesWidth : 90)
  return (
    // A region that scrolls has to be reachable by keyboard (WCAG 2.1.1), though it is no control.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={scroller} className={classes.scroller} aria-label="Tuotavat rivit" tabIndex={0} inert={locked}>
      <table className={classes.table} style={{ width: total }} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col style={{ width: 90 }} />
          {hasNotes && <col style={{ width: notesWidth }} />}
          {columns.map((column) => (
            <col key={column.name} style={{ width: widthOf(column) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Rivi</th>
            {hasNotes && <th scope="col">Huomautus</th>}
            {columns.map(({ name, heading, help }) => (
              <th key={name} scope="col" title={help}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {above > 0 && <SpacerRow height={above} columns={columnCount} />}
        {items.map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const faults = table.faults.get(row.rivi)
          return (
            <tbody key={row.rivi} data-index={item.index} ref={virtual.measureElement}>
              <tr aria-rowindex={item.index + 2} data-faulty={faults ? true : undefined}>
                <th scope="row" className={classes.number}>
                  {row.rivi}
                  <ActionIcon size="sm" aria-label={`Poista rivi ${row.rivi}`} onClick={() => onRemove(row)}>
                    <IconTrash size={15} aria-hidden />
                  </ActionIcon>
                </th>
                {hasNotes && (
                  <td>
                    <span className={classes.fault}>{faults?.get('')}</span>
                    <span className={classes.note}>{table.notes.get(row.rivi)}</span>
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.name} row={row} column={column} faults={faults} onEdit={onEdit} />
                ))}
              </tr>
            </tbody>
          )
        })}
        {below > 0 && <SpacerRow height={below} columns={columnCount} />}
      </table>
    </section>
  )
}

type CellProps = { row: TableRow; column: ReviewColumn & { index: number }; faults: RowFaults | undefined; onEdit: Props['onEdit'] }

function Cell({ row: { rivi, solut }, column: { name, heading, lines, index }, faults, onEdit }: CellProps) {
  const fault = faults?.get(name)
  const id = cellId(rivi, name)
  const value = solut[index] ?? ''
  const props = {
    id,
    className: classes.input,
    value,
    'aria-label': `Rivi ${rivi}, ${heading}`,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? `${id}-virhe` : undefined,
    onChange: (event: { currentTarget: { value: string } }) => onEdit(rivi, name, event.currentTarget.value),
  }
  return (
    <td>
      {/* An input of one line would lose the line breaks. */}
      {lines ? <textarea rows={value.split('\n').length} {...props} /> : <input type="text" autoComplete="off" {...props} />}
      {fault && (
        <span id={`${id}-virhe`} className={classes.fault}>
          {fault}
        </span>
      )}
    </td>
  )
}

/** A spacer with the height of the rows that are not rendered. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )
}
