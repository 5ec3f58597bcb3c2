import type { ShiftType } from '#domain/entities/shift/shift.entity.ts'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftInput } from '#domain/features/shifts/shift-operations.ts'
import type { ShiftRow, WorkRouteRow } from '#domain/features/shifts/shift-rows.ts'
import type { CellPair } from '#web/ui/calendar-grid/cell-pairs.ts'
import type { Cell } from '#web/ui/calendar-grid/grid-selection.ts'
import type { CalendarRow } from '../rows/calendar-rows.ts'

/** What a plan is made from. Rows and columns are the grid's. */
export type PlanContext = {
  rows: readonly CalendarRow[]
  days: readonly number[]
  newId: () => string
} & CopyContext
/** What planned shifts may refer to: not to removed routes and cars, nor to people who no longer drive. */
type CopyContext = { routes: ShiftCalendarData['tyoreitit']; cars: ShiftCalendarData['autot']; drivers: readonly { id: string }[] }
/** A shift to be saved, with its id: what is shown before the server has answered needs one. */
export type ShiftEdit = ShiftInput & { id: string }

/** Shifts, and the cell that they are to be in; `routes`: undriven ones, each of which becomes a shift of the cell's driver. */
export type ShiftsTo = { shifts: readonly ShiftRow[]; routes?: readonly WorkRouteRow[]; to: Cell }

type Place = { driver: string | null; day: number }

export const shiftsAt = ({ rows }: Pick<PlanContext, 'rows'>, { row, column }: Cell): readonly ShiftRow[] =>
  rows[row]?.cells[column]?.map(({ shift }) => shift) ?? []

/** The day's routes without a shift, in the row without a driver. */
const undrivenAt = ({ rows }: Pick<PlanContext, 'rows'>, { row, column }: Cell): readonly WorkRouteRow[] =>
  rows[row]?.undriven?.[column]?.map(({ route }) => route) ?? []

/** The shifts of a cell, and those with which its undriven routes would be driven. */
export const contentAt = (context: Pick<PlanContext, 'rows'>, cell: Cell): readonly ShiftRow[] => [
  ...shiftsAt(context, cell),
  ...undrivenAt(context, cell).map(shiftOf),
]

const placeOf = ({ rows, days }: PlanContext, { row, column }: Cell): Place | null => {
  const [at, day] = [rows[row], days[column]]
  return at && day !== undefined ? { driver: at.driver?.id ?? null, day } : null
}

type Driven = Pick<ShiftRow, 'tyoreitti' | 'kuljettaja_default'>

/** Who usually drives the shift's route. */
export const usualDriver = (routes: readonly WorkRouteRow[], shift: Driven): string | null =>
  shift.kuljettaja_default ?? routes.find(({ id, kuljettaja }) => kuljettaja !== null && shift.tyoreitti.includes(id))?.kuljettaja ?? null

/** `kuljettaja_default` is the route's usual driver when somebody else drives (rules/shifts.md#usual-driver). */
const driverFields = (context: PlanContext, shift: Driven, driver: string | null) => {
  const usual = usualDriver(context.routes, shift)
  const drives = context.drivers.some(({ id }) => id === usual)
  return { kuljettaja: driver, kuljettaja_default: usual === driver || !drives ? null : usual }
}

const removed = ({ id }: { id: string }): ShiftEdit => ({ id, status: 0 })
/** A day off, a holiday …: without anything to drive. */
const isDayOff = ({ tyyppi, tyoreitti }: ShiftRow): boolean => tyyppi !== 'TYOVUORO' && tyoreitti.length === 0

/** A moved shift has to be published again: the new driver has not seen it, and the earlier one no longer has it. */
const movedTo = (context: PlanContext, shift: ShiftRow, { driver, day }: Place): ShiftEdit => ({
  id: shift.id,
  paiva: day,
  tila: 'UNPUBLISHED',
  ...(driver === shift.kuljettaja ? {} : driverFields(context, shift, driver)),
})

/** The shift without the work routes and the car that have been removed. */
function copied({ routes, cars }: CopyContext, shift: ShiftRow): ShiftRow {
  const isLive = (rows: readonly { id: string; poistettu: boolean }[], id: string) => rows.some((row) => row.id === id && !row.poistettu)
  const tyoreitti = shift.tyoreitti.filter((id) => isLive(routes, id))
  const auto = shift.auto !== null && isLive(cars, shift.auto) ? shift.auto : null
  return { ...shift, tyoreitti, auto, kuljettaja_default: tyoreitti.length > 0 ? shift.kuljettaja_default : null }
}

/** How many of the shifts have a removed work route or car, which their copies leave out. */
export const shiftsWithRemoved = (context: CopyContext, shifts: readonly ShiftRow[]): number =>
  shifts.filter((shift) => {
    const { tyoreitti, auto } = copied(context, shift)
    return tyoreitti.length < shift.tyoreitti.length || auto !== shift.auto
  }).length

