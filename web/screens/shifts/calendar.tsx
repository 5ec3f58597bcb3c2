import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { PageViewers } from '#web/features/presence/page-viewers.tsx'
import { formatDay } from '#web/kit/format.ts'
import { useNarrowing } from '#web/kit/list/list-filters.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePrinting } from '#web/kit/page/printing.ts'
import { useSettings } from '#web/session/settings.ts'
import { CalendarGrid } from '#web/ui/calendar-grid/calendar-grid.tsx'
import type { MenuPoint } from '#web/ui/calendar-grid/grid-menu.ts'
import { type Cell, press } from '#web/ui/calendar-grid/grid-selection.ts'
import { useGrid } from '#web/ui/calendar-grid/grid-state.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { CalendarRange } from './calendar-range.ts'
import { CalendarFilters, CalendarTools, filterNames, useIsPhone } from './calendar-tools.tsx'
import { CellMenu } from './cell-menu.tsx'
import { shiftsAt } from './changes/shift-plans.ts'
import { useCalendarActions } from './changes/use-calendar-actions.ts'
import type { ShiftChanges } from './changes/use-shift-changes.ts'
import { CalendarDialogs, type OpenDialog } from './dialogs/calendar-dialogs.tsx'
import { Legend } from './legend.tsx'
import { Publication, unpublishedCount } from './panel/publication.tsx'
import type { WarningGroup } from './panel/warning-groups.ts'
import { WarningsPanel } from './panel/warnings-panel.tsx'
import { type CalendarRow, contentOf } from './rows/calendar-rows.ts'
import { Headings } from './rows/headings.tsx'
import { useCalendarRows } from './rows/use-calendar-rows.ts'
import { SelectionBar } from './selection-bar.tsx'
import classes from './shifts.module.css'
import { RangeTools } from './toolbar.tsx'
import { useJustChanged } from './use-just-changed.ts'

type Props = { data: ShiftCalendarData; changes: ShiftChanges; queryKey: QueryKey; range: CalendarRange; today: number }

const rowHeight = 44
/** Higher when a day has several shifts without a driver, which stand below each other. */
const pinnedHeight = (depth: number): number => (depth > 1 ? 62 : rowHeight)

const focusGrid = () => document.querySelector<HTMLElement>('[role=grid]')?.focus()

