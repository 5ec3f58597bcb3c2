import { rowAt } from '../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../settings/worktime-rules.ts'
import { drivingPeriods } from './driving-periods.ts'
import { type RecordedTimes, stretchesOf } from './recorded-day.ts'

export type DrivingLeft = {
  /** Minutes of driving before a break is due; 0 when it is due already. */
  left: number
  /** Minutes of driving between two breaks. */
  limit: number
  /** Minutes of the break that is then due: shorter once the first part of a split break has been taken. */
  nextBreak: number
}

/** How much the driver of an open day may drive before a break (rules/worktime.md#warnings). `now`: unix seconds. */
export function drivingLeft(day: RecordedTimes, { rules, now }: { rules: readonly WorktimeRules[]; now: number }): DrivingLeft {
  const rule = rowAt(rules, day.alkuaika) ?? defaultWorktimeRules
  const { periods, hasFirstPart } = drivingPeriods(stretchesOf(day, now), rule)
  const driven = (periods.at(-1) ?? []).reduce((sum, { start, end }) => sum + (end - start) / 60, 0)
  return {
    left: Math.max(0, Math.floor(rule.ajojakso - driven)),
    limit: rule.ajojakso,
    nextBreak: hasFirstPart ? rule.ajotauko_loppu : rule.ajotauko,
  }
}
