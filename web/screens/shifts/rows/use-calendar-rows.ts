import { createElement, useMemo, useRef } from 'react'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { shiftWarnings } from '#domain/features/shifts/warnings.ts'
import { dayOf, weekdayOf } from '#domain/values/time/time.ts'
import { useRowChanges } from '#web/data/live/changed-rows.ts'
import { formatDay } from '#web/kit/format.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import type { CellParts, GridColumn } from '#web/ui/calendar-grid/grid-row.tsx'
import type { CalendarRange } from '../calendar-range.ts'
import { groupWarnings } from '../panel/warning-groups.ts'
import { type CalendarRow, calendarRows, dayTotals, filteredRows, unassignedId, warningNumbers, withEarlierRows } from './calendar-rows.ts'
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

/** What the calendar shows of its data: the rows left by the filters, the days, the totals and the warnings. */
export function useCalendarRows(data: ShiftCalendarData, range: CalendarRange, today: number) {
  const { search } = usePageSearch()
  const changeOf = useRowChanges()
  const { first } = range
  const last = range.days.at(-1) ?? first
  const rangeKey = `${first} ${range.weeks}`
  const warnings = useMemo(() => {
    const shifts = [...data.tyovuorot, ...data.lahivuorot]
    const plan = { shifts, drivers: data.kuljettajat, cars: data.autot, periodStart: data.jakson_alku }
    const drivers = new Map(shifts.map(({ id, kuljettaja }) => [id, kuljettaja ?? '']))
    return groupWarnings(shiftWarnings(plan, { min: first, max: last }), (shift) => drivers.get(shift) ?? '')
  }, [data, first, last])
  const earlier = useRef<{ key: string; rows: readonly CalendarRow[] }>({ key: rangeKey, rows: [] })
  const made = calendarRows(data, range, { warnings: warningNumbers(warnings), changeOf: ({ id }) => changeOf({ id }) })
  const all = withEarlierRows(made, earlier.current.key === rangeKey ? earlier.current.rows : [])
  earlier.current = { key: rangeKey, rows: all }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the days follow from the key
  const columns = useMemo(() => columnsOf(data, range, today), [data.pyhapaivat, rangeKey, today])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days follow from the key
  const parts = useMemo((): CellParts<CalendarRow> => {
    const names = range.days.map(formatDay)
    return {
      head: (row) => createElement(DriverHead, { row }),
      cell: ({ cells }, column) => (cells[column]?.length ? createElement(ShiftCell, { shifts: cells[column] }) : null),
      name: ({ driver, cells }, column) => `${driver?.name ?? 'Ilman kuljettajaa'}, ${names[column]}: ${cellText(cells[column] ?? [])}`,
    }
  }, [rangeKey])

  const unassigned = all.filter(({ id }) => id === unassignedId)
  const drivers = filteredRows(
    all.filter(({ id }) => id !== unassignedId),
    { text: search.haku ?? '', driver: search.kuljettaja, route: search.reitti },
  )
  return { rows: [...unassigned, ...drivers], drivers, columns, parts, warnings, totals: dayTotals(all, range.days.length) }
}
