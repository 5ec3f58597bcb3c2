import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { messageText } from '#domain/features/settings/message-texts.ts'
import type { ShiftCalendarData, ShiftReadsInput } from '#domain/features/shifts/shift-data.ts'
import { maxShiftDays } from '#domain/features/shifts/shift-range.ts'
import type { ShiftDriverRow, ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { periodOf } from '#domain/features/shifts/shift-times.ts'
import { shiftWarnings } from '#domain/features/shifts/warnings.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { publicHolidays } from '#domain/values/time/public-holidays.ts'
import { addDays, mondayOf, startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { SettingsReader } from '#server/platform/settings/settings.ts'
import { smsObstacle } from '../sms/send-message.ts'
import { carsNamed, type DriverOfCalendar, driversOfCalendar, notesOfDays, shiftsOfDays, workRoutesNamed } from './queries.ts'

export type ShiftParts = Context & { settings: SettingsReader }
export type DayRange = { min: number; max: number }
type AllDataInput = Extract<ShiftReadsInput, { operation: 'OPERATION_GET_ALL_DATA' }>

const usualDays = 14

/** The midnights of the first and the last day; two weeks from this week's Monday, or from `min`, unless given. */
export function dayRange(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  now: number,
  maxDays = maxShiftDays,
): DayRange {
  const first = min === undefined ? (max === undefined ? mondayOf(now) : addDays(max, 1 - usualDays)) : startOfDay(min)
  const last = max === undefined ? addDays(first, usualDays - 1) : startOfDay(max)
  if (daysBetween(first, last) >= maxDays)
    throw new RequestFault({ kind: 'invalid', pointer: '/max', detail: `Anna enintään ${maxDays} päivää kerrallaan.` })
  return { min: first, max: last }
}

/** The range with the days around it that its warnings need: whole two-week periods, and a day before and after for the rest. */
export function daysForWarnings({ min, max }: DayRange, periodStart: number): DayRange {
  const [first, last] = [periodOf(min, periodStart), periodOf(max, periodStart)]
  return { min: Math.min(first.first, addDays(min, -1)), max: Math.max(addDays(last.next, -1), addDays(max, 1)) }
}

/** Everything that the calendar shows of a range, and its warnings when they are asked for. */
export async function calendarData(
  { engine, pool, clock, settings }: ShiftParts,
  viewer: Viewer,
  input: AllDataInput,
): Promise<{ data: ShiftCalendarData; meta: { count: number } }> {
  const set = await settings()
  const range = dayRange(input, clock())
  const periodStart = mondayOf(set.jakson_alku)
  const [page, shifts, notes, chosen] = await Promise.all([
    driversOfPage({ engine, pool }, viewer, input),
    shiftsOfDays(pool, daysForWarnings(range, periodStart)),
    notesOfDays(pool, range),
    filteredShifts({ engine }, viewer, { input, range }),
  ])
  const shown = new Set(page.rows.map(({ id }) => id))
  const isShown = ({ id, paiva, kuljettaja }: ShiftRow): boolean =>
    paiva >= range.min && paiva <= range.max && (kuljettaja === null || shown.has(kuljettaja)) && (chosen === null || chosen.has(id))
  const [tyovuorot, lahivuorot] = [shifts.filter(isShown), shifts.filter((shift) => !isShown(shift))]
  const [tyoreitit, autot] = await Promise.all([
    workRoutesNamed(pool, [...new Set(tyovuorot.flatMap(({ tyoreitti }) => tyoreitti))]),
    carsNamed(pool, [...new Set(tyovuorot.flatMap(({ auto }) => auto ?? []))]),
  ])
  const kuljettajat = page.rows.map(driverRow)
  const plan = { shifts, drivers: kuljettajat, cars: autot, periodStart }
  const data = {
    ...range,
    ...{ kuljettajat, tyovuorot, lahivuorot, tyoreitit, autot },
    lisatiedot: notes,
    pyhapaivat: publicHolidays(range.min, range.max).map(({ paiva, name }) => ({ paiva, name })),
    huomautukset: input.huomautukset ? shiftWarnings(plan, range) : [],
    jakson_alku: periodStart,
    tekstiviesti: {
      pohja: messageText(set, 'teksti_tyovuorot'),
      hiljaisuus_alkaa: set.hiljaisuus_alkaa,
      hiljaisuus_paattyy: set.hiljaisuus_paattyy,
    },
  }
  return { data, meta: { count: page.count } }
}

export const driverRow = ({ puhelin, ...driver }: DriverOfCalendar): ShiftDriverRow => ({
  ...driver,
  tekstiviestin_este: smsObstacle(puhelin),
})

const isFilter = (name: string): boolean => name.startsWith('filter[')

/** A page of drivers: enabled ones by name, or as `filter` and `sort` of the JSON:API list of users say. */
async function driversOfPage(
  { engine, pool }: Pick<ShiftParts, 'engine' | 'pool'>,
  viewer: Viewer,
  input: AllDataInput,
): Promise<{ rows: DriverOfCalendar[]; count: number }> {
  const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
  const filters = Object.entries(input).filter(([name]) => isFilter(name))
  if (filters.length === 0 && input.sort === undefined) return driversOfCalendar(pool, page)
  const wire = {
    ...{ 'filter[status]': '1', 'filter[user_roles]': 'kuljettaja', sort: input.sort ?? 'field_fullname' },
    ...{ 'page[offset]': String(page.offset), 'page[limit]': String(page.limit) },
    ...Object.fromEntries(filters),
  }
  const { rows, count } = await engine.list(viewer, 'user', { fields: [] }, { wire })
  const ids = rows.map(({ id }) => id)
  const found = new Map((await driversOfCalendar(pool, { ids })).rows.map((row) => [row.id, row]))
  return { rows: ids.flatMap((id) => found.get(id) ?? []), count }
}

const filteredAtOnce = 250

/** The ids of the range's shifts that `tyovuoro_filter` matches; null without one. */
async function filteredShifts(
  { engine }: Pick<ShiftParts, 'engine'>,
  viewer: Viewer,
  { input, range }: { input: AllDataInput; range: DayRange },
): Promise<ReadonlySet<string> | null> {
  const filters = Object.entries(input).flatMap(([name, value]) =>
    name.startsWith('tyovuoro_filter[') ? [[name.replace('tyovuoro_', ''), value] as const] : [],
  )
  if (filters.length === 0) return null
  const days = {
    'filter[paivat][condition][path]': 'paiva',
    'filter[paivat][condition][operator]': 'BETWEEN',
    'filter[paivat][condition][value][]': [String(range.min), String(range.max)],
  }
  const ids = new Set<string>()
  for (let offset = 0; ; offset += filteredAtOnce) {
    const wire = {
      ...{ 'filter[status]': '1', ...Object.fromEntries(filters), ...days, sort: 'drupal_internal__id' },
      ...{ 'page[offset]': String(offset), 'page[limit]': String(filteredAtOnce) },
    }
    const { rows, count } = await engine.list(viewer, 'tyovuoro', { fields: [] }, { wire })
    for (const { id } of rows) ids.add(id)
    if (rows.length === 0 || offset + filteredAtOnce >= count) return ids
  }
}

/** The warnings in which some of the shifts are, from the stored plan around them. */
export async function warningsAbout(
  { settings }: Pick<ShiftParts, 'settings'>,
  runner: Queryable,
  about: readonly Pick<ShiftRow, 'id' | 'paiva'>[],
) {
  if (about.length === 0) return []
  const days = about.map(({ paiva }) => paiva)
  const range = { min: Math.min(...days), max: Math.max(...days) }
  // A change of shifts far apart gets its warnings when the calendar is read.
  if (daysBetween(range.min, range.max) >= maxShiftDays) return []
  const periodStart = mondayOf((await settings()).jakson_alku)
  const shifts = await shiftsOfDays(runner, daysForWarnings(range, periodStart))
  const drivers = (await driversOfCalendar(runner)).rows
  const cars = await carsNamed(runner, [])
  const changed = new Set(about.map(({ id }) => id))
  return shiftWarnings({ shifts, drivers, cars, periodStart }, range).filter(({ tyovuorot }) => tyovuorot.some((id) => changed.has(id)))
}
