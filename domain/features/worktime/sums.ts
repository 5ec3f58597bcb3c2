import type { TaskType } from '../../entities/worktime/task-types.ts'
import { addDays, atTime, startOfDay, weekdayOf } from '../../values/time/time.ts'
import { rowAt } from '../settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '../settings/worktime-rules.ts'
import { isWorkingTime, type RecordedTimes, stretchesOf } from './recorded-day.ts'

/** The sums of a day in minutes (rules/worktime.md#sums), without overtime, which needs the period (overtime.ts). */
export type WorktimeSums = {
  aika_kesto: number
  aika_tyoaika: number
  aika_ilta: number
  aika_yo: number
  aika_pyha: number
  aika_ajo: number
  aika_lastaus: number
  aika_purku: number
  aika_muu: number
  aika_tauko: number
  aika_odotus: number
}
type SumOfType = 'aika_ajo' | 'aika_lastaus' | 'aika_purku' | 'aika_muu' | 'aika_tauko' | 'aika_odotus'

export const sumOfType: Readonly<Record<TaskType, SumOfType>> = {
  AJO: 'aika_ajo',
  LASTAUS: 'aika_lastaus',
  PURKU: 'aika_purku',
  TAUKO: 'aika_tauko',
  ODOTUS: 'aika_odotus',
  TANKKAUS: 'aika_muu',
  PESU: 'aika_muu',
  MUU: 'aika_muu',
}

export const noSums: WorktimeSums = {
  aika_kesto: 0,
  aika_tyoaika: 0,
  aika_ilta: 0,
  aika_yo: 0,
  aika_pyha: 0,
  aika_ajo: 0,
  aika_lastaus: 0,
  aika_purku: 0,
  aika_muu: 0,
  aika_tauko: 0,
  aika_odotus: 0,
}

export type SumOptions = {
  /** The rows of the rule table (`tyoajan_saannot`); the one that holds when the day starts counts. */
  rules: readonly WorktimeRules[]
  /** Midnights of the holidays with extra pay, Sundays not included (`paidHolidays`), of all days that the record touches. */
  holidays: ReadonlySet<number>
  /** Until when an open day is counted; without it, until its last task starts. */
  until?: number
}

/** The sums of a day; `aika_kesto` of an open day is what is counted so far. */
export function sumsOf(day: RecordedTimes, { rules, holidays, until }: SumOptions): WorktimeSums {
  const sums = { ...noSums }
  const stretches = stretchesOf(day, until)
  const end = Math.min(stretches.at(-1)?.end ?? day.alkuaika, day.alkuaika + longestCounted)
  const spans = paidSpans({ start: day.alkuaika, end }, rowAt(rules, day.alkuaika) ?? defaultWorktimeRules, holidays)
  for (const { tyyppi, start, end } of stretches) {
    const minutes = (end - start) / 60
    sums.aika_kesto += minutes
    sums[sumOfType[tyyppi]] += minutes
    if (!isWorkingTime(tyyppi)) continue
    sums.aika_tyoaika += minutes
    for (const span of spans) sums[span.sum] += Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)) / 60
  }
  return sums
}

type Span = { start: number; end: number }
type PaidSpan = Span & { sum: 'aika_ilta' | 'aika_yo' | 'aika_pyha' }
const sunday = 7
/** Evenings, nights and holidays are counted for so many seconds; a longer record is an error that nobody is paid for. */
const longestCounted = 400 * 86_400
const minutesOfDay = 24 * 60

/** The evenings, nights and holidays that a day touches. They begin and end at local times, also when the clocks are changed. */
export function paidSpans({ start, end }: Span, rule: WorktimeRules, holidays: ReadonlySet<number>): PaidSpan[] {
  const spans: PaidSpan[] = []
  for (let midnight = startOfDay(start); midnight < end; midnight = addDays(midnight, 1)) {
    const next = addDays(midnight, 1)
    const at = (minutes: number): number => (minutes >= minutesOfDay ? next : atTime(midnight, Math.floor(minutes / 60), minutes % 60))
    const night = at(rule.yo_alkaa)
    spans.push({ sum: 'aika_yo', start: midnight, end: at(rule.yo_paattyy) }, { sum: 'aika_yo', start: night, end: next })
    spans.push({ sum: 'aika_ilta', start: at(rule.ilta_alkaa), end: night })
    if (weekdayOf(midnight) === sunday || holidays.has(midnight)) spans.push({ sum: 'aika_pyha', start: midnight, end: next })
  }
  return spans
}
