import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { conflictAnswers } from '#domain/entities/conflict/conflict.entity.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { solveConflictCall } from '#domain/features/conflicts/conflict-calls.ts'
import type { Features } from '#domain/model/features.ts'
import type { Context } from '#server/context.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import { applyAction } from './apply-action.ts'

type Call = Pick<Context, 'engine' | 'clock'> & { viewer: Viewer; client: PoolClient; features: () => Promise<Features> }

/** Answers a conflict once: another answer of somebody who was slower is refused, the same one is not. */
export async function solveConflict(call: Call, { id, ratkaisu }: z.output<typeof solveConflictCall.input>) {
  const { engine, clock, viewer, client } = call
  const [conflict] = await engine.load(viewer, 'ristiriita', [id], { lock: true, runner: client })
  if (!conflict?.mayRead) throw new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })
  const { row } = conflict
  if (row.tila === 'ratkaistu') {
    if (row.ratkaisu === ratkaisu) return { success: true } as const
    throw new RequestFault({ kind: 'invalid', detail: `Ristiriita on jo ratkaistu: ${conflictAnswers[row.ratkaisu]}.` })
  }
  if (ratkaisu === 'hyvaksytty') await applyAction({ ...call, table: await call.features() }, row)
  const values = { tila: 'ratkaistu', ratkaisu, ratkaistu: clock(), ratkaisija: viewer.userId } as const
  await engine.save(systemFor(viewer), [updateRow('ristiriita', id, values)], { client })
  return { success: true } as const
}
