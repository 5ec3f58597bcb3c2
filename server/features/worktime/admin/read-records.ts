import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Settings } from '#domain/features/settings/settings.ts'
import type { WorktimeList, WorktimeSummary } from '#domain/features/worktime/administration.ts'
import { isEdited } from '#domain/features/worktime/edited-record.ts'
import { type Breach, breachesOf } from '#domain/features/worktime/limits.ts'
import { payPeriodOf } from '#domain/features/worktime/pay-period.ts'
import type { RecordedTask } from '#domain/features/worktime/recorded-day.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { addDays, mondayOf, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { type DayForWarnings, type Days, daysOfDriver, daysWithTasks, driverById, summaryOf } from './queries.ts'

export type WorktimeParts = Context & { settings: SettingsReader }
type GivenDays = { min?: number | undefined; max?: number | undefined }

/** The midnights of the first and the last day; the current two-week period unless they are given. Throws 422 for more than `maxDays`. */
export function daysOf({ min, max }: GivenDays, { now, set, maxDays }: { now: number; set: Settings; maxDays: number }): Days {
  const period = payPeriodOf(min ?? max ?? now, set.jakson_alku)
  const days = { min: min === undefined ? period.min : startOfDay(min), max: max === undefined ? period.max : startOfDay(max) }
  if (days.max < days.min)
    throw new RequestFault({ kind: 'invalid', pointer: '/max', detail: 'Viimeinen päivä (max) ei voi olla ennen ensimmäistä (min).' })
  if (daysBetween(days.min, days.max) >= maxDays)
    throw new RequestFault({ kind: 'invalid', pointer: '/max', detail: `Anna enintään ${maxDays} päivää kerrallaan.` })
  return days
}

/** The longest range of a summary, whose warnings are computed from the tasks of every driver. */
const maxSummaryDays = 62
/** A year of one driver, with the neighbouring weeks. */
const maxListDays = 400

export const recordedDay = ({ id, paiva, alkuaika, loppuaika, alut, tyypit }: DayForWarnings) => ({
  ...{ id, paiva, alkuaika, loppuaika },
  tehtavat: (alut ?? []).flatMap((start, index): RecordedTask[] => {
    const tyyppi = tyypit?.[index]
    return tyyppi === undefined ? [] : [{ tyyppi, alkuaika: start }]
  }),
})

/** Driving and work are limited by week and by two weeks, and rest begins on the day before: what the warnings of the days need before them. */
const daysBefore = ({ min }: Days): number => addDays(mondayOf(min), -7)

type Warnings = { days: Days; drivers: readonly string[] | null; set: Settings; now: number }

/** The warnings of each record of the days, by its id, with the records' days and tasks by their driver. */
async function warningsOf(
  runner: Queryable,
  { days, drivers, set, now }: Warnings,
): Promise<{ byRecord: ReadonlyMap<string, Breach[]>; byDriver: ReadonlyMap<string, DayForWarnings[]> }> {
  const read = await daysWithTasks(runner, { min: daysBefore(days), max: days.max, drivers })
  const byDriver = Map.groupBy(read, ({ kuljettaja }) => kuljettaja)
  const rules = set.tyoajan_saannot
  const breaches = [...byDriver.values()].flatMap((ofDriver) => breachesOf(ofDriver.map(recordedDay), { rules, now }))
  return { byRecord: Map.groupBy(breaches, ({ kirjaus }) => kirjaus), byDriver }
}

/** A row for each driver with the figures of the days (rules/worktime.md#administration). */
export async function worktimeSummary({ pool, clock, settings }: WorktimeParts, given: GivenDays): Promise<WorktimeSummary> {
  const [set, now] = [await settings(), clock()]
  const days = daysOf(given, { now, set, maxDays: maxSummaryDays })
  const [figures, { byRecord, byDriver }] = await Promise.all([summaryOf(pool, days), warningsOf(pool, { days, drivers: null, set, now })])
  const data = figures.map(({ epaselvat, ...row }) => {
    const isRemarked = (id: string): boolean => byRecord.has(id) || epaselvat.includes(id)
    const own = (byDriver.get(row.kuljettaja) ?? []).filter(({ alkuaika }) => alkuaika >= days.min && alkuaika < addDays(days.max, 1))
    return {
      ...row,
      epaselvia: epaselvat.length,
      varoituksia: own.reduce((sum, { id }) => sum + (byRecord.get(id)?.length ?? 0), 0),
      tarkistamatta_huomautuksin: row.tarkistamatta.filter(isRemarked).length,
    }
  })
  return { data, meta: { ...days, count: data.length } }
}

/** A driver's records of the days, with their warnings. */
export async function worktimeList(
  { pool, clock, settings }: WorktimeParts,
  { kuljettaja, ...given }: GivenDays & { kuljettaja: string },
): Promise<WorktimeList> {
  const [set, now] = [await settings(), clock()]
  const days = daysOf(given, { now, set, maxDays: maxListDays })
  const [driver, rows, { byRecord, byDriver }] = await Promise.all([
    driverById(pool, kuljettaja),
    daysOfDriver(pool, { ...days, driver: kuljettaja }),
    warningsOf(pool, { days, drivers: [kuljettaja], set, now }),
  ])
  if (!driver) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const tasks = new Map((byDriver.get(kuljettaja) ?? []).map((day) => [day.id, recordedDay(day).tehtavat]))
  const data = rows.map(({ alkuperainen, ...row }) => {
    const tyotehtavat = (tasks.get(row.id) ?? []).map((task) => ({ ...task, id: '' }))
    return { ...row, muokattu: isEdited({ ...row, tyotehtavat }, alkuperainen), varoitukset: byRecord.get(row.id) ?? [] }
  })
  return { data, meta: { ...days, count: data.length, kuljettaja: driver } }
}
