import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { OriginalRecord } from '#domain/features/worktime/administration.ts'
import { isEdited, recordedByDriver } from '#domain/features/worktime/edited-record.ts'
import { paidHolidays } from '#domain/features/worktime/paid-holidays.ts'
import { sumsOf } from '#domain/features/worktime/sums.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Row } from '#domain/model/registry.ts'
import { type Actor, type Engine, updateRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { WorktimeParts } from './read-records.ts'
import { taskChanges } from './task-changes.ts'

export type StoredDay = { record: Row<'tyovuoro_kirjaus'>; tasks: Row<'tyovuoro_kirjaus_tehtava'>[] }

/** A record with its tasks, removed ones included; throws 404. */
export async function storedDay(
  engine: Engine,
  actor: Actor,
  id: string,
  { lock = false, runner }: { lock?: boolean; runner?: Queryable } = {},
): Promise<StoredDay> {
  const options = { lock, ...(runner ? { runner } : {}) }
  const [loaded] = await engine.load(actor, 'tyovuoro_kirjaus', [id], options)
  if (!loaded || loaded.row.status === 0) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const tasks = await engine.load(actor, 'tyovuoro_kirjaus_tehtava', [id], { ...options, by: 'tyovuoro_kirjaus' })
  return { record: loaded.row, tasks: tasks.map(({ row }) => row) }
}

const nothingRecorded = () => new RequestFault({ kind: 'invalid', pointer: '/id', detail: 'Kuljettaja ei ole kirjannut tätä työpäivää.' })

/** What the driver recorded (rules/worktime.md#original). */
export async function originalRecord({ engine, settings }: WorktimeParts, viewer: Viewer, id: string): Promise<OriginalRecord> {
  const { record, tasks } = await storedDay(engine, viewer, id)
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
  const { record, tasks } = await storedDay(engine, viewer, id, { lock: true, runner: client })
  const recorded = recordedByDriver(record.alkuperainen)
  if (!recorded) throw nothingRecorded()
  const reason = 'Kuljettajan merkinnät palautettu'
  const values = { alkuaika: recorded.alkuaika, ...(recorded.loppuaika > 0 ? { loppuaika: recorded.loppuaika } : {}) }
  const changes = [updateRow('tyovuoro_kirjaus', id, values, { reason }), ...taskChanges(id, tasks, recorded.tyotehtavat, reason)]
  await engine.save(viewer, changes, { client })
  return { success: true, results: [{ id, success: true }] }
}
