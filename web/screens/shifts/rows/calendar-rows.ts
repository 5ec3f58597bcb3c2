import { routeTitle } from '#domain/entities/shift/route-label.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftDriverRow, ShiftRow, WorkRouteRow } from '#domain/features/shifts/shift-rows.ts'
import { isWork } from '#domain/features/shifts/shift-times.ts'
import { undrivenRoutes } from '#domain/features/shifts/undriven-routes.ts'
import type { RowChange } from '#web/data/live/changed-rows.ts'
import type { CalendarRange } from '../calendar-range.ts'

/** A shift as its cell shows it. */
export type CellShift = {
  shift: ShiftRow
  routes: readonly WorkRouteRow[]
  plate: string
  /** Drives a route whose usual driver is somebody else. */
  substitute: boolean
  /** The numbers of its warnings, as the list of warnings has them. */
  warnings: readonly number[]
  /** When somebody else has just changed it. */
  change: RowChange | null
}

/** A work route that no shift of the day has (rules/work-routes.md#unassigned). */
export type UndrivenRoute = { route: WorkRouteRow; plate: string }

/** A driver's row; that of shifts without a driver has the id ''. */
export type CalendarRow = {
  id: string
  driver: ShiftDriverRow | null
  /** By the days of the range. */
  cells: readonly (readonly CellShift[])[]
  /** Likewise; only in the row without a driver. */
  undriven?: readonly (readonly UndrivenRoute[])[]
  /** Planned work of each week, in minutes. */
  weekMinutes: readonly number[]
}

export const unassignedId = ''

type Marks = {
  /** By the id of a shift. */
  warnings: ReadonlyMap<string, readonly number[]>
  changeOf: (shift: { id: string }) => RowChange | null
}

/** The numbers of the warnings by the shifts that they are about, from 1. */
export function warningNumbers(warnings: readonly { tyovuorot: readonly string[] }[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>()
  for (const [index, { tyovuorot }] of warnings.entries())
    for (const id of tyovuorot) numbers.set(id, [...(numbers.get(id) ?? []), index + 1])
  return numbers
}

const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))
const none: readonly number[] = []

/** The content of a cell: its shifts, and in the row without a driver also the day's routes that nobody drives. */
export const contentOf = ({ cells, undriven }: CalendarRow, column: number) => ({
  shifts: cells[column] ?? noShifts,
  routes: undriven?.[column] ?? noRoutes,
})
const noShifts: readonly CellShift[] = []
const noRoutes: readonly UndrivenRoute[] = []

/** The routes that nobody drives, by the days of the range; `workingDays`: those on which they are driven. */
export function undrivenByDay(data: ShiftCalendarData, { days }: CalendarRange, workingDays: readonly number[]): UndrivenRoute[][] {
  const cars = byId(data.autot)
  const shifts = [...data.tyovuorot, ...data.lahivuorot]
  const found = undrivenRoutes({ routes: data.tyoreitit, shifts, days: workingDays })
  return days.map((day) =>
    (found.get(day) ?? []).map((route) => ({ route, plate: (route.auto && cars.get(route.auto)?.rekisterinumero) ?? '' })),
  )
}

