import { createElement, useMemo, useRef } from 'react'
import { isWorkingDay } from '#domain/features/shifts/default-shifts.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { shiftWarnings } from '#domain/features/shifts/warnings.ts'
import { dayOf, weekdayOf } from '#domain/values/time/time.ts'
import { useRowChanges } from '#web/data/live/changed-rows.ts'
import { formatDay } from '#web/kit/format.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import type { CellParts, GridColumn } from '#web/ui/calendar-grid/grid-row.tsx'
import { useDrawn } from '#web/ui/loading/use-drawn.ts'
import type { CalendarRange } from '../calendar-range.ts'
import { groupWarnings } from '../panel/warning-groups.ts'
import {
  type CalendarRow,
  calendarRows,
  contentOf,
  dayTotals,
  filteredRows,
  unassignedId,
  undrivenByDay,
  warningNumbers,
  withEarlierRows,
} from './calendar-rows.ts'
import { DriverHead } from './driver-head.tsx'
import { cellText, ShiftCell } from './shift-cell.tsx'

const saturday = 6
const sunday = 7

function columnsOf(data: ShiftCalendarData, { days }: CalendarRange, today: number): GridColumn[] {
  const holidays = new Set(data.pyhapaivat.map(({ paiva }) => paiva))
  return days.map((day, index): GridColumn => {
    const weekday = weekdayOf(day)
    const shade = day === today ? 'today' : holidays.has(day) ? 'holiday' : weekday >= saturday ? 'weekend' : undefined
    return { id: dayOf(day), shade, ends: weekday === sunday && index < days.length - 1 }
  })
}

/** Routes that nobody drives are shown from today on: earlier ones cannot be given to anybody any more. */
function workingDaysOf(data: ShiftCalendarData, days: readonly number[], today: number): number[] {
  const holidays = new Set(data.pyhapaivat.map(({ paiva }) => paiva))
  return days.filter((day) => day >= today && isWorkingDay(day, holidays))
}

/** What the calendar shows of its data: the rows left by the filters, the days, the totals and, once the cells are drawn, the warnings. */
export function useCalendarRows(data: ShiftCalendarData, range: CalendarRange, today: number) {
  const { search } = usePageSearch()
  const changeOf = useRowChanges()
  const { first } = range
  const last = range.days.at(-1) ?? first
  const rangeKey = `${first} ${range.weeks}`
  const isDrawn = useDrawn()
  const warnings = useMemo(() => {
    if (!isDrawn) return []
    const shifts = [...data.tyovuorot, ...data.lahivuorot]
    const plan = { shifts, drivers: data.kuljettajat, cars: data.autot, periodStart: data.jakson_alku }
    const drivers = new Map(shifts.map(({ id, kuljettaja }) => [id, kuljettaja ?? '']))
    return groupWarnings(shiftWarnings(plan, { min: first, max: last }), (shift) => drivers.get(shift) ?? '')
  }, [isDrawn, data, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days follow from the key
  const undriven = useMemo(() => undrivenByDay(data, range, workingDaysOf(data, range.days, today)), [data, rangeKey, today])
  const earlier = useRef<{ key: string; rows: readonly CalendarRow[] }>({ key: rangeKey, rows: [] })
  const made = calendarRows(data, range, { warnings: warningNumbers(warnings), changeOf: ({ id }) => changeOf({ id }) })
  const withRoutes = made.map((row) => (row.id === unassignedId ? { ...row, undriven } : row))
  const all = withEarlierRows(withRoutes, earlier.current.key === rangeKey ? earlier.current.rows : [])
  earlier.current = { key: rangeKey, rows: all }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the days follow from the key
  const columns = useMemo(() => columnsOf(data, range, today), [data.pyhapaivat, rangeKey, today])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days follow from the key
  const parts = useMemo((): CellParts<CalendarRow> => {
    const names = range.days.map(formatDay)
    return {
      head: (row) => createElement(DriverHead, { row }),
      cell: (row, column) => {
        const content = contentOf(row, column)
        const count = content.shifts.length + content.routes.length
        // Several beside each other fit into the columns of one week alone.
        const isNarrow = range.weeks === 4 || (range.weeks === 2 && count > 1)
        return count > 0 ? createElement(ShiftCell, { ...content, isNarrow }) : null
      },
      name: (row, column) => `${row.driver?.name ?? 'Ilman kuljettajaa'}, ${names[column]}: ${cellText(contentOf(row, column))}`,
    }
  }, [rangeKey])

  const unassigned = all.filter(({ id }) => id === unassignedId)
  const drivers = filteredRows(
    all.filter(({ id }) => id !== unassignedId),
    { text: search.haku ?? '', driver: search.kuljettaja, route: search.reitti },
  )
  return { rows: [...unassigned, ...drivers], drivers, columns, parts, warnings, isDrawn, totals: dayTotals(all, range.days.length) }
}
