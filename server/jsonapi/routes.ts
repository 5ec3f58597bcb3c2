import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction, repeatedly } from '../database/transaction.ts'
import { readOperations } from './atomic.ts'
import { Faults, type Intent, isObject, readIntent, reasonOf, refuseDeep, uuidForm } from './intents.ts'
import type { Model, Resource, Rights } from './model.ts'
import { parseQuery, type Query } from './query.ts'
import { listDocument, makeReader, oneDocument, type Reader, type Runner } from './read.ts'
import { once, repeatKeyOf } from './repeats.ts'
import { type Saved, save, savedOfText, standsAlone, textOfSaved } from './save.ts'
import type { Rules } from './saving.ts'

export const jsonApiType = 'application/vnd.api+json'

export type JsonApi = {
  model: Model
  rules: Rules
  pool: Pool
  rightsOf: (viewer: Viewer) => Rights
  clock: () => number
}
type Parts = JsonApi & { reader: Reader; queryOf: QueryOf }
type Answer = { status: number; location?: string; body: string }

/** Every entity's routes, the entry point and the atomic operations; all of it from the registry. */
export function jsonApiRoutes(app: FastifyInstance, jsonApi: JsonApi): void {
  const parts: Parts = { ...jsonApi, reader: makeReader(jsonApi.model), queryOf: rememberQueries(jsonApi.model) }
  app.get('/jsonapi', (request, reply) => entry(parts, request, reply))
  app.post('/jsonapi/operations', (request, reply) => operations(parts, request, reply))
  for (const resource of parts.model.resources) {
    app.get(resource.path, (request, reply) => list(parts, resource, request, reply))
    app.post(resource.path, (request, reply) => create(parts, resource, request, reply))
    app.get<Id>(`${resource.path}/:id`, (request, reply) => read(parts, resource, request, reply))
    app.patch<Id>(`${resource.path}/:id`, (request, reply) => change(parts, resource, request, reply))
    app.delete<Id>(`${resource.path}/:id`, (request, reply) => remove(parts, resource, request, reply))
  }
}

type Id = { Params: { id: string } }

async function entry({ model }: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const links = Object.fromEntries(model.resources.map(({ type, path }) => [type, { href: path }]))
  const me = { meta: { id: viewer.userId }, href: `/jsonapi/user/user/${viewer.userId}` }
  return reply.type(jsonApiType).send(JSON.stringify({ jsonapi: { version: '1.1' }, data: [], meta: { links: { me } }, links }))
}

/** As bytes: a text would be measured, then turned into the same bytes. */
const sendText = (reply: FastifyReply, text: string): FastifyReply => reply.type(jsonApiType).send(Buffer.from(text))

type QueryOf = (rights: Rights, resource: Resource, request: FastifyRequest) => Query
const mostQueries = 500

/** Screens ask the same addresses again and again: their queries are read once. */
function rememberQueries(model: Model): QueryOf {
  const known = new Map<string, Query>()
  return (rights, resource, request) => {
    const key = `${rights.key} ${request.method} ${request.routeOptions.url} ${request.url.slice(request.url.indexOf('?') + 1 || request.url.length)}`
    const found = known.get(key)
    if (found) return found
    const query = parseQuery(model, rights, resource, request.query as Record<string, unknown>)
    const [oldest] = known.keys()
    if (known.size >= mostQueries && oldest !== undefined) known.delete(oldest)
    known.set(key, query)
    return query
  }
}

async function list(parts: Parts, resource: Resource, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  if (rights.reach(resource.name).read === 'none') throw forbidden()
  const query = parts.queryOf(rights, resource, request)
  const found = await parts.reader.list(parts.pool, viewer, rights, resource, query)
  return sendText(reply, listDocument(found, query, request.url))
}

async function read(parts: Parts, resource: Resource, request: FastifyRequest<Id>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  if (rights.reach(resource.name).read === 'none') throw forbidden()
  const id = idOf(request)
  const query = parts.queryOf(rights, resource, request)
  const found = await parts.reader.byIds(parts.pool, viewer, rights, resource, [id], query)
  return sendText(reply, oneDocument(found, request.url))
}

async function create(parts: Parts, resource: Resource, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return writing(parts, request, reply, (rights) => {
    refuseUnless(rights.reach(resource.name).create)
    return {
      intents: [single(parts, rights, resource, request, 'add', null)],
      answer: (viewer, saved) => created(parts, viewer, rights, saved),
    }
  })
}

