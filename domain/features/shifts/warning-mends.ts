import { minuteOfDay, startOfDay } from '../../values/time/time.ts'
import { isWork, overlap, type PlannedDriver, type ShiftPlan, type TimedShift, type TimeSpan } from './shift-times.ts'
import type { ShiftMend } from './shift-warning.ts'

type Placed = TimedShift & TimeSpan
/** Changes that would remove the warning about a shift; none where there is no candidate. */
export type Mending = {
  car: (shift: Placed) => ShiftMend[]
  driver: (shift: Placed) => ShiftMend[]
  /** A start at the moment or after it, on the shift's own day. */
  start: (shift: Placed, earliest: number) => ShiftMend[]
}

const maxCandidates = 5
const fullRest = 11 * 3600
const quarter = 15 * 60

/** What can be proposed in a plan: free cars, free drivers, later starts. */
export function mendingOf(placed: readonly Placed[], { drivers, cars }: Pick<ShiftPlan, 'drivers' | 'cars'>): Mending {
  const byCar = Map.groupBy(
    placed.filter(({ tyyppi }) => tyyppi === 'TYOVUORO'),
    ({ auto }) => auto,
  )
  const byDriver = Map.groupBy(placed, ({ kuljettaja }) => kuljettaja)
  const isCarFree = (car: string, shift: Placed): boolean => !(byCar.get(car) ?? []).some((other) => overlap(other, shift))
  const suits = (driver: PlannedDriver, shift: Placed): boolean =>
    isValid(driver, shift) && (byDriver.get(driver.id) ?? []).every((other) => leavesRest(other, shift))
  return {
    car(shift) {
      const autot = firstOf(cars, ({ id, poistettu }) => !poistettu && isCarFree(id, shift)).map(({ id }) => id)
      return autot.length === 0 ? [] : [{ laji: 'auto', tyovuoro: shift.id, autot }]
    },
    driver(shift) {
      const free = firstOf(drivers, (driver) => driver.id !== shift.kuljettaja && suits(driver, shift))
      return free.length === 0 ? [] : [{ laji: 'kuljettaja', tyovuoro: shift.id, kuljettajat: free.map(({ id }) => id) }]
    },
    start(shift, earliest) {
      const later = Math.ceil(earliest / quarter) * quarter
      return startOfDay(later) === shift.paiva ? [{ laji: 'alkuaika', tyovuoro: shift.id, alkuaika: minuteOfDay(later) }] : []
    },
  }
}

function firstOf<T>(list: readonly T[], holds: (item: T) => boolean): T[] {
  const chosen: T[] = []
  for (const item of list) {
    if (chosen.length === maxCandidates) break
    if (holds(item)) chosen.push(item)
  }
  return chosen
}

/** Nothing else on the day, and a full rest before and after. */
function leavesRest(other: Placed, shift: Placed): boolean {
  if (other.paiva === shift.paiva) return false
  return !isWork(other) || other.end + fullRest <= shift.start || shift.end + fullRest <= other.start
}

const isValid = (driver: PlannedDriver, { paiva }: Placed): boolean =>
  [driver.digipiirturikortti_voimassa, driver.ammattipatevyys_voimassa].every((until) => until === 0 || startOfDay(until) >= paiva)
