import type { FastifyBaseLogger } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { operationResult } from '#server/http/operation-result.ts'
import type { PlannedSet } from './change-sets.ts'
import { saveEach } from './save-each.ts'

/** Saves what is planned for each id, in the order of the ids, and reports on each. */
export async function savePlanned(
  context: Context,
  planned: readonly PlannedSet[],
  saving: { viewer: Viewer; log: FastifyBaseLogger },
): Promise<OperationResults> {
  const sets = planned.flatMap((one) => ('changes' in one ? [one] : []))
  const faults = await saveEach(context, sets, saving)
  return {
    success: true,
    results: planned.map((one) => operationResult(one.id, 'refused' in one ? one.refused : (faults.get(one.id) ?? null))),
  }
}
