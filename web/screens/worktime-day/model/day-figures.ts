import { type SumName, sumNames } from '#domain/entities/worktime/sent-sums.ts'
import type { WorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { type Breach, breachesOf } from '#domain/features/worktime/limits.ts'
import { type Overtime, overtimeOf, type PeriodDay } from '#domain/features/worktime/overtime.ts'
import type { RecordedDay } from '#domain/features/worktime/recorded-day.ts'
import { sumsOf, type WorktimeSums } from '#domain/features/worktime/sums.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { type DayValues, recordedTimes } from './day-values.ts'

/** What the figures of a day depend on besides its own times. */
export type FigureContext = {
  id: string
  rules: readonly WorktimeRules[]
  /** The rules that hold when the two-week period begins. */
  periodRule: WorktimeRules
  holidays: ReadonlySet<number>
  now: number
  /** The driver's other records from the weeks before until the end of the period. */
  others: readonly RecordedDay[]
  /** Those of the two-week period. */
  period: readonly PeriodDay[]
}
export type DayFigures = WorktimeSums &
  Overtime & {
    /** Working time of the whole period, this day included. */
    aika_jakso: number
    breaches: readonly Breach[]
  }

/** The figures of a checked record: the sums that it has stored, which payroll gets, and the warnings of its times (rules/worktime.md#locked-records). */
export function storedFigures(row: Readonly<Record<SumName, number>>, figures: DayFigures, { period }: FigureContext): DayFigures {
  const aika_jakso = period.reduce((sum, { aika_tyoaika }) => sum + aika_tyoaika, row.aika_tyoaika)
  const sums = Object.fromEntries(sumNames.map((name) => [name, row[name]]))
  return { ...figures, ...sums, aika_jakso }
}

/** The sums and the warnings of a day as it is edited. */
export function figuresOf(day: DayValues, { id, rules, periodRule, holidays, now, others, period }: FigureContext): DayFigures {
  const times = recordedTimes(day)
  const sums = sumsOf(times, { rules, holidays, until: now })
  const paiva = startOfDay(day.alkuaika)
  const own: PeriodDay = {
    ...{ id, paiva, alkuaika: day.alkuaika, aika_tyoaika: sums.aika_tyoaika, aika_ylityo_50: 0, aika_ylityo_100: 0, isLocked: false },
  }
  const all = [...period, own]
  const overtime = overtimeOf(all, periodRule).overtime.get(id) ?? { aika_ylityo_50: 0, aika_ylityo_100: 0 }
  const found = breachesOf([...others, { id, paiva, ...times }], { rules, now })
  return {
    ...sums,
    ...overtime,
    aika_jakso: all.reduce((sum, { aika_tyoaika }) => sum + aika_tyoaika, 0),
    breaches: found.filter(({ kirjaus }) => kirjaus === id),
  }
}
