import { hasUnsentCorrection, sumsOfRecord } from '#domain/entities/worktime/sent-sums.ts'
import type { TyovuoroKirjaus } from '#domain/entities/worktime/worktime.entity.ts'
import type { WorkingDayLines } from '#domain/entities/worktime/worktime.rules.ts'
import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules, type WorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { overtimeOf, type PeriodDay } from '#domain/features/worktime/overtime.ts'
import { paidHolidays } from '#domain/features/worktime/paid-holidays.ts'
import { payPeriodOf } from '#domain/features/worktime/pay-period.ts'
import { sumsOf } from '#domain/features/worktime/sums.ts'
import { openReasons } from '#domain/features/worktime/task-place.ts'
import type { Change } from '#domain/model/define-entity.ts'
import { addDays } from '#domain/values/time/time.ts'
import type { Conclude, Conclusion, RowWithLines } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { periodRecords } from './queries.ts'

type RecordChange = Change<TyovuoroKirjaus>
type WholeRecord = RowWithLines<TyovuoroKirjaus, WorkingDayLines>

/** Checked records keep the sums that they have (rules/worktime.md#locked-records). A sent one that is unchecked is corrected by its own edits alone. */
const isLocked = ({ before, after }: RecordChange): boolean => before?.tarkistettu === true && after.tarkistettu

/**
 * Computes the sums of records that a save changes, whichever call it is, and the overtime of their periods, in which other records may change
 * (rules/worktime.md#overtime). The drivers are locked (`savedUnder`), so that no other save changes a record of the periods.
 */
export const writeSums: Conclude<TyovuoroKirjaus, WorkingDayLines> = async (runner, records) => {
  const { values: settings } = await storedSettings(runner)
  const sums = new Map(
    records.flatMap((record) => (isLocked(record.root) ? [] : [[record.root, computedSums(record, settings.tyoajan_saannot)]])),
  )
  const periods = await periodsOf(runner, records, { sums, ...settings })
  const set: Conclusion['set'][number][] = records.flatMap(({ root, lines }) => [
    { of: root, values: withSent(root, { ...sums.get(root), ...periods.get(root.after.id) }) },
    ...lines.tyotehtavat.map((task) => ({ of: task, values: { tarkista: openReasons(task.after, root.after) } })),
  ])
  const own = new Set(records.map(({ root }) => root.after.id))
  const changed = [...periods].flatMap(([id, values]) => (own.has(id) ? [] : [{ entity: 'tyovuoro_kirjaus', id, values }]))
  return { set, made: [], changed }
}

/** The values with what follows from them for payroll: what it got when the record is being sent, and whether a sent one has changed since. */
function withSent({ before, after }: RecordChange, values: Partial<TyovuoroKirjaus>): Partial<TyovuoroKirjaus> {
  const record = { ...after, ...values }
  const isSentNow = after.lahetetty && before?.lahetetty !== true
  const sent = isSentNow ? { lahetetyt_summat: sumsOfRecord(record) } : {}
  return { ...values, ...sent, korjaus_lahettamatta: hasUnsentCorrection({ ...record, ...sent }) }
}

function computedSums({ root: { after }, lines }: WholeRecord, rules: readonly WorktimeRules[]) {
  const tehtavat = lines.tyotehtavat.map(({ after: task }) => task).filter(({ status }) => status === 1)
  const end = Math.max(after.loppuaika, after.alkuaika, ...tehtavat.map(({ alkuaika }) => alkuaika))
  return sumsOf({ alkuaika: after.alkuaika, loppuaika: after.loppuaika, tehtavat }, { rules, holidays: paidHolidays(after.alkuaika, end) })
}

type Overtime = Pick<TyovuoroKirjaus, 'aika_ylityo_50' | 'aika_ylityo_100' | 'jakso_ei_tasmaa' | 'korjaus_lahettamatta'>
type Computing = {
  sums: ReadonlyMap<RecordChange, { aika_tyoaika: number }>
  jakson_alku: number
  tyoajan_saannot: readonly WorktimeRules[]
}

/** The overtime of each record of the periods in which the changed records are or were, as far as it changes. */
async function periodsOf(runner: Queryable, records: readonly WholeRecord[], computing: Computing): Promise<Map<string, Overtime>> {
  const touched = new Map<string, { driver: string; first: number; next: number; roots: RecordChange[] }>()
  for (const { root } of records) {
    const driver = root.after.kuljettaja
    if (driver === null) continue
    for (const row of [root.before, root.after]) {
      if (!row || row.alkuaika === 0) continue
      const { min: first, max } = payPeriodOf(row.paiva, computing.jakson_alku)
      const next = addDays(max, 1)
      const key = `${driver} ${first}`
      const known = touched.get(key) ?? { driver, first, next, roots: [] }
      touched.set(key, { ...known, roots: [...new Set([...known.roots, root])] })
    }
  }
  const changes = new Map<string, Overtime>()
  for (const { driver, first, next, roots } of touched.values()) {
    const stored = await periodRecords(runner, { drivers: [driver], min: first, max: next })
    for (const [id, values] of changesOfPeriod({ stored, roots, first, next }, computing)) changes.set(id, values)
  }
  return changes
}

type StoredOfPeriod = Awaited<ReturnType<typeof periodRecords>>[number]
type Period = { stored: readonly StoredOfPeriod[]; roots: readonly RecordChange[]; first: number; next: number }

function changesOfPeriod({ stored, roots, first, next }: Period, { sums, tyoajan_saannot }: Computing): [string, Overtime][] {
  const own = new Set(roots.map(({ after }) => after.id))
  const days = [
    ...stored.filter(({ id }) => !own.has(id)).map(({ tarkistettu, ...day }) => ({ ...day, isLocked: tarkistettu || day.lahetetty })),
    ...roots
      .filter(({ after }) => after.status === 1 && after.alkuaika >= first && after.alkuaika < next)
      .map((root) => ({ ...root.after, ...sums.get(root), isLocked: isLocked(root) })),
  ]
  const { overtime, isUnbalanced } = overtimeOf(days, rowAt(tyoajan_saannot, first) ?? defaultWorktimeRules)
  const last = days.reduce<PeriodDay | null>((latest, day) => (latest && latest.alkuaika > day.alkuaika ? latest : day), null)
  return days.flatMap((day): [string, Overtime][] => {
    const { aika_ylityo_50, aika_ylityo_100 } = overtime.get(day.id) ?? day
    const korjaus_lahettamatta = hasUnsentCorrection({ ...day, aika_ylityo_50, aika_ylityo_100 })
    const values = { aika_ylityo_50, aika_ylityo_100, jakso_ei_tasmaa: isUnbalanced && day.id === last?.id, korjaus_lahettamatta }
    const isSame =
      day.aika_ylityo_50 === values.aika_ylityo_50 &&
      day.aika_ylityo_100 === values.aika_ylityo_100 &&
      day.jakso_ei_tasmaa === values.jakso_ei_tasmaa
    return isSame ? [] : [[day.id, values]]
  })
}
