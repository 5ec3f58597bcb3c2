import type { WorktimeRules } from '../settings/worktime-rules.ts'

/** A record of a driver's two-week period, as overtime needs it. */
export type PeriodDay = {
  id: string
  /** The local day on which it starts, as midnight. */
  paiva: number
  alkuaika: number
  aika_tyoaika: number
  aika_ylityo_50: number
  aika_ylityo_100: number
  /** Checked, or sent and not edited itself: its sums stay (rules/worktime.md#locked-records). */
  isLocked: boolean
}
export type Overtime = { aika_ylityo_50: number; aika_ylityo_100: number }
export type PeriodOvertime = {
  /** Of each record that is not locked, by id. */
  overtime: ReadonlyMap<string, Overtime>
  /** The overtime of locked records differs from the rule's, and the other records could not take the difference. */
  isUnbalanced: boolean
}

const byStart = (a: PeriodDay, b: PeriodDay): number => a.alkuaika - b.alkuaika || (a.id < b.id ? -1 : 1)

/**
 * The overtime of the records of a driver's two-week period (rules/worktime.md#overtime). `rule` is the row of the rule table that holds when the period
 * begins.
 */
export function overtimeOf(days: readonly PeriodDay[], rule: WorktimeRules): PeriodOvertime {
  const sorted = days.toSorted(byStart)
  const groups =
    rule.ylityo === 'jakso'
      ? [{ days: sorted, limit: rule.jakso_raja, at50: rule.jakso_50 }]
      : [...Map.groupBy(sorted, ({ paiva }) => paiva).values()].map((ofDay) => ({
          days: ofDay,
          limit: rule.vuorokausi_raja,
          at50: rule.vuorokausi_50,
        }))
  const results = groups.map(overtimeOfGroup)
  return {
    overtime: new Map(results.flatMap(({ overtime }) => [...overtime])),
    isUnbalanced: results.some(({ isUnbalanced }) => isUnbalanced),
  }
}

type Group = { days: readonly PeriodDay[]; limit: number; at50: number }

function overtimeOfGroup({ days, limit, at50 }: Group): PeriodOvertime {
  let worked = 0
  const shares = days.map((day) => {
    const before = overtimeAt(worked, limit, at50)
    worked += day.aika_tyoaika
    const after = overtimeAt(worked, limit, at50)
    return {
      day,
      aika_ylityo_50: after.aika_ylityo_50 - before.aika_ylityo_50,
      aika_ylityo_100: after.aika_ylityo_100 - before.aika_ylityo_100,
    }
  })
  const locked = shares.filter(({ day }) => day.isLocked)
  const open = shares.filter(({ day }) => !day.isLocked)
  const column = (key: keyof Overtime) => {
    const missing = locked.reduce((sum, share) => sum + share[key] - share.day[key], 0)
    return withDifference(
      open.map((share) => share[key]),
      missing,
    )
  }
  const [half, full] = [column('aika_ylityo_50'), column('aika_ylityo_100')]
  return {
    overtime: new Map(open.map(({ day }, at) => [day.id, { aika_ylityo_50: half.values[at] ?? 0, aika_ylityo_100: full.values[at] ?? 0 }])),
    isUnbalanced: half.rest !== 0 || full.rest !== 0,
  }
}

/** The overtime of so many minutes of work in all. */
function overtimeAt(worked: number, limit: number, at50: number): Overtime {
  const over = Math.max(0, worked - limit)
  return { aika_ylityo_50: Math.min(over, at50), aika_ylityo_100: Math.max(0, over - at50) }
}

/** Adds the difference to the first value; what would make it negative is taken from the following ones. `rest` is what none could take. */
function withDifference(values: readonly number[], difference: number): { values: number[]; rest: number } {
  let rest = difference
  const changed = values.map((value) => {
    const next = Math.max(0, value + rest)
    rest -= next - value
    return next
  })
  return { values: changed, rest }
}
