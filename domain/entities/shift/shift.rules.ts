import type { EntityRules } from '../../define-entity.ts'
import { startOfDay } from '../../values/time.ts'

type OfDay = { paiva: number }

/** A shift and a note stand in a cell of the calendar: a day's midnight. */
export const calendarDayRules: EntityRules<OfDay> = {
  derive: ({ after }) => ({ paiva: after.paiva === 0 ? 0 : startOfDay(after.paiva) }),
  check: ({ after }) => (after.paiva === 0 ? [{ field: 'paiva', detail: 'Anna päivä.' }] : []),
}
