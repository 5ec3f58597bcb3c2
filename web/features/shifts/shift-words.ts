import { type LabelledRoute, routeLabel } from '#domain/entities/shift/route-label.ts'
import { type ShiftType, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import { addDays } from '#domain/values/time/time.ts'
import { writeTime } from '#web/kit/form/time-field.tsx'
import { formatDay } from '#web/kit/format.ts'

type Hours = { paiva: number; alkuaika: number; kesto: number }

const minutesOfDay = 1440

/** `6.00–14.30`, `18.00–la 2.30` when it ends on another day; '' when the hours are not known. */
export function hoursText({ paiva, alkuaika, kesto }: Hours): string {
  if (kesto === 0) return ''
  const end = alkuaika + kesto
  const endDay = end < minutesOfDay ? '' : `${formatDay(addDays(paiva, Math.floor(end / minutesOfDay))).slice(0, 2)} `
  return `${writeTime(alkuaika)}–${endDay}${writeTime(end % minutesOfDay)}`
}

/** `Reitti 12`, `Reitit 31 ja 3` */
export function routesText(routes: readonly LabelledRoute[]): string {
  const names = routes.map(routeLabel)
  if (names.length === 0) return ''
  return names.length === 1 ? `reitti ${names[0]}` : `reitit ${names.slice(0, -1).join(', ')} ja ${names.at(-1)}`
}

/** `Töissä, reitti 12, KLR-418, 6.00–14.30`: what a cell or a card shows, in words. */
export const shiftText = (
  shift: Hours & { tyyppi: ShiftType },
  { routes, plate }: { routes: readonly LabelledRoute[]; plate: string },
): string => [shiftTypes[shift.tyyppi], routesText(routes), plate, hoursText(shift)].filter(Boolean).join(', ')
