import { routeLabel } from '../../entities/shift/route-label.ts'
import { shiftTypes } from '../../entities/shift/shift.entity.ts'
import type { DriverShift } from './driver-shifts.ts'
import { shiftClock } from './shift-times.ts'

/** A shift as an entry of a calendar (rules/shifts.md#calendar-feed). */
export type ShiftEvent = { id: string; start: number; end: number; allDay: boolean; title: string; description: string }

/** Entries of the driver's shifts; those without hours take the whole day. */
export function shiftEvents(shifts: readonly DriverShift[]): ShiftEvent[] {
  const clock = shiftClock()
  return shifts.map((shift) => {
    const routes = shift.tyoreitit.map((route) => `reitti ${routeLabel(route)}`)
    const notes = shift.tyoreitit.map(({ lisatiedot }) => lisatiedot).filter(Boolean)
    return {
      id: shift.id,
      ...clock(shift),
      allDay: shift.kesto === 0,
      title: [[shiftTypes[shift.tyyppi], ...routes].join(', '), shift.auto?.rekisterinumero].filter(Boolean).join(' · '),
      description: notes.join('\n\n'),
    }
  })
}