/** The calendar of a range, once its data is there. */
export function Calendar({ data, changes, queryKey, range, today }: Props) {
  const { features } = useSettings()
  const grid = useGrid()
  const calendar = useCalendarRows(data, range, today)
  const { rows, warnings, drivers, isDrawn } = calendar
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [menu, setMenu] = useState<MenuPoint | null>(null)
  const [panelOpen, setPanelOpen] = useState(false)
  const wide = useMediaQuery('(min-width: 90em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { nothing } = useNarrowing(filterNames, 'kuljettajia')
  const none = drivers.length === 0 ? nothing('Väljennä hakua tai poista rajauksia.') : null
  const openTool = (kind: 'week' | 'fill' | 'publish') => setDialog(kind === 'publish' ? { kind, selected: false } : { kind })

  const openCell = ({ row, column }: Cell) => {
    const [at, day] = [rows[row], range.days[column]]
    if (at && day !== undefined)
      setDialog({ kind: 'editor', driver: at.driver?.id ?? '', day, shifts: shiftsAt({ rows }, { row, column }) })
  }
  const actions = useCalendarActions({
    ...{ grid, rows, data, changes, days: range.days },
    onTask: (task) => {
      if (task === 'open') openCell(grid.read().selection.cursor)
      else setDialog(task === 'publish' ? { kind: task, selected: true } : { kind: task })
    },
  })
  usePageKeys([
    ['mod+Z', changes.undo],
    ['mod+shift+Z', changes.redo],
  ])
  const showWarning = ({ tyovuorot }: WarningGroup) => {
    for (const [row, { cells }] of rows.entries())
      for (const [column, cell] of cells.entries())
        if (cell.some(({ shift }) => shift.id === tyovuorot[0])) grid.select((before) => press(before, { row, column }))
    focusGrid()
    setPanelOpen(false)
  }
  const isChanging = useJustChanged(changes.said) || dialog !== null
  const closeDialog = () => {
    setDialog(null)
    // Once the dialog has let the focus go.
    requestAnimationFrame(focusGrid)
  }
  const of = { drivers: drivers.map(({ id }) => id), min: range.first, max: range.days.at(-1) ?? range.first }
  const panel = (
    <>
      <WarningsPanel data={data} groups={warnings} onMend={changes.save} onShow={showWarning} />
      <Publication data={data} of={of} changes={changes} onDone={() => setPanelOpen(false)} />
    </>
  )
  return (
    <div className={classes.frame}>
      <Page
        title="Työvuorot"
        width="list"
        detail={
          <RangeTools range={range} now={today}>
            <PageViewers sivu="tyovuorot" muuttaa={isChanging} short />
          </RangeTools>
        }
        actions={
          <CalendarTools
            unpublished={unpublishedCount(data, of)}
            warnings={wide ? null : warnings.length}
            onPanel={() => setPanelOpen(true)}
            onOpen={openTool}
          />
        }
      >
        <CalendarFilters {...{ data, changes, wide }} shown={drivers.length} onOpen={openTool} />
        <div className={classes.body} data-aside={wide || undefined}>
          {data.kuljettajat.length === 0 ? (
            <EmptyState title="Ei kuljettajia">Lisää kuljettajat työntekijöihin, niin heidän vuoronsa voi suunnitella tässä.</EmptyState>
          ) : none ? (
            <EmptyState title={none.title} action={none.action}>
              {none.text}
            </EmptyState>
          ) : (
            <ShiftGrid {...{ calendar, range, today, data, grid, actions, queryKey }} onOpen={openCell} onMenu={setMenu} />
          )}
          {wide && <aside className={classes.aside}>{isDrawn && panel}</aside>}
        </div>
        <Legend said={changes.said} />
      </Page>
      <SelectionBar
        grid={grid}
        canUndo={changes.canUndo}
        canPaste={actions.canPaste}
        canText={features.tekstiviestit}
        onType={actions.setType}
        onAction={actions.act}
      />
      {menu && (
        <CellMenu
          at={menu}
          canPaste={actions.canPaste}
          canText={features.tekstiviestit}
          onType={actions.setType}
          onAction={actions.act}
          onClose={() => {
            setMenu(null)
            focusGrid()
          }}
        />
      )}
      <Drawer opened={panelOpen && !wide} onClose={() => setPanelOpen(false)} position="right" size={320} title="Suunnitelma">
        {panel}
      </Drawer>
      {dialog && <CalendarDialogs {...{ dialog, data, range, grid, rows, changes }} context={actions.context} onClose={closeDialog} />}
    </div>
  )
}

type GridProps = Pick<Props, 'range' | 'today' | 'queryKey'> & {
  calendar: ReturnType<typeof useCalendarRows>
  data: ShiftCalendarData
  grid: ReturnType<typeof useGrid>
  actions: ReturnType<typeof useCalendarActions>
  onOpen: (cell: Cell) => void
  onMenu: (at: MenuPoint) => void
}

function ShiftGrid({ calendar, range, today, queryKey, data, grid, actions, onOpen, onMenu }: GridProps) {
  const client = useQueryClient()
  const phone = useIsPhone()
  const printing = usePrinting()
  const { rows, drivers, columns, parts, totals, isDrawn } = calendar
  const [pinned] = rows
  const countAt = (row: CalendarRow, column: number): number => {
    const { shifts, routes } = contentOf(row, column)
    return shifts.length + routes.length
  }
  const narrow = range.weeks === 4
  const depth = Math.max(0, ...range.days.map((_day, column) => (pinned ? countAt(pinned, column) : 0)))
  const onNoteSaved = () => client.invalidateQueries({ queryKey })
  return (
    <div className={classes.calendar} data-narrow={narrow || undefined}>
      <CalendarGrid
        label={`Työvuorot ${formatDay(range.first)}–${formatDay(range.days.at(-1) ?? range.first)}`}
        grid={grid}
        columns={columns}
        rows={drivers}
        parts={parts}
        pinned={pinned && { row: pinned, height: pinnedHeight(depth) }}
        rowHeight={rowHeight}
        widths={{ head: phone ? 112 : 172, column: narrow ? 40 : 56 }}
        headings={<Headings {...{ range, columns, totals, data, today, onNoteSaved }} />}
        hasContent={({ row, column }) => rows[row] !== undefined && countAt(rows[row], column) > 0}
        onKey={actions.onKey}
        onOpen={onOpen}
        onMove={actions.onMove}
        onFill={actions.onFill}
        onMenu={onMenu}
        whole={printing}
        overscan={isDrawn ? 4 : 0}
      />
    </div>
  )
}
