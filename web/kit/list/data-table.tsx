import { Skeleton, UnstyledButton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Markable, useRowChanges } from '#web/data/live/changed-rows.ts'
import { Tick } from '#web/ui/tick.tsx'
import { formatCount } from '../format.ts'
import { usePageKeys } from '../page/page-keys.ts'
import { usePrinting } from '../page/printing.ts'
import { type Column, fitColumns, nextSort, type Selection, type SubRow } from './columns.ts'
import classes from './data-table.module.css'
import { type ListRows, lengthOf } from './list-rows.ts'
import type { DraggedRows } from './row-drag.tsx'
import { TableRow } from './table-row.tsx'

const features = tableFeatures({ rowSelectionFeature })
// Rows draw their cells themselves (TableRow).
const noColumns: never[] = []
const rowHeights = { tavallinen: 40, tiivis: 32 } as const
export type Density = keyof typeof rowHeights

export type TableProps<T extends Markable> = {
  /** The accessible name of the table: `Tilaukset`. */
  label: string
  list: ListRows<T>
  /** Define it outside the component, or memoise it. */
  columns: readonly Column<T>[]
  shown: readonly string[]
  /** Yielding columns are left out where there is no room; false when the person has chosen the columns. */
  fits?: boolean
  /** Called with the columns that fit. */
  onFitted?: (ids: readonly string[]) => void
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  density?: Density
  selection?: Selection
  /** Rows that unfold: the lines under them. */
  subRows?: (row: T) => readonly SubRow[]
  /** Enter on the row selected by `j` and `k`. */
  onOpen?: (row: T) => void
  /** For draggable rows: the rows dragged along with this one. */
  drag?: (row: T) => DraggedRows
  /** What a row shows across all columns, as the heading of a group does; null for a row with cells. Define it outside the component. */
  heading?: (row: T) => ReactNode | null
}

const inControl = (event: KeyboardEvent): boolean => event.target instanceof Element && event.target.closest('a,button') !== null

