import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction, repeatedly } from '../database/transaction.ts'
import { type Intent, refuseDeep } from './intents.ts'
import type { Rights } from './model.ts'
import type { Runner } from './read.ts'
import { once, repeatKeyOf } from './repeats.ts'
import { type Saved, save, savedOfText, standsAlone, textOfSaved } from './save.ts'
import { jsonApiType, type Parts } from './serving.ts'

export type Answer = { status: number; location?: string; type?: string; body: string }
/** What a request asks for, and how the person is told of it once it is stored. */
export type Plan = { intents: Intent[]; answer: (viewer: Viewer, saved: readonly Saved[]) => Promise<Answer> }

/**
 * One user's action: what was asked, its revisions and its key are stored in one transaction (or, when only new rows are
 * made, in one statement), and then answered as the rows stand. A repeat of the same key finds what the first one did and is answered alike.
 */
export async function writing(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: (rights: Rights) => Plan,
): Promise<FastifyReply> {
  const { model, rules, pool } = parts
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  refuseDeep(request.body)
  const { intents, answer } = plan(rights)
  const now = parts.clock()
  const key = repeatKeyOf(request)
  const repeat =
    key === null ? null : { userId: viewer.userId, key, asked: `${request.method} ${request.url} ${JSON.stringify(request.body)}` }
  const alone = standsAlone(model, intents)
  const store = async (runner: Runner): Promise<string> =>
    textOfSaved(await save({ model, rules, runner, viewer, rights, now, repeat }, intents))
  const done = await once(pool, repeat, () => (alone ? repeatedly(() => store(pool)) : inTransaction(pool, store))).catch(
    (error: unknown) => withCurrent(parts, viewer, rights, intents, error),
  )
  const made = await answer(viewer, savedOfText(model, done))
  if (made.location !== undefined) reply.header('location', made.location)
  // As bytes: to a text Fastify would add a charset, which JSON:API does not allow.
  return made.body === ''
    ? reply.code(made.status).send()
    : reply
        .code(made.status)
        .type(made.type ?? jsonApiType)
        .send(Buffer.from(made.body))
}

/** A stale version: the answer carries what is stored now, so that the client can show what has changed. */
async function withCurrent(parts: Parts, viewer: Viewer, rights: Rights, intents: readonly Intent[], error: unknown): Promise<never> {
  if (!(error instanceof RequestFault) || error.status !== 409) throw error
  const stale = error.faults.filter((fault) => fault.kind === 'conflict').map((fault) => fault.pointer)
  for (const intent of intents) {
    if (!stale.includes(intent.pointer) || intent.op === 'add') continue
    const found = await parts.reader.byIds(parts.pool, viewer, rights, intent.resource, [intent.id])
    const current = found.rows === 1 ? found.data : ''
    throw new RequestFault(
      error.faults.map((fault) =>
        fault.pointer === intent.pointer && current ? { ...fault, current: JSON.parse(current) as unknown } : fault,
      ),
    )
  }
  throw error
}
