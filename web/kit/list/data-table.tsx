import { useCallbackRef } from '@mantine/hooks'
import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Markable, useRowChanges } from '#web/data/live/changed-rows.ts'
import { useDrawn } from '#web/ui/loading/use-drawn.ts'
import { Tick } from '#web/ui/tick.tsx'
import { formatCount } from '../format.ts'
import { usePageKeys } from '../page/page-keys.ts'
import { usePrinting } from '../page/printing.ts'
import { type Column, type ColumnLayout, fitColumns, type Selection, type SubRow } from './columns.ts'
import classes from './data-table.module.css'
import { type ListRows, lengthOf } from './list-rows.ts'
import type { DraggedRows } from './row-drag.tsx'
import { useRowSelection } from './selection/use-row-selection.ts'
import { RowMenu, type RowMenuPoint } from './table/row-menu.tsx'
import { BlankRow, SpacerRow, TableSkeleton } from './table/table-fillers.tsx'
import { TableHead } from './table/table-head.tsx'
import { TableRow } from './table/table-row.tsx'

const features = tableFeatures({ rowSelectionFeature })
// Rows draw their cells themselves (TableRow).
const noColumns: never[] = []
const rowHeights = { tavallinen: 40, tiivis: 32 } as const
export type Density = keyof typeof rowHeights
/** What the button of a row's menu adds to the last column, beside its content. */
const menuRoom = 26

