import type { FastifyRequest } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import { type FaultKind, faultKinds, RequestFault } from '#domain/errors.ts'
import type { BellKind } from '#domain/features/notifications/notifications.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { inputRow } from '#server/entities/engine.ts'
import { operationResults } from '#server/http/operation-result.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { listBell } from './list-bell.ts'
import { storeDismissals } from './queries.ts'

/** Kinds of entries that come from orders and cars rather than from notifications. */
const happenedKinds: readonly BellKind[] = ['tilaus', 'poikkeama', 'vika']

const fault = (kind: FaultKind, detail: string = faultKinds[kind].title) => new RequestFault({ kind, detail })

/**
 * Dismisses entries of the viewer's own bell. A notification that is dismissed already stays so; a document waits until it is
 * acknowledged.
 */
export async function dismiss(
  context: Context,
  { ids, viewer, request }: { ids: readonly string[]; viewer: Viewer; request: FastifyRequest },
): Promise<OperationResults> {
  const { engine, pool, clock } = context
  const { data } = await listBell(context, viewer)
  const kinds = new Map(data.map(({ id, laji }) => [id, laji]))
  const happened = ids.filter((id) => happenedKinds.some((kind) => kind === kinds.get(id)))
  const readable = new Set((await engine.load(viewer, 'notification', ids)).flatMap(({ row, mayRead }) => (mayRead ? [row.id] : [])))
  await inTransaction(pool, async (client) => {
    // Locked in the order of their ids, so that two people who dismiss the same notifications cannot deadlock.
    const changes = [...readable].sort().map((id) => inputRow('update', 'notification', id, { is_dismissed: true }))
    await engine.save(viewer, changes, { client })
    await storeDismissals(client, happened, { person: viewer.userId, at: clock() })
  })
  const outcomes = ids.map((id) => {
    if (readable.has(id) || happened.includes(id)) return { id, fault: null }
    const waits = kinds.get(id) === 'dokumentti'
    return { id, fault: waits ? fault('invalid', 'Dokumentti poistuu luettelosta, kun kuittaat sen.') : fault('not_found') }
  })
  return operationResults(request, outcomes)
}
