import { rowAt } from '../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../settings/worktime-rules.ts'
import { type RecordedTimes, type Stretch, stretchesOf } from './recorded-day.ts'

export type DrivingPeriods<S> = {
  /** The driving between two breaks, in its order; the last one may still go on. */
  periods: S[][]
  /** The first part of a split break has been taken in the last period. */
  hasFirstPart: boolean
}

/**
 * Driving divided by its breaks (rules/worktime.md#warnings): one of full length, or two parts in this order, the first one after some driving. Time between
 * two stretches, as between two records of a day, is a break.
 */
export function drivingPeriods<S extends Stretch>(stretches: readonly S[], rule: WorktimeRules): DrivingPeriods<S> {
  let period: S[] = []
  const periods = [period]
  let [pause, hasFirstPart, end] = [0, false, stretches[0]?.start ?? 0]
  const endPause = (): void => {
    if (pause >= rule.ajotauko || (hasFirstPart && pause >= rule.ajotauko_loppu)) {
      period = []
      periods.push(period)
      hasFirstPart = false
    } else if (pause >= rule.ajotauko_alku && period.length > 0) hasFirstPart = true
    pause = 0
  }
  for (const stretch of stretches) {
    pause += Math.max(0, stretch.start - end) / 60
    end = stretch.end
    if (stretch.tyyppi === 'TAUKO') {
      pause += (stretch.end - stretch.start) / 60
      continue
    }
    endPause()
    if (stretch.tyyppi === 'AJO') period.push(stretch)
  }
  endPause()
  return { periods, hasFirstPart }
}

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