/** `step(1)` chooses the next row, as `j` does. */
export type Walker = { step: (by: number) => void; indexOf: (id: string) => number }

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
  /** Widths that the person has chosen, and how they are changed. */
  layout?: ColumnLayout
  density?: Density
  selection?: Selection
  /** Rows that unfold: the lines under them. */
  subRows?: (row: T) => readonly SubRow[]
  /** Enter on the row selected by `j` and `k`. */
  onOpen?: (row: T) => void
  /** Space on that row: shows it beside the list. */
  onPeek?: (row: T, index: number) => void
  /** The items of the menu of a row: by the secondary button, the menu key, or `m`. */
  menu?: (row: T) => ReactNode
  /** Called with the row that `j` and `k` have chosen. */
  onCurrent?: (row: T, index: number) => void
  /** Moves that choice from outside. */
  walker?: RefObject<Walker | null>
  /** What Esc closes before it clears the selection; false when there is nothing to close. */
  onEscape?: () => boolean
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
    layout,
    density = 'tavallinen',
    selection,
    subRows,
    onOpen,
    onPeek,
    menu,
    onCurrent,
    walker,
    onEscape,
    drag,
    heading,
  } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const changeOf = useRowChanges()

  /** The width of a column while its edge is dragged. */
  const [draft, setDraft] = useState<{ id: string; width: number } | null>(null)
  const shownIds = shown.join()
  const available = useInnerWidth(scroller)
  const roomForMenu = menu ? menuRoom : 0
  const around = (selection ? 36 : 0) + (subRows ? 32 : 0) + roomForMenu
  const fitted = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const chosen = shownIds.split(',').flatMap((id) => byId.get(id) ?? [])
    const inside = Math.max(0, available - around)
    const widths = { ...layout?.widths, ...(draft ? { [draft.id]: draft.width } : {}) }
    return fitColumns(fits ? chosen : chosen.map(({ yields: _, ...column }) => column), inside, widths)
  }, [columns, shownIds, fits, available, around, layout?.widths, draft])
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
  const isDrawn = useDrawn(list.state === 'ready')
  const virtual = useVirtualizer({
    enabled: !printing,
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density],
    getItemKey: keyOf,
    overscan: isDrawn ? 8 : 0,
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

  const [menuOf, setMenuOf] = useState<{ row: T; at: RowMenuPoint } | null>(null)
  const idAt = (index: number): string | null => {
    const row = rowAt(index)
    return row && !heading?.(row.original) ? row.id : null
  }
  const indexOf = (id: string): number => {
    for (let index = 0; index < length; index += 1) if (rowAt(index)?.id === id) return index
    return -1
  }
  const { select, toggle: toggleRow, extend, handlers } = useRowSelection({ selection, indexOf, idAt })
  const elementAt = (index: number): HTMLElement | null => scroller.current?.querySelector(`tbody[data-index="${index}"]`) ?? null
  const step = (by: number, isRange = false) => {
    const next = Math.min(Math.max(current + by, 0), length - 1)
    setCurrent(next)
    virtual.scrollToIndex(next)
    const row = rowAt(next)
    if (row) onCurrent?.(row.original, next)
    if (isRange && row) extend(rowAt(current)?.id ?? null, row.id)
  }
  useImperativeHandle(walker, () => ({ step, indexOf }))
  const openMenu = (index: number, at?: RowMenuPoint) => {
    const row = rowAt(index)
    const box = elementAt(index)?.getBoundingClientRect()
    if (!menu || !row || !box) return
    setCurrent(index)
    onCurrent?.(row.original, index)
    setMenuOf({ row: row.original, at: at ?? { x: box.left + 60, y: box.top + 34 } })
  }
  const onMenuButton = useCallbackRef((index: number, button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect()
    openMenu(index, { x: left, y: bottom })
  })
  const onContextMenu = (event: ReactMouseEvent) => {
    const { target } = event
    if (!menu || !(target instanceof Element)) return
    const body = target.closest<HTMLElement>('[data-row]')
    if (!body && target !== scroller.current) return
    // A key of the keyboard gives no place on the screen.
    const byKey = event.button !== 2
    event.preventDefault()
    if (body) openMenu(Number(body.dataset.index), byKey ? undefined : { x: event.clientX, y: event.clientY })
    else openMenu(current)
  }
  usePageKeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['shift+j', () => step(1, true)],
    ['shift+k', () => step(-1, true)],
    [
      'x',
      () => {
        const id = idAt(current)
        if (id !== null && selection) toggleRow(id)
      },
    ],
    [
      'shift+x',
      () => {
        const id = idAt(current)
        if (id !== null) select(id, true, true)
      },
    ],
    [
      'Escape',
      () => {
        // An open menu that has not taken the focus yet.
        if (menuOf) return setMenuOf(null)
        if (!onEscape?.() && selection && selection.selected.size > 0) selection.onChange(new Set())
      },
      { preventDefault: false },
    ],
    ['m', () => openMenu(current)],
    [
      'Space',
      (event) => {
        const row = rowAt(current)
        if (!row || !onPeek || inControl(event)) return
        event.preventDefault()
        onPeek(row.original, current)
      },
      { preventDefault: false },
    ],
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
  const width = fitted.reduce((sum, { width }) => sum + width, around)
  const columnCount = visible.length + (selection ? 1 : 0) + (subRows ? 1 : 0)
  // All fetched rows are printed; a list that fetches only visible rows prints the fetched ones of those.
  const printed = inPlace ? visibleItems.filter(({ index }) => rowAt(index)) : rows.map((_row, index) => ({ key: keyOf(index), index }))
  const items = printing ? printed : visibleItems
  const above = printing ? 0 : (visibleItems[0]?.start ?? 0)
  const below = printing ? 0 : virtual.getTotalSize() - (visibleItems.at(-1)?.end ?? 0)

  return (
    // A region that scrolls has to be reachable by keyboard (WCAG 2.1.1), though it is no control; `x`, Shift and `m` do what presses do.
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      data-scroll-restoration-id="list"
      onContextMenu={onContextMenu}
      {...handlers}
    >
      <table
        className={classes.table}
        style={{ minWidth: width }}
        aria-rowcount={list.count}
        data-density={density}
        data-menu={menu ? true : undefined}
      >
        <TableHead
          columns={fitted}
          sort={sort}
          onSort={onSort}
          layout={layout}
          onDraft={setDraft}
          room={roomForMenu}
          folds={subRows !== undefined}
          tick={
            selection && (
              <Tick
                label="Valitse kaikki"
                checked={rows.length > 0 && table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                // Clearing the box also clears selected rows that have not been fetched.
                onChange={(chosen) => (chosen ? table.toggleAllRowsSelected(true) : selection.onChange(new Set()))}
              />
            )
          }
        />
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
              {...(menu ? { onMenu: onMenuButton } : {})}
              {...(heading ? { heading } : {})}
            />
          )
        })}
        {below > 0 && <SpacerRow height={below} columns={columnCount} />}
      </table>
      {menuOf && menu && (
        <RowMenu at={menuOf.at} label="Rivin toiminnot" onClose={() => setMenuOf(null)}>
          {menu(menuOf.row)}
        </RowMenu>
      )}
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
