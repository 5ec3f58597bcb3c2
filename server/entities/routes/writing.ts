import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { inTransaction, withRetries } from '#server/platform/database/transaction.ts'
import { answerOnce, idempotentRequestOf, type StoredAnswer } from '#server/platform/idempotency-keys.ts'
import type { Rights } from '../model.ts'
import type { Intent } from '../write/intents/intent.ts'
import { needsNoTransaction, save } from '../write/save.ts'
import { type SavedOperation, savedOperationsOf, textOfSaved } from '../write/saved-operations.ts'
import type { Parts } from './serving.ts'

const uniqueViolation = '23505'

export type WriteAnswer = { status: number; location?: string; type?: string; body: string }
/** The changes of a request, and the function that makes its answer once they are stored. */
export type PlannedWrite = { intents: Intent[]; answer: (viewer: Viewer, saved: readonly SavedOperation[]) => Promise<WriteAnswer> }

/**
 * One user's action: the changes, their revisions and the idempotency key are stored in one transaction (or, when it only makes new
 * rows, in one statement); then the answer is read from the rows. A repeat with the same key gets its answer from what the first call saved.
 */
export async function writing(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: (rights: Rights) => PlannedWrite,
): Promise<FastifyReply> {
  const { model, rules, pool } = parts
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  const { intents, answer } = plan(rights)
  const now = parts.clock()
  const switches = await parts.switches()
  const idempotent = idempotentRequestOf(request, viewer)
  const alone = needsNoTransaction(parts, intents)
  // The key stores which rows were saved, as text (`textOfSaved`), and not the answer: that is read from the rows afterwards, outside the
  // transaction. A retry finds only this text; the first request's answer is made from the same text, so that both are equal.
  const store = async (runner: Queryable): Promise<StoredAnswer> => {
    const saved = await save({ model, rules, runner, viewer, rights, now, switches, idempotent }, intents)
    return { status: 200, location: null, body: textOfSaved(saved) }
  }
  const done = await answerOnce(pool, idempotent, () => (alone ? withRetries(() => store(pool)) : inTransaction(pool, store))).catch(
    (error: unknown) => withCurrent(parts, viewer, rights, intents, takenId(error, intents) ?? error),
  )
  const made = await answer(viewer, savedOperationsOf(model, done.body))
  if (made.location !== undefined) reply.header('location', made.location)
  // As a Buffer: to a string Fastify would add a charset, which JSON:API does not allow.
  return made.body === ''
    ? reply.code(made.status).send()
    : reply
        .code(made.status)
        .type(made.type ?? jsonApiType)
        .send(Buffer.from(made.body))
}

/** The fault of an id that already exists: the database's error names the id, the intent has its place in the body. */
function takenId(error: unknown, intents: readonly Intent[]): RequestFault | null {
  if (!(error instanceof DatabaseError) || error.code !== uniqueViolation) return null
  const [, id] = /^Key \((?:id|rivi, vid)\)=\(([0-9a-f-]{36})/.exec(error.detail ?? '') ?? []
  const intent = intents.find((one) => one.op === 'add' && one.id === id)
  return intent
    ? new RequestFault({ kind: 'conflict', pointer: `${intent.pointer}/id`, detail: 'Tällä tunnisteella (id) on jo rivi.' })
    : null
}

/** Adds the stored rows to a fault of stale versions, so that the client can show what has changed. */
async function withCurrent(parts: Parts, viewer: Viewer, rights: Rights, intents: readonly Intent[], error: unknown): Promise<never> {
  if (!(error instanceof RequestFault) || error.status !== 409) throw error
  const stale = error.faults.filter((fault) => fault.kind === 'conflict').map((fault) => fault.pointer)
  for (const intent of intents) {
    if (!stale.includes(intent.pointer) || intent.op === 'add') continue
    const found = await parts.reader.byIds(parts.pool, viewer, rights, intent.resource, [intent.id])
    const [current] = found.data
    throw new RequestFault(
      error.faults.map((fault) =>
        fault.pointer === intent.pointer && current !== undefined ? { ...fault, current: JSON.parse(current) as unknown } : fault,
      ),
    )
  }
  throw error
}
