import type { DriverDay } from '#domain/features/worktime/driver-calls.ts'
import { breachesOf } from '#domain/features/worktime/limits.ts'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { driverRecord, openRecordOf, recordedDays } from './queries.ts'

/** A record of the driver's own as they see it, with its warnings; null when there is none. */
export async function driverDayOf(
  runner: Queryable,
  { driver, id, now }: { driver: string; id: string; now: number },
): Promise<DriverDay | null> {
  const record = await driverRecord(runner, { driver, id })
  if (!record) return null
  // Warnings about a day depend on its week and the one before.
  const monday = mondayOf(record.alkuaika)
  const days = await recordedDays(runner, { drivers: [driver], min: addDays(monday, -7), max: addDays(monday, 7) })
  const { values: settings } = await storedSettings(runner)
  const varoitukset = breachesOf(days, { rules: settings.tyoajan_saannot, now }).filter(({ kirjaus }) => kirjaus === id)
  return { ...record, varoitukset }
}

/** The driver's own open day, or null. */
export async function openDayOf(runner: Queryable, { driver, now }: { driver: string; now: number }): Promise<DriverDay | null> {
  const id = await openRecordOf(runner, driver)
  return id === null ? null : driverDayOf(runner, { driver, id, now })
}