export function DataTable<T extends Markable>(props: TableProps<T>) {
  const {
    label,
    list,
    columns,
    shown,
    fits = true,
    onFitted,
    sort,
    onSort,
    density = 'tavallinen',
    selection,
    subRows,
    onOpen,
    drag,
    heading,
  } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const changeOf = useRowChanges()

  const shownIds = shown.join()
  const available = useInnerWidth(scroller)
  const around = (selection ? 36 : 0) + (subRows ? 32 : 0)
  const fitted = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const chosen = shownIds.split(',').flatMap((id) => byId.get(id) ?? [])
    const inside = Math.max(0, available - around)
    return fitColumns(fits ? chosen : chosen.map(({ yields: _, ...column }) => column), inside)
  }, [columns, shownIds, fits, available, around])
  const visible = useMemo(() => fitted.map(({ column }) => column), [fitted])
  useEffect(() => onFitted?.(visible.map(({ id }) => id)), [onFitted, visible])
  const table = useTable({
    features,
    columns: noColumns,
    data: list.rows,
    getRowId: (row) => row.id,
    state: {
      rowSelection: Object.fromEntries([...(selection?.selected ?? [])].map((id) => [id, true as const])),
    },
    onRowSelectionChange: (change) => {
      const before = Object.fromEntries([...(selection?.selected ?? [])].map((id) => [id, true as const]))
      const after = typeof change === 'function' ? change(before) : change
      selection?.onChange(new Set(Object.keys(after).filter((id) => after[id])))
    },
  })
  const { rows } = table.getRowModel()
  const { more, stuck, window: rowWindow } = list
  const length = lengthOf(list)
  const rowAt = (index: number) => rows[rowWindow ? rowWindow.at(index) : index]
  // Rows that have not been fetched are placeholders; a stable key avoids measuring a long list again at every scroll.
  const inPlace = rowWindow !== undefined
  const keyed = inPlace ? null : rows
  const keyOf = useCallback((index: number) => keyed?.[index]?.id ?? index, [keyed])
  // When printed, the scroll area has no height limit, so the visible range is frozen as it was on the screen.
  const printing = usePrinting()
  const virtual = useVirtualizer({
    enabled: !printing,
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density],
    getItemKey: keyOf,
    overscan: 8,
  })
  const onScreenNow = virtual.getVirtualItems()
  const onScreen = useRef(onScreenNow)
  useEffect(() => {
    if (!printing) onScreen.current = onScreenNow
  }, [printing, onScreenNow])
  const visibleItems = printing ? onScreen.current : onScreenNow
  const lastVisible = visibleItems.at(-1)?.index ?? -1
  const firstVisible = visibleItems[0]?.index ?? 0
  useEffect(() => {
    if (more && !stuck && lastVisible >= rows.length - 15) more()
  }, [more, stuck, lastVisible, rows.length])
  const onVisible = rowWindow?.onVisible
  useEffect(() => {
    if (lastVisible >= 0) onVisible?.(firstVisible, lastVisible)
  }, [onVisible, firstVisible, lastVisible])
  const shownList = useRef(rowWindow?.key)
  useEffect(() => {
    if (shownList.current !== rowWindow?.key) scroller.current?.scrollTo({ top: 0 })
    shownList.current = rowWindow?.key
  }, [rowWindow?.key])

  const step = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), length - 1)
    setCurrent(next)
    virtual.scrollToIndex(next)
  }
  usePageKeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['x', () => rowAt(current)?.toggleSelected()],
    [
      'Enter',
      (event) => {
        const row = rowAt(current)
        if (row && !inControl(event)) onOpen?.(row.original)
      },
      { preventDefault: false },
    ],
  ])
  const toggle = useCallbackRef((id: string) => {
    const next = new Set(unfolded)
    if (!next.delete(id)) next.add(id)
    setUnfolded(next)
  })
  const select = useCallbackRef((id: string, chosen: boolean) => table.getRow(id).toggleSelected(chosen))

  const width = fitted.reduce((sum, { width }) => sum + width, around)
  const columnCount = visible.length + (selection ? 1 : 0) + (subRows ? 1 : 0)
  // All fetched rows are printed; a list that fetches only visible rows prints the fetched ones of those.
  const printed = inPlace ? visibleItems.filter(({ index }) => rowAt(index)) : rows.map((_row, index) => ({ key: keyOf(index), index }))
  const items = printing ? printed : visibleItems
  const above = printing ? 0 : (visibleItems[0]?.start ?? 0)
  const below = printing ? 0 : virtual.getTotalSize() - (visibleItems.at(-1)?.end ?? 0)

  return (
    // A region that scrolls has to be reachable by keyboard (WCAG 2.1.1), though it is no control.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={scroller} className={classes.scroller} aria-label={label} tabIndex={0} data-scroll-restoration-id="list">
      <table className={classes.table} style={{ minWidth: width }} aria-rowcount={list.count} data-density={density}>
        <colgroup>
          {selection && <col style={{ width: 36 }} />}
          {subRows && <col style={{ width: 32 }} />}
          {fitted.map(({ column, width }) => (
            <col key={column.id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.tick}>
                <Tick
                  label="Valitse kaikki"
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  // Clearing the box also clears selected rows that have not been fetched.
                  onChange={(chosen) => (chosen ? table.toggleAllRowsSelected(true) : selection.onChange(new Set()))}
                />
              </th>
            )}
            {subRows && (
              <th scope="col">
                <span className={classes.hidden}>Rivit</span>
              </th>
            )}
            {visible.map((column) => {
              const { sort: key } = column
              const direction = key && sort === key ? 'ascending' : key && sort === `-${key}` ? 'descending' : undefined
              return (
                <th key={column.id} scope="col" data-numeric={column.numeric} aria-sort={direction}>
                  {key && onSort ? (
                    <UnstyledButton className={classes.sort} onClick={() => onSort(nextSort(sort, key))}>
                      {column.header}
                      {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
                      {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
                    </UnstyledButton>
                  ) : (
                    column.header
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        {list.state === 'pending' && <TableSkeleton columns={columnCount} />}
        {above > 0 && <SpacerRow height={above} columns={columnCount} />}
        {items.map((item) => {
          const row = rowAt(item.index)
          if (!row) return rowWindow && <BlankRow key={item.key} index={item.index} columns={columnCount} />
          return (
            <TableRow
              key={row.id}
              row={row.original}
              index={item.index}
              columns={visible}
              measure={virtual.measureElement}
              current={item.index === current}
              change={changeOf(row.original)}
              selected={selection ? row.getIsSelected() : null}
              onSelect={select}
              open={unfolded.has(row.id)}
              onToggle={toggle}
              {...(subRows ? { subRows } : {})}
              {...(drag ? { drag } : {})}
              {...(heading ? { heading } : {})}
            />
          )
        })}
        {below > 0 && <SpacerRow height={below} columns={columnCount} />}
      </table>
      {printing && items.length < list.count && (
        <p className={classes.rest}>
          Tulosteessa on {formatCount(items.length)} riviä listan {formatCount(list.count)} rivistä. Kaikki rivit saa tiedostona.
        </p>
      )}
    </section>
  )
}

/** The width inside an element, without its scrollbar; 0 before it is drawn. */
function useInnerWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [of])
  return width
}

/** A placeholder for a row that is being fetched; cheaper than a skeleton, since thousands may be scrolled past. */
function BlankRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tbody data-index={index} aria-hidden>
      <tr className={classes.row}>
        {Array.from({ length: columns }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder cells have no identity and never change order
          <td key={column}>
            <span className={classes.blank} style={{ width: `${50 + ((index * 7 + column * 13) % 40)}%` }} />
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** Fills the height of the rows that are out of sight. */
function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )
}

function TableSkeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity and never change order
        <tr key={row} className={classes.row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <td key={column}>
              <Skeleton height={12} width={`${50 + ((row * 7 + column * 13) % 40)}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
