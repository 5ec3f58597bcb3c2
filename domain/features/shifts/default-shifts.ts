import { publicHolidays } from '../../values/time/public-holidays.ts'
import { addDays, weekdayOf } from '../../values/time/time.ts'

type Filling = {
  /** Active work routes with their usual drivers, in their order. */
  routes: readonly { id: string; kuljettaja: string }[]
  /** Days on which a driver has a shift of any type. */
  busy: readonly { kuljettaja: string | null; paiva: number }[]
  /** Midnights of the first and the last day. */
  min: number
  max: number
}
type DefaultShift = { paiva: number; kuljettaja: string; tyyppi: 'TYOVUORO'; tyoreitti: string[] }

const friday = 5

/** Working days, Monday to Friday without public holidays, from the day `min` to the day `max`. */
export function workingDays(min: number, max: number): number[] {
  const holidays = new Set(publicHolidays(min, max).map(({ paiva }) => paiva))
  const days: number[] = []
  for (let day = min; day <= max; day = addDays(day, 1)) if (weekdayOf(day) <= friday && !holidays.has(day)) days.push(day)
  return days
}

/**
 * The shifts that Fill defaults makes (rules/shifts.md#fill-defaults): for each driver and working day without a shift, one with all the routes
 * whose usual driver it is. Hours and car come from the routes as the shifts are saved.
 */
export function defaultShifts({ routes, busy, min, max }: Filling): DefaultShift[] {
  const taken = new Set(busy.map(({ kuljettaja, paiva }) => `${kuljettaja} ${paiva}`))
  const byDriver = [...Map.groupBy(routes, ({ kuljettaja }) => kuljettaja)]
  return workingDays(min, max).flatMap((paiva) =>
    byDriver.flatMap(([kuljettaja, own]): DefaultShift[] =>
      taken.has(`${kuljettaja} ${paiva}`) ? [] : [{ paiva, kuljettaja, tyyppi: 'TYOVUORO', tyoreitti: own.map(({ id }) => id) }],
    ),
  )
}
