import type { PlannedWork } from './planned-work.ts'

/** The usual time at a stop *(set)*: minutes, and minutes for each piece. */
export type UsualStopTime = { minutes: number; perPiece: number }

/** Minutes at a stop (rules/planning-board.md#time-at-a-stop): what the dispatcher has set, else what its work needs. */
export function stopMinutes(
  kesto: number,
  works: readonly Pick<PlannedWork, 'kind' | 'minutes' | 'pieces'>[],
  usual: UsualStopTime,
): number {
  if (kesto > 0) return kesto
  const named = works.reduce((sum, { minutes }) => sum + minutes, 0)
  const others = works.filter(({ kind, minutes }) => kind === 'lahetys' && minutes === 0)
  if (others.length === 0) return named
  const pieces = others.reduce((sum, one) => sum + one.pieces, 0)
  // The time of the stop itself is spent once, however many shipments it has.
  return Math.round(named + (named > 0 ? 0 : usual.minutes) + pieces * usual.perPiece)
}