const copyTo = (context: PlanContext, shift: ShiftRow, { driver, day }: Place): ShiftEdit => {
  const left = copied(context, shift)
  const { tyyppi, tyoreitti, auto, alkuaika, kesto } = left
  return {
    ...{ id: context.newId(), paiva: day, tyyppi, tyoreitti, auto, alkuaika, kesto },
    ...driverFields(context, left, driver),
  }
}

/** Moves the shifts and undriven routes of cells, or one of them (`item`). */
export function planMove(
  context: PlanContext,
  pairs: readonly CellPair[],
  { item = null, copies = false }: { item?: string | null; copies?: boolean } = {},
): ShiftEdit[] {
  const isMoved = ({ id }: { id: string }) => item === null || id === item
  return planMoves(
    context,
    pairs.map(({ from, to }) => ({
      shifts: shiftsAt(context, from).filter(isMoved),
      routes: undrivenAt(context, from).filter(isMoved),
      to,
    })),
    { copies },
  )
}

/** Moves shifts, wherever they are. A day off in the way gives way; two drives stay beside each other, with a warning. */
export function planMoves(context: PlanContext, moves: readonly ShiftsTo[], { copies = false }: { copies?: boolean } = {}): ShiftEdit[] {
  const moved = new Set(copies ? [] : moves.flatMap(({ shifts }) => shifts.map(({ id }) => id)))
  return moves.flatMap(({ shifts, routes = [], to }) => {
    const place = placeOf(context, to)
    const driven = place === null || place.driver === null ? [] : routes.map(shiftOf)
    if (!place || shifts.length + driven.length === 0) return []
    const inTheWay = place.driver === null ? [] : shiftsAt(context, to).filter((shift) => isDayOff(shift) && !moved.has(shift.id))
    return [
      ...shifts.map((shift) => (copies ? copyTo(context, shift, place) : movedTo(context, shift, place))),
      ...driven.map((shift) => copyTo(context, shift, place)),
      ...inTheWay.map(removed),
    ]
  })
}

const contentOf = ({ tyyppi, tyoreitti, auto, alkuaika, kesto }: ShiftRow): string =>
  JSON.stringify([tyyppi, tyoreitti, auto, alkuaika, kesto])
const sameContent = (a: readonly ShiftRow[], b: readonly ShiftRow[]): boolean => a.map(contentOf).join() === b.map(contentOf).join()

/** Copies shifts into cells, whose own give way; without shifts a cell stays as it is. */
export function planCopies(context: PlanContext, copies: readonly ShiftsTo[]): ShiftEdit[] {
  return copies.flatMap(({ shifts, to }) => {
    const place = placeOf(context, to)
    const present = shiftsAt(context, to)
    if (!place || shifts.length === 0 || sameContent(shifts, present)) return []
    return [...(place.driver === null ? [] : present.map(removed)), ...shifts.map((shift) => copyTo(context, shift, place))]
  })
}

export const planFill = (context: PlanContext, pairs: readonly CellPair[]): ShiftEdit[] =>
  planCopies(
    context,
    pairs.map(({ from, to }) => ({ shifts: shiftsAt(context, from), to })),
  )

export const planRemoval = (context: PlanContext, cells: readonly Cell[]): ShiftEdit[] =>
  cells.flatMap((cell) => shiftsAt(context, cell).map(removed))

/** The route that the driver usually drives, when nobody drives it on the day. */
function usualRoute({ rows, routes }: PlanContext, driver: string, column: number): WorkRouteRow | undefined {
  const driven = new Set(rows.flatMap(({ driver: of, cells }) => (of ? (cells[column] ?? []) : []).flatMap(({ shift }) => shift.tyoreitti)))
  return routes.find(({ id, kuljettaja, tila }) => kuljettaja === driver && tila === 'ACTIVE' && !driven.has(id))
}

const routeFields = ({ id, auto, alkuaika, kesto }: WorkRouteRow) => ({ tyoreitti: [id], auto, alkuaika, kesto })

/**
 * Sets the type of the cells. An empty cell of a driver gets a shift, to drive with the usual route of the driver. Of a driver who does not
 * drive that day, the routes go to those without a driver.
 */