async function change(parts: Parts, resource: Resource, request: FastifyRequest<Id>, reply: FastifyReply): Promise<FastifyReply> {
  const id = idOf(request)
  return writing(parts, request, reply, (rights) => {
    refuseUnless(rights.reach(resource.name).update)
    return {
      intents: [single(parts, rights, resource, request, 'update', id)],
      answer: async (viewer) => {
        const found = await parts.reader.byIds(parts.pool, viewer, rights, resource, [id])
        // The change may have taken the row out of the person's own reach.
        return found.rows === 0 ? { status: 204, body: '' } : { status: 200, body: oneDocument(found, `${resource.path}/${id}`) }
      },
    }
  })
}

async function remove(parts: Parts, resource: Resource, request: FastifyRequest<Id>, reply: FastifyReply): Promise<FastifyReply> {
  const id = idOf(request)
  return writing(parts, request, reply, (rights) => {
    refuseUnless(rights.reach(resource.name).delete)
    const faults = new Faults()
    const meta = isObject(request.body) ? request.body.meta : undefined
    const vid = isObject(meta) && typeof meta.vid === 'number' ? meta.vid : null
    const intent: Intent = {
      op: 'remove',
      resource,
      id,
      values: {},
      echoed: {},
      linked: {},
      vid,
      reason: reasonOf(meta, '', faults),
      pointer: '',
    }
    faults.throwIfAny()
    return { intents: [intent], answer: async () => ({ status: 204, body: '' }) }
  })
}

async function operations(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return writing(parts, request, reply, (rights) => ({
    intents: readOperations(parts.model, rights, request.body),
    answer: (viewer, saved) => operationResults(parts, viewer, rights, saved),
  }))
}

type Plan = { intents: Intent[]; answer: (viewer: Viewer, saved: readonly Saved[]) => Promise<Answer> }

/**
 * One user's action: what was asked, its revisions and its key are stored in one transaction (or, when only new rows are
 * made, in one statement), and then answered as the rows stand. A repeat of the same key finds what the first one did and is answered alike.
 */
async function writing(parts: Parts, request: FastifyRequest, reply: FastifyReply, plan: (rights: Rights) => Plan): Promise<FastifyReply> {
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
  return made.body === '' ? reply.code(made.status).send() : reply.code(made.status).type(jsonApiType).send(made.body)
}

async function created(parts: Parts, viewer: Viewer, rights: Rights, saved: readonly Saved[]): Promise<Answer> {
  const [first] = saved
  if (!first) throw new Error('Nothing was saved')
  const url = `${first.resource.path}/${first.id}`
  const found = await parts.reader.byIds(parts.pool, viewer, rights, first.resource, [first.id])
  // Somebody may have taken it out of the person's reach since (a repeat): it was made all the same.
  return { status: 201, location: url, body: found.rows === 0 ? '' : oneDocument(found, url) }
}

/** The rows as stored, one result an operation. */
async function operationResults(parts: Parts, viewer: Viewer, rights: Rights, saved: readonly Saved[]): Promise<Answer> {
  const kept = saved.filter(({ op }) => op !== 'remove')
  const wanted = [...Map.groupBy(kept, ({ resource }) => resource)].map(([resource, rows]) => ({
    resource,
    ids: [...new Set(rows.map(({ id }) => id))],
  }))
  const written = wanted.length === 0 ? new Map<string, string>() : await parts.reader.rows(parts.pool, viewer, rights, wanted)
  const results = saved.map(({ op, id }) => (op === 'remove' ? '{}' : `{"data":${written.get(id) ?? 'null'}}`))
  return { status: 200, body: `{"jsonapi":{"version":"1.1"},"atomic:results":[${results.join(',')}]}` }
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

function single(
  parts: Parts,
  rights: Rights,
  resource: Resource,
  request: FastifyRequest,
  op: 'add' | 'update',
  id: string | null,
): Intent {
  const faults = new Faults()
  const data = isObject(request.body) ? request.body.data : undefined
  const intent = readIntent(parts.model, rights, resource, data, { op, id, pointer: '/data', localIds: new Map() }, faults)
  faults.throwIfAny()
  return intent
}

function refuseUnless(allowed: unknown): void {
  if (!allowed) throw forbidden()
}

const forbidden = () => new RequestFault({ kind: 'forbidden', detail: 'Sinulla ei ole oikeuksia operaatioon' })

function idOf(request: FastifyRequest<Id>): string {
  const id = request.params.id.toLowerCase()
  if (!uuidForm.test(id)) throw new RequestFault({ kind: 'not_found', detail: 'Pyydettyä entiteettiä ei löydy' })
  return id
}
