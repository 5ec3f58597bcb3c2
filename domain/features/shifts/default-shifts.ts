import { weekdayOf } from '../../values/time/time.ts'

type Filling = {
  /** Active work routes with their usual drivers, in their order. */
  routes: readonly { id: string; kuljettaja: string }[]
  /** Days on which a driver has a shift of any type. */
  busy: readonly { kuljettaja: string | null; paiva: number }[]
  /** Midnights of the working days. */
  days: readonly number[]
}
type DefaultShift = { paiva: number; kuljettaja: string; tyyppi: 'TYOVUORO'; tyoreitti: string[] }

const friday = 5

/** Monday to Friday, without public holidays. The browser gets these from the server, instead of the library that computes them. */
export const isWorkingDay = (day: number, holidays: ReadonlySet<number>): boolean => weekdayOf(day) <= friday && !holidays.has(day)

/**
 * The shifts that Fill defaults makes (rules/shifts.md#fill-defaults): for each driver and working day without a shift, one with all the routes
 * whose usual driver it is. Hours and car come from the routes as the shifts are saved.
 */
export function defaultShifts({ routes, busy, days }: Filling): DefaultShift[] {
  const taken = new Set(busy.map(({ kuljettaja, paiva }) => `${kuljettaja} ${paiva}`))
  const byDriver = [...Map.groupBy(routes, ({ kuljettaja }) => kuljettaja)]
  return days.flatMap((paiva) =>
    byDriver.flatMap(([kuljettaja, own]): DefaultShift[] =>
      taken.has(`${kuljettaja} ${paiva}`) ? [] : [{ paiva, kuljettaja, tyyppi: 'TYOVUORO', tyoreitti: own.map(({ id }) => id) }],
    ),
  )
}
