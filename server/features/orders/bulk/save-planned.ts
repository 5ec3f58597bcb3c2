import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { operationResults } from '#server/http/operation-result.ts'
import type { PlannedSet } from './change-sets.ts'
import { saveEach } from './save-each.ts'

/** Saves the planned changes of each id, in the order of the ids, and returns a result for each. */
export async function savePlanned(
  context: Context,
  planned: readonly PlannedSet[],
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<OperationResults> {
  const sets = planned.flatMap((one) => ('changes' in one ? [one] : []))
  const faults = await saveEach(context, sets, { viewer, log: request.log })
  return operationResults(
    request,
    planned.map((one) => ({ id: one.id, fault: 'refused' in one ? one.refused : (faults.get(one.id) ?? null) })),
  )
}
