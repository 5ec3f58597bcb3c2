import { randomUUID } from 'node:crypto'
import { defaultShifts } from '#domain/features/shifts/default-shifts.ts'
import type { ShiftOperationsAnswer } from '#domain/features/shifts/shift-operations.ts'
import { workingDays } from '#domain/features/shifts/working-days.ts'
import { dayRange } from './calendar-data.ts'
import { busyDays, lockFilling, routesWithDrivers } from './queries.ts'
import { type Operating, saveShifts, type Versions } from './save-shifts.ts'

/** Five weeks, so that four weeks from any day fit. */
const maxFilledDays = 35

/** Gives the drivers of active work routes their shifts on the days that they have free (rules/shifts.md#fill-defaults). */
export async function fillDefaults(
  operating: Operating,
  { min, max }: { min: number; max: number },
  versions: Versions,
): Promise<ShiftOperationsAnswer> {
  const { client, clock } = operating
  const range = dayRange({ min, max }, clock(), maxFilledDays)
  await lockFilling(client)
  const routes = await routesWithDrivers(client)
  const busy = await busyDays(client, { ...range, drivers: [...new Set(routes.map(({ kuljettaja }) => kuljettaja))] })
  const days = workingDays(range.min, range.max)
  const changes = defaultShifts({ routes, busy, days }).map((values) => ({ id: randomUUID(), values, mayAdd: true, pointer: '' }))
  return saveShifts(operating, changes, versions)
}
