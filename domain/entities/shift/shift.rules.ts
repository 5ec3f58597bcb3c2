import type { EntityRules } from '../../model/define-entity.ts'

type OfDay = { paiva: number }

/** Shifts and notes belong to a cell of the calendar. */
export const calendarDayRules: EntityRules<OfDay> = {
  check: ({ after }) => (after.paiva === 0 ? [{ field: 'paiva', detail: 'Anna päivä.' }] : []),
}
