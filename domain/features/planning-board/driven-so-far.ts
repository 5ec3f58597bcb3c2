import { breakMinutes } from '../../entities/shift/driving-limits.ts'
import type { WorktimeRules } from '../settings/worktime-rules.ts'
import { drivingPeriods } from '../worktime/driving-left.ts'
import { type RecordedTimes, stretchesOf } from '../worktime/recorded-day.ts'

/** A stop that is done: seconds of driving to it, and minutes of break there. */
export type DoneLeg = { seconds: number; breakMinutes: number }
export type DrivenSoFar = { driven: number; drivenSinceBreak: number }

/**
 * Seconds that a driver has driven on the day (rules/planning-board.md#proposal): what the driver has recorded, and at least the legs to the stops
 * that are done. Without a record nothing is known of breaks but those on the board. `rules`: those that say what a break is.
 */
export function drivenSoFar(
  records: readonly RecordedTimes[],
  { legs, now, rules }: { legs: readonly DoneLeg[]; now: number; rules: WorktimeRules },
): DrivenSoFar {
  const lengthOf = (driving: readonly { start: number; end: number }[]): number =>
    driving.reduce((sum, { start, end }) => sum + end - start, 0)
  const onBoard = legs.reduce((sum, { seconds }) => sum + seconds, 0)
  const lastBreak = legs.findLastIndex((leg) => leg.breakMinutes >= breakMinutes)
  const sinceBreak = legs.slice(lastBreak + 1).reduce((sum, { seconds }) => sum + seconds, 0)
  if (records.length === 0) return { driven: onBoard, drivenSinceBreak: sinceBreak }
  const { periods } = drivingPeriods(
    records.flatMap((record) => stretchesOf(record, now)),
    rules,
  )
  return { driven: Math.max(onBoard, lengthOf(periods.flat())), drivenSinceBreak: lengthOf(periods.at(-1) ?? []) }
}
