import { addDays, startOfDay } from '../../values/time/time.ts'
import type { TimeWindow } from './planned-work.ts'

/** Midnight of the day that is planned, and the latest end of its shifts; 0 when it is not known. */
export type PlannedDay = { day: number; end: number }

/** Whether a window lies on another day. A shift over midnight also serves the windows that begin before it ends. */
export const isOtherDay = ({ day, end: lastEnd }: PlannedDay, { start, end }: TimeWindow): boolean =>
  (start !== 0 && start >= Math.max(addDays(day, 1), lastEnd)) || (end !== 0 && startOfDay(end) < day)
