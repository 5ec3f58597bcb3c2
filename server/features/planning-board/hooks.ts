import type { EntityHooks } from '#server/entities/engine.ts'
import { followAssignments } from './follow-assignments.ts'
import { followShifts } from './follow-shifts.ts'

export const planningBoardHooks: EntityHooks = {
  tilaus: [{ conclude: followAssignments }],
  tyovuoro: [{ conclude: followShifts }],
}
