import { addDays, atTime } from '../../values/time/time.ts'
import type { ShiftDriverRow, ShiftRow } from './shift-rows.ts'

/** The fields of a shift from which its times follow. */
export type TimedShift = Pick<ShiftRow, 'id' | 'paiva' | 'alkuaika' | 'kesto' | 'tyyppi' | 'kuljettaja' | 'auto'>
export type PlannedDriver = Pick<ShiftDriverRow, 'id' | 'ammattipatevyys_voimassa' | 'digipiirturikortti_voimassa'>
export type ShiftPlan = {
  /** Of the range, and those around it that the rest and the period need (`tyovuorot` and `lahivuorot` of the calendar). */
  shifts: readonly TimedShift[]
  drivers: readonly PlannedDriver[]
  /** Cars that may be proposed. */
  cars: readonly { id: string; poistettu: boolean }[]
  /** The first Monday of some two-week period. */
  periodStart: number
}
/** Unix seconds; the end is not included. */
export type TimeSpan = { start: number; end: number }

const ordinaryDay = 86_400

/** Where a shift lies in time, right over clock changes: `alkuaika` is the clock's time of its day, `kesto` the time that passes. */
export function shiftClock(): (shift: Pick<ShiftRow, 'paiva' | 'alkuaika' | 'kesto'>) => TimeSpan {
  const nextDays = new Map<number, number>()
  const nextDay = (day: number): number => {
    const known = nextDays.get(day)
    if (known !== undefined) return known
    const next = addDays(day, 1)
    nextDays.set(day, next)
    return next
  }
  return ({ paiva, alkuaika, kesto }) => {
    const next = nextDay(paiva)
    // Without a length the hours are not known: it may be any part of the day.
    if (kesto === 0) return { start: paiva, end: next }
    const start = next - paiva === ordinaryDay ? paiva + alkuaika * 60 : atTime(paiva, Math.floor(alkuaika / 60), alkuaika % 60)
    return { start, end: start + kesto * 60 }
  }
}

/** Whether the driver works: drives or is trained. */
export const isWork = ({ tyyppi }: Pick<ShiftRow, 'tyyppi'>): boolean => tyyppi === 'TYOVUORO' || tyyppi === 'KOULUTUS'

export const overlap = (a: TimeSpan, b: TimeSpan): boolean => a.start < b.end && b.start < a.end

/** The two-week period of a day, as its first day and the day after its last; `periodStart` is the first Monday of any period. */
export function periodOf(day: number, periodStart: number): { first: number; next: number } {
  // Clock changes move a midnight by an hour, less than half a day.
  const days = Math.round((day - periodStart) / ordinaryDay)
  const first = addDays(periodStart, Math.floor(days / periodDays) * periodDays)
  return { first, next: addDays(first, periodDays) }
}
export const periodDays = 14
/** Minutes of work in two weeks above which work is overtime (rules/worktime.md#overtime). */
export const periodMinutes = 80 * 60
