import { addDays, atTime, dayOf, startOfDay, weekdayOf } from '../../values/time/time.ts'

/** Orders are taken until a time, in minutes after midnight, so many working days before the delivery. */
export type CutOff = { minute: number; workingDays: number }
/** ISO day → the holiday's name. */
type Holidays = ReadonlyMap<string, string>
/** `next`: the next working day for which an order is still in time. */
export type DayDoubt = { day: number; reason: 'sunday' | 'holiday' | 'late'; next: number }

const saturday = 6
const sunday = 7
/** More days than any row of holidays and any cut-off. */
const maxDaysAhead = 120

const isWorkingDay = (day: number, holidays: Holidays): boolean => weekdayOf(day) < saturday && !holidays.has(dayOf(day))

function deadlineOf(day: number, { minute, workingDays }: CutOff, holidays: Holidays): number {
  let last = day
  for (let left = workingDays; left > 0; ) {
    last = addDays(last, -1)
    if (isWorkingDay(last, holidays)) left--
  }
  return atTime(last, Math.floor(minute / 60), minute % 60)
}

type Today = { now: number; holidays: Holidays; cutOff: CutOff | null }

/** Why the person must confirm a wished day, with the next good one (rules/orders.md#cut-off); null when there is no reason. */
export function dayDoubt(wished: number, { now, holidays, cutOff }: Today): DayDoubt | null {
  const day = startOfDay(wished)
  // A past day is refused, or an administrator records what has been done.
  if (wished === 0 || day < startOfDay(now)) return null
  const isLate = (of: number): boolean => cutOff !== null && now > deadlineOf(of, cutOff, holidays)
  const reason = holidays.has(dayOf(day)) ? 'holiday' : weekdayOf(day) === sunday ? 'sunday' : isLate(day) ? 'late' : null
  if (!reason) return null
  const next = Array.from({ length: maxDaysAhead }, (_, index) => addDays(day, index + 1)).find(
    (one) => isWorkingDay(one, holidays) && !isLate(one),
  )
  return { day, reason, next: next ?? addDays(day, 1) }
}
