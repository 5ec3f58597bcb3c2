import type { ShiftRow, WorkRouteRow } from './shift-rows.ts'

type Planned = {
  routes: readonly (WorkRouteRow & { poistettu: boolean })[]
  shifts: readonly Pick<ShiftRow, 'paiva' | 'tyoreitti'>[]
  /** Midnights of the days on which routes are driven. */
  days: readonly number[]
}

/** By the day: the active work routes that no shift of the day has, with or without a driver (rules/work-routes.md#unassigned). */
export function undrivenRoutes({ routes, shifts, days }: Planned): Map<number, WorkRouteRow[]> {
  const active = routes.filter(({ tila, poistettu }) => tila === 'ACTIVE' && !poistettu)
  const onDay = Map.groupBy(shifts, ({ paiva }) => paiva)
  return new Map(
    days.map((day) => {
      const planned = new Set(onDay.get(day)?.flatMap(({ tyoreitti }) => tyoreitti))
      return [day, active.filter(({ id }) => !planned.has(id))]
    }),
  )
}
