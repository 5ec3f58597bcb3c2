import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { OriginalRecord } from '#domain/features/worktime/administration.ts'
import { isEdited, recordedByDriver } from '#domain/features/worktime/edited-record.ts'
import { paidHolidays } from '#domain/features/worktime/paid-holidays.ts'
import { sumsOf } from '#domain/features/worktime/sums.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { WorktimeParts } from './read-records.ts'
import { type StoredDay, taskChanges } from './task-changes.ts'

/** A record with its tasks, locked in the transaction of `client` if one is given; throws 404. */
export async function storedDay(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  { id, client }: { id: string; client?: PoolClient },
): Promise<StoredDay> {
  const options = client ? { lock: true, runner: client } : {}
  const [loaded] = await engine.load(viewer, 'tyovuoro_kirjaus', [id], options)
  if (!loaded || loaded.row.status === 0) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const tasks = await engine.load(viewer, 'tyovuoro_kirjaus_tehtava', [id], { ...options, by: 'tyovuoro_kirjaus' })
  return { record: loaded.row, tasks: tasks.map(({ row }) => row) }
}

const nothingRecorded = () => new RequestFault({ kind: 'invalid', pointer: '/id', detail: 'Kuljettaja ei ole kirjannut tätä työpäivää.' })

/** What the driver recorded (rules/worktime.md#original). */
export async function originalRecord({ engine, settings }: WorktimeParts, viewer: Viewer, id: string): Promise<OriginalRecord> {
  const { record, tasks } = await storedDay({ engine }, viewer, { id })
  const recorded = recordedByDriver(record.alkuperainen)
  if (!recorded) throw nothingRecorded()
  const { alkuaika, loppuaika, tyotehtavat } = recorded
  const { tyoajan_saannot: rules } = await settings()
  const day = { alkuaika, loppuaika, tehtavat: tyotehtavat }
  const live = tasks.filter(({ status }) => status === 1)
  return {
    ...{ id, alkuperainen: record.alkuperainen, alkuaika, loppuaika, tyotehtavat: [...tyotehtavat] },
    summat: sumsOf(day, { rules, holidays: paidHolidays(alkuaika, Math.max(alkuaika, loppuaika)) }),
    muokattu: isEdited({ ...record, tyotehtavat: live }, record.alkuperainen),
  }
}

/** Brings back what the driver recorded, in the caller's transaction. A day that the driver did not end keeps its end. */
export async function restoreOriginal(
  { engine, client }: WorktimeParts & { client: PoolClient },
  viewer: Viewer,
  id: string,
): Promise<OperationResults> {
  const day = await storedDay({ engine }, viewer, { id, client })
  const recorded = recordedByDriver(day.record.alkuperainen)
  if (!recorded) throw nothingRecorded()
  const reason = 'Kuljettajan merkinnät palautettu'
  const values = { alkuaika: recorded.alkuaika, ...(recorded.loppuaika > 0 ? { loppuaika: recorded.loppuaika } : {}) }
  const changes = [updateRow('tyovuoro_kirjaus', id, values, { reason }), ...taskChanges(day, recorded.tyotehtavat, reason)]
  // By the server: what the driver recorded goes back also where nobody may type it.
  await engine.save(systemFor(viewer), changes, { client })
  return { success: true, results: [{ id, success: true }] }
}
