import type { EntityRules } from '../../model/define-entity.ts'

type OfDay = { paiva: number }

/** A shift and a note stand in a cell of the calendar. */
export const calendarDayRules: EntityRules<OfDay> = {
  check: ({ after }) => (after.paiva === 0 ? [{ field: 'paiva', detail: 'Anna päivä.' }] : []),
}
