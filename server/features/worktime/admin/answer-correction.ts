import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { CorrectionProposal } from '#domain/entities/correction-request/correction-request.entity.ts'
import { answeredFault, proposalFault } from '#domain/entities/correction-request/correction-request.rules.ts'
import { isOutsideDay } from '#domain/entities/worktime/worktime.rules.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import { type RowChange, systemFor, updateRow } from '#server/entities/engine.ts'
import { storedDay } from './original.ts'
import type { WorktimeParts } from './read-records.ts'
import { type StoredDay, taskChanges } from './task-changes.ts'

type Answer = { id: string; hyvaksytty: boolean; vastaus: string }

/**
 * The changes of a record and its tasks that the driver proposes. A list of tasks says nothing of those that a device recorded outside the day:
 * they stay, to be checked.
 */
function proposedChanges(day: StoredDay, { alkuaika, loppuaika, tyotehtavat }: CorrectionProposal): RowChange[] {
  const reason = 'Kuljettajan korjauspyyntö hyväksytty'
  const times = { ...(alkuaika === undefined ? {} : { alkuaika }), ...(loppuaika === undefined ? {} : { loppuaika }) }
  const moved = Object.keys(times).length > 0 ? [updateRow('tyovuoro_kirjaus', day.record.id, times, { reason })] : []
  if (!tyotehtavat) return moved
  const proposed = { ...day.record, ...times }
  const staying = day.tasks.filter(
    (task) => task.status === 1 && isOutsideDay(task.alkuaika, day.record) && isOutsideDay(task.alkuaika, proposed),
  )
  return [...moved, ...taskChanges(day, [...staying, ...tyotehtavat], reason)]
}

/** Accepts a driver's correction request, which changes the record as proposed, or refuses it with a reason; in the caller's transaction. */
export async function answerCorrection(
  { engine, client, clock }: WorktimeParts & { client: PoolClient },
  viewer: Viewer,
  { id, hyvaksytty, vastaus }: Answer,
): Promise<OperationResults> {
  const [loaded] = await engine.load(viewer, 'tyoaika_korjauspyynto', [id], { lock: true, runner: client })
  if (!loaded || loaded.row.status === 0) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const request = loaded.row
  if (request.tila !== 'avoin') throw new RequestFault({ kind: 'invalid', pointer: '/id', detail: answeredFault })
  const isApplied = hyvaksytty && Object.keys(request.ehdotus).length > 0
  const day = isApplied ? await storedDay({ engine }, viewer, { id: request.tyovuoro_kirjaus ?? '', client }) : null
  // The record may have changed since.
  const fault = day ? proposalFault(day.record, request.ehdotus, clock()) : null
  if (fault) throw new RequestFault({ kind: 'invalid', pointer: '/id', detail: fault })
  const answer = { tila: hyvaksytty ? ('hyvaksytty' as const) : ('hylatty' as const), vastaus, vastattu: clock(), vastaaja: viewer.userId }
  const proposed = day ? proposedChanges(day, request.ehdotus) : []
  await engine.save(systemFor(viewer), [...proposed, updateRow('tyoaika_korjauspyynto', id, answer, { pointer: '' })], { client })
  return { success: true, results: [{ id, success: true }] }
}
