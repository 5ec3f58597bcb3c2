import { rowAt } from '../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../settings/worktime-rules.ts'
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
  let [driven, pause, hasFirstPart] = [0, 0, false]
  for (const { tyyppi, start, end } of stretchesOf(day, now)) {
    const minutes = (end - start) / 60
    if (tyyppi === 'TAUKO') {
      pause += minutes
      if (pause >= rule.ajotauko || (hasFirstPart && pause >= rule.ajotauko_loppu)) [driven, hasFirstPart] = [0, false]
      continue
    }
    if (pause >= rule.ajotauko_alku && driven > 0) hasFirstPart = true
    pause = 0
    if (tyyppi === 'AJO') driven += minutes
  }
  const hasPart = hasFirstPart || (pause >= rule.ajotauko_alku && driven > 0)
  return {
    left: Math.max(0, Math.floor(rule.ajojakso - driven)),
    limit: rule.ajojakso,
    nextBreak: hasPart ? rule.ajotauko_loppu : rule.ajotauko,
  }
}
