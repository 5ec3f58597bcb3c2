import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds } from '#domain/errors.ts'
import type { DriverShift, driverShiftsCall, readShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import type { SelectableDriver } from '#domain/features/shifts/selectable-drivers.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { dayRange, type ShiftParts } from './calendar-data.ts'
import { driversOfCalendar, driversShiftsOfDay, publishedShifts } from './queries.ts'
import type { Operating } from './save-shifts.ts'

const daysAhead = 14

/** The driver's published shifts of the days. */
export async function shiftsOf(runner: Queryable, driver: string, { min, max }: { min: number; max: number }): Promise<DriverShift[]> {
  const rows = await publishedShifts(runner, { driver, min, max })
  return rows.map(({ auto, rekisterinumero, tyoreitit, ...shift }) => ({
    ...shift,
    auto: auto === null ? null : { id: auto, rekisterinumero: rekisterinumero ?? '' },
    tyoreitit: tyoreitit ?? [],
  }))
}

/** The viewer's own published shifts, from today two weeks ahead unless a range is given (rules/shifts.md#driver-view). */
export async function ownShifts(
  { pool, clock }: Pick<ShiftParts, 'pool' | 'clock'>,
  { userId }: Viewer,
  { min, max }: z.output<typeof driverShiftsCall.input>,
): Promise<{ data: DriverShift[]; meta: { count: number } }> {
  const now = clock()
  const first = startOfDay(min ?? now)
  const range = dayRange({ min: first, max: max ?? addDays(first, daysAhead - 1) }, now)
  const data = await shiftsOf(pool, userId, range)
  return { data, meta: { count: data.length } }
}

/**
 * Marks the viewer's own published shifts as read; others are failed results, and so are unread ones that have changed since the version in
 * `versiot`. A shift that has been read keeps its time.
 */
export async function markAsRead(
  { engine, client, viewer, clock }: Operating,
  { ids, versiot = {} }: z.output<typeof readShiftsCall.input>,
): Promise<OperationResults> {
  const rows = await engine.load(viewer, 'tyovuoro', ids, { lock: true, runner: client })
  const own = rows.filter(({ row, mayRead }) => mayRead && row.status === 1 && row.tila === 'PUBLISHED' && row.kuljettaja === viewer.userId)
  const unread = own.map(({ row }) => row).filter(({ timestamp_luettu }) => timestamp_luettu === 0)
  const changed = new Set(unread.filter(({ id, vid }) => (versiot[id] ?? vid) !== vid).map(({ id }) => id))
  const changes = unread.filter(({ id }) => !changed.has(id)).map(({ id }) => updateRow('tyovuoro', id, { timestamp_luettu: clock() }))
  await engine.save(systemFor(viewer), changes, { client })
  const known = new Set(own.map(({ row }) => row.id))
  const results = ids.map((id) => {
    if (!known.has(id)) return { id, success: false, message: faultKinds.not_found.title }
    return changed.has(id) ? { id, success: false, message: faultKinds.conflict.title } : { id, success: true }
  })
  return { success: true, results }
}

/** Enabled drivers with their shifts of the day. */
export async function selectableDrivers(
  { pool }: Pick<ShiftParts, 'pool'>,
  paiva: number,
): Promise<{ data: SelectableDriver[]; meta: { count: number } }> {
  const [{ rows: drivers }, shifts] = await Promise.all([driversOfCalendar(pool), driversShiftsOfDay(pool, startOfDay(paiva))])
  const byDriver = Map.groupBy(shifts, ({ kuljettaja }) => kuljettaja)
  const data = drivers.map(({ id, name }) => {
    const own = byDriver.get(id) ?? []
    const tyovuorot = own.map(({ kuljettaja: _, reittinumerot, ...shift }) => ({ ...shift, reittinumerot: reittinumerot ?? [] }))
    return { id, name, varattu: own.length > 0, tyovuorot }
  })
  return { data, meta: { count: data.length } }
}
