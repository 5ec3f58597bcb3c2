import { addDays, mondayOf, startOfDay } from '../../values/time/time.ts'
import { periodOf } from '../shifts/shift-times.ts'

/** The two-week period of a moment: midnights of its first and its last day. `start` is a day of the first week of any period (the setting `jakson_alku`). */
export function payPeriodOf(at: number, start: number): { min: number; max: number } {
  const { first, next } = periodOf(startOfDay(at), mondayOf(start))
  return { min: first, max: addDays(next, -1) }
}
