import { rowAt } from '../../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../../settings/worktime-rules.ts'
import { type Breach, breachesOf } from '../limits.ts'
import { type Overtime, overtimeOf, type PeriodDay } from '../overtime.ts'
import { payPeriodOf } from '../pay-period.ts'
import type { RecordedDay } from '../recorded-day.ts'
import { sumsOf, type WorktimeSums } from '../sums.ts'
import type { DayBasis } from './day-basis.ts'

/** The sums and the warnings of a driver's own day. */
export type OwnFigures = { sums: WorktimeSums & Overtime; breaches: readonly Breach[]; rules: readonly WorktimeRules[] }

type OwnDay = RecordedDay & { varoitukset: readonly Breach[] }
type Options = {
  /** null until the device has read it: then the default rules count, and the warnings are those that the server has given. */
  basis: DayBasis | null
  /** The day that was ended last on the device: the basis may have been read before. */
  ended: RecordedDay | null
  now: number
}

/** Computed on the driver's device, with a network or without; the stored sums are computed by the server (rules/worktime.md#sums). */
export function ownFigures(day: OwnDay, { basis, ended, now }: Options): OwnFigures {
  const rules = basis?.saannot ?? [defaultWorktimeRules]
  const holidays = new Set(basis?.pyhat)
  const sums = sumsOf(day, { rules, holidays, until: now })
  if (!basis) return { sums: { ...sums, aika_ylityo_50: 0, aika_ylityo_100: 0 }, breaches: day.varoitukset, rules }
  const records = new Map<string, RecordedDay>([...basis.paivat, ...(ended ? [ended] : []), day].map((one) => [one.id, one]))
  const days = [...records.values()]
  const period = payPeriodOf(day.paiva, basis.jakson_alku)
  const ofPeriod = days.flatMap((one): PeriodDay[] => {
    if (one.paiva < period.min || one.paiva > period.max) return []
    const { id, paiva, alkuaika } = one
    const { aika_tyoaika } = one.id === day.id ? sums : sumsOf(one, { rules, holidays })
    return [{ id, paiva, alkuaika, aika_tyoaika, aika_ylityo_50: 0, aika_ylityo_100: 0, isLocked: false }]
  })
  const overtime = overtimeOf(ofPeriod, rowAt(rules, period.min) ?? defaultWorktimeRules).overtime.get(day.id)
  return {
    sums: { ...sums, aika_ylityo_50: overtime?.aika_ylityo_50 ?? 0, aika_ylityo_100: overtime?.aika_ylityo_100 ?? 0 },
    breaches: breachesOf(days, { rules, now }).filter(({ kirjaus }) => kirjaus === day.id),
    rules,
  }
}