/** The rows of the calendar: the shifts without a driver first, then the drivers in their order. */
export function calendarRows(data: ShiftCalendarData, { days }: CalendarRange, { warnings, changeOf }: Marks): CalendarRow[] {
  const routes = byId(data.tyoreitit)
  const cars = byId(data.autot)
  const dayIndex = new Map(days.map((day, index) => [day, index]))
  const toCell = (shift: ShiftRow): CellShift => {
    const driven = shift.tyoreitti.flatMap((id) => routes.get(id) ?? [])
    return {
      shift,
      routes: driven,
      plate: (shift.auto && cars.get(shift.auto)?.rekisterinumero) ?? '',
      substitute: shift.kuljettaja !== null && isWork(shift) && (shift.kuljettaja_default ?? shift.kuljettaja) !== shift.kuljettaja,
      warnings: warnings.get(shift.id) ?? none,
      change: changeOf(shift),
    }
  }
  const rowOf = (id: string, driver: ShiftDriverRow | null): CalendarRow & { cells: CellShift[][]; weekMinutes: number[] } => ({
    ...{ id, driver },
    cells: days.map(() => []),
    weekMinutes: Array.from({ length: days.length / 7 }, () => 0),
  })
  const rows = [rowOf(unassignedId, null), ...data.kuljettajat.map((driver) => rowOf(driver.id, driver))]
  const rowById = byId(rows)
  for (const shift of data.tyovuorot) {
    const row = rowById.get(shift.kuljettaja ?? unassignedId)
    const column = dayIndex.get(shift.paiva)
    if (!row || column === undefined) continue
    row.cells[column]?.push(toCell(shift))
    const week = Math.floor(column / 7)
    if (isWork(shift)) row.weekMinutes[week] = (row.weekMinutes[week] ?? 0) + shift.kesto
  }
  for (const row of rows)
    for (const cell of row.cells)
      if (cell.length > 1) cell.sort((a, b) => a.shift.alkuaika - b.shift.alkuaika || (a.shift.id < b.shift.id ? -1 : 1))
  return rows
}

const sameList = <T>(a: readonly T[], b: readonly T[], same: (one: T, other: T) => boolean = Object.is): boolean =>
  a === b || (a.length === b.length && a.every((one, index) => same(one, b[index] as T)))

const sameCell = (a: CellShift, b: CellShift): boolean =>
  a.shift === b.shift &&
  a.plate === b.plate &&
  a.substitute === b.substitute &&
  a.change === b.change &&
  sameList(a.routes, b.routes) &&
  sameList(a.warnings, b.warnings)

/** The rows with the objects of earlier ones where nothing has changed: those are not rendered again. */
export function withEarlierRows(rows: readonly CalendarRow[], earlier: readonly CalendarRow[]): CalendarRow[] {
  const known = new Map(earlier.map((row) => [row.id, row]))
  return rows.map((row) => {
    const before = known.get(row.id)
    const isSame =
      before?.driver === row.driver &&
      before !== undefined &&
      before.undriven === row.undriven &&
      sameList(before.cells, row.cells, (a, b) => sameList(a, b, sameCell))
    return isSame ? before : row
  })
}

export type DayTotal = { working: number; unpublished: number }

/** How many work on each day, and how many of the shifts are not published. */
export function dayTotals(rows: readonly CalendarRow[], days: number): DayTotal[] {
  const drivers = rows.filter(({ id }) => id !== unassignedId)
  return Array.from({ length: days }, (_, column) => ({
    working: drivers.filter(({ cells }) => cells[column]?.some(({ shift }) => isWork(shift))).length,
    unpublished: drivers.reduce(
      (sum, { cells }) => sum + (cells[column]?.filter(({ shift }) => shift.tila === 'UNPUBLISHED').length ?? 0),
      0,
    ),
  }))
}

/** Those of the rows that a filter leaves: drivers by name, and by what they drive in the range. */
export function filteredRows(
  rows: readonly CalendarRow[],
  { text, driver, route }: { text: string; driver?: string | undefined; route?: string | undefined },
): CalendarRow[] {
  const words = text.toLocaleLowerCase('fi').split(/\s+/).filter(Boolean)
  const drives = (row: CalendarRow, test: (shift: CellShift) => boolean) => row.cells.some((cell) => cell.some(test))
  return rows.filter(
    (row) =>
      (!driver || row.id === driver) &&
      (!route || drives(row, ({ shift }) => shift.tyoreitti.includes(route))) &&
      words.every((word) => {
        const has = (value: string) => value.toLocaleLowerCase('fi').includes(word)
        return has(row.driver?.name ?? '') || drives(row, ({ plate, routes }) => has(plate) || routes.some((one) => has(routeTitle(one))))
      }),
  )
}