export function planType(context: PlanContext, cells: readonly Cell[], type: ShiftType): ShiftEdit[] {
  return cells.flatMap((cell): ShiftEdit[] => {
    const place = placeOf(context, cell)
    if (!place || place.driver === null) return []
    const { driver, day } = place
    const shifts = shiftsAt(context, cell)
    const own = { paiva: day, kuljettaja: driver, tyyppi: type }
    if (type === 'TYOVUORO') {
      const route = shifts.some(({ tyoreitti }) => tyoreitti.length > 0) ? undefined : usualRoute(context, driver, cell.column)
      const fields = { tyyppi: type, ...(route ? routeFields(route) : {}) }
      if (shifts.length === 0) return [{ ...own, ...fields, id: context.newId() }]
      return shifts.filter(({ tyyppi }) => tyyppi !== type).map(({ id }) => ({ id, ...fields }))
    }
    const driven = shifts.filter(({ tyoreitti }) => tyoreitti.length > 0)
    const [kept, ...others] = shifts.filter(({ tyoreitti }) => tyoreitti.length === 0)
    return [
      ...driven.map((shift) => movedTo(context, shift, { driver: null, day })),
      ...others.map(removed),
      ...(kept ? (kept.tyyppi === type ? [] : [{ id: kept.id, tyyppi: type, auto: null }]) : [{ ...own, id: context.newId() }]),
    ]
  })
}

/** The car of the shifts at work in the cells; an empty cell of a driver gets a shift with it. */
export function planCar(context: PlanContext, cells: readonly Cell[], auto: string | null): ShiftEdit[] {
  return cells.flatMap((cell): ShiftEdit[] => {
    const place = placeOf(context, cell)
    const shifts = shiftsAt(context, cell)
    if (!place) return []
    if (shifts.length > 0)
      return shifts.filter((shift) => shift.tyyppi === 'TYOVUORO' && shift.auto !== auto).map(({ id }) => ({ id, auto }))
    return auto === null || place.driver === null
      ? []
      : [{ id: context.newId(), paiva: place.day, kuljettaja: place.driver, tyyppi: 'TYOVUORO', auto }]
  })
}

/** The route of the cells, with its car and hours. In a cell with several shifts, of the first one. */
export function planRoute(context: PlanContext, cells: readonly Cell[], route: WorkRouteRow): ShiftEdit[] {
  return cells.flatMap((cell): ShiftEdit[] => {
    const place = placeOf(context, cell)
    if (!place) return []
    const [first] = place.driver === null ? [] : shiftsAt(context, cell)
    const fields = { ...routeFields(route), tyyppi: 'TYOVUORO' as const }
    const drivers = driverFields(context, { tyoreitti: [route.id], kuljettaja_default: null }, place.driver)
    return first ? [{ id: first.id, ...fields, ...drivers }] : [{ id: context.newId(), paiva: place.day, ...fields, ...drivers }]
  })
}

/** The days of one week into the same weekdays of another, where drivers have nothing yet (rules/shifts.md#calendar). */
export function planWeek(
  context: Pick<PlanContext, 'newId'> & CopyContext,
  shifts: readonly ShiftRow[],
  { present, dayOf }: { present: readonly ShiftRow[]; dayOf: (day: number) => number | undefined },
): ShiftEdit[] {
  const whole = { ...context, rows: [], days: [] }
  const key = (driver: string | null, day: number, routes: readonly string[]) => `${driver ?? routes.join()} ${day}`
  const busy = new Set(present.map(({ kuljettaja, paiva, tyoreitti }) => key(kuljettaja, paiva, tyoreitti)))
  return shifts.flatMap((shift) => {
    const day = dayOf(shift.paiva)
    if (day === undefined || busy.has(key(shift.kuljettaja, day, shift.tyoreitti))) return []
    return [copyTo(whole, shift, { driver: shift.kuljettaja, day })]
  })
}

/** The shift with which a route is driven. */
const shiftOf = (route: WorkRouteRow): ShiftRow => ({
  ...blank,
  id: route.id,
  ...routeFields(route),
  kuljettaja_default: null,
})

const blank = {
  ...{ vid: 0, alkuaika: 0, kesto: 0, tila: 'UNPUBLISHED', tyyppi: 'TYOVUORO', tyoreitti: [], paiva: 0 },
  ...{ kuljettaja: null, kuljettaja_default: null, auto: null, timestamp_julkaistu: 0, timestamp_luettu: 0 },
} as const satisfies Omit<ShiftRow, 'id'>

/** The shifts as they will be once the planned ones are saved. */
export function withPlanned(shifts: readonly ShiftRow[], planned: readonly ShiftEdit[]): ShiftRow[] {
  const changes = new Map(planned.map((shift) => [shift.id, shift]))
  const merged = (before: ShiftRow, { status: _status, ...fields }: ShiftEdit): ShiftRow => ({ ...before, ...fields })
  const kept = shifts.flatMap((shift) => {
    const change = changes.get(shift.id)
    if (!change) return [shift]
    changes.delete(shift.id)
    return change.status === 0 ? [] : [merged(shift, change)]
  })
  const added = [...changes.values()].filter(({ status }) => status !== 0)
  return [...kept, ...added.map((shift) => merged({ ...blank, id: shift.id, tyoreitti: [] }, shift))]
}
