import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import type { Resource, Rights } from '../model.ts'
import { listDocument, oneDocument } from '../read/documents.ts'
import { makeReader } from '../read/read.ts'
import { Faults, maxFaults } from '../write/intents/faults.ts'
import type { Intent } from '../write/intents/intent.ts'
import { isObject } from '../write/intents/read-fields.ts'
import { readIntent, readRemoval } from '../write/intents/read-intent.ts'
import type { SavedOperation } from '../write/saved-operations.ts'
import { requireVid, withIfMatch } from '../write/versions.ts'
import { readOperations } from './atomic.ts'
import { atomicType, negotiate } from './negotiation.ts'
import { relationshipRoutes } from './relationships.ts'
import { type Id, idOf, type JsonApi, type Parts, refuseUnless, rememberQueries, requestedQuery } from './serving.ts'
import { sendRead } from './validators.ts'
import { type WriteAnswer, writing } from './writing.ts'

/** The routes of every entity in the registry, the entry point, and the atomic operations. */
export function jsonApiRoutes(app: FastifyInstance, jsonApi: JsonApi): void {
  const parts: Parts = { ...jsonApi, reader: makeReader(jsonApi.model), queryOf: rememberQueries(jsonApi.model) }
  app.register(async (scope) => {
    scope.addHook('onRequest', negotiate)
    scope.get('/jsonapi', (request, reply) => entry(parts, request, reply))
    scope.post('/jsonapi/operations', (request, reply) => operations(parts, request, reply))
    for (const resource of parts.model.resources) {
      scope.get(resource.path, (request, reply) => list(parts, resource, request, reply))
      scope.post(resource.path, (request, reply) => create(parts, resource, request, reply))
      scope.get<Id>(`${resource.path}/:id`, (request, reply) => read(parts, resource, request, reply))
      scope.patch<Id>(`${resource.path}/:id`, (request, reply) => change(parts, resource, request, reply))
      scope.delete<Id>(`${resource.path}/:id`, (request, reply) => remove(parts, resource, request, reply))
      relationshipRoutes(scope, parts, resource)
    }
  })
}

async function entry({ model }: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const links = Object.fromEntries(model.resources.map(({ type, path }) => [type, { href: path }]))
  const me = { meta: { id: viewer.userId }, href: `/jsonapi/user/user/${viewer.userId}` }
  return sendRead(request, reply, [JSON.stringify({ jsonapi: { version: '1.1' }, data: [], meta: { links: { me } }, links })])
}

async function list(parts: Parts, resource: Resource, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  refuseUnless(rights.reach(resource.name).read !== 'none')
  const query = await requestedQuery(parts, request, { rights, resources: [resource] })
  const found = await parts.reader.list(parts.pool, viewer, rights, resource, query)
  return sendRead(request, reply, listDocument(found, query, request.url))
}

async function read(parts: Parts, resource: Resource, request: FastifyRequest<Id>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  refuseUnless(rights.reach(resource.name).read !== 'none')
  const id = idOf(request)
  const query = await requestedQuery(parts, request, { rights, resources: [resource] })
  const found = await parts.reader.byIds(parts.pool, viewer, rights, resource, [id], query)
  return sendRead(request, reply, oneDocument(found, request.url), vidOf(found.data[0] ?? '{}'))
}

/** The version of a written row; undefined when its fields were chosen without it. */
function vidOf(row: string): number | undefined {
  const { attributes }: { attributes?: { vid?: number } } = JSON.parse(row)
  return attributes?.vid
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
    const intent = requireVid(single(parts, rights, resource, request, 'update', id))
    return {
      intents: [withIfMatch(intent, request.headers['if-match'])],
      answer: async (viewer) => {
        const found = await parts.reader.byIds(parts.pool, viewer, rights, resource, [id])
        // After the change the person may no longer be allowed to read the row.
        return found.data.length === 0
          ? { status: 204, body: '' }
          : { status: 200, body: oneDocument(found, `${resource.path}/${id}`).join('') }
      },
    }
  })
}

async function remove(parts: Parts, resource: Resource, request: FastifyRequest<Id>, reply: FastifyReply): Promise<FastifyReply> {
  const id = idOf(request)
  return writing(parts, request, reply, (rights) => {
    refuseUnless(rights.reach(resource.name).delete)
    const faults = new Faults(maxFaults)
    const meta = isObject(request.body) ? request.body.meta : undefined
    const intent = readRemoval(faults, resource, { id, meta, pointer: '' })
    faults.throwIfAny()
    return { intents: [withIfMatch(intent, request.headers['if-match'])], answer: async () => ({ status: 204, body: '' }) }
  })
}

async function operations(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return writing(parts, request, reply, (rights) => ({
    intents: readOperations(parts.model, rights, request.body),
    answer: (viewer, saved) => operationResults(parts, viewer, rights, saved),
  }))
}

function single(
  parts: Parts,
  rights: Rights,
  resource: Resource,
  request: FastifyRequest,
  op: 'add' | 'update',
  id: string | null,
): Intent {
  const faults = new Faults(maxFaults)
  const data = isObject(request.body) ? request.body.data : undefined
  const reading = { model: parts.model, rights, faults, localIds: new Map() }
  const intent = readIntent(reading, resource, { op, id, pointer: '/data', data })
  faults.throwIfAny()
  return intent
}

async function created(parts: Parts, viewer: Viewer, rights: Rights, saved: readonly SavedOperation[]): Promise<WriteAnswer> {
  const [first] = saved
  if (!first) throw new Error('Nothing was saved')
  const url = `${first.resource.path}/${first.id}`
  const found = await parts.reader.byIds(parts.pool, viewer, rights, first.resource, [first.id])
  // In a repeated call the person may no longer be allowed to read the row, although it was made.
  return { status: 201, location: url, body: found.data.length === 0 ? '' : oneDocument(found, url).join('') }
}

/** The rows as they are stored now, one result for each operation. */
async function operationResults(parts: Parts, viewer: Viewer, rights: Rights, saved: readonly SavedOperation[]): Promise<WriteAnswer> {
  const stored = saved.filter(({ op }) => op === 'add' || op === 'update')
  const selections = [...Map.groupBy(stored, ({ resource }) => resource)].map(([resource, rows]) => ({
    resource,
    ids: [...new Set(rows.map(({ id }) => id))],
  }))
  const written = selections.length === 0 ? new Map<string, string>() : await parts.reader.rows(parts.pool, viewer, rights, selections)
  const results = saved.map(({ op, id }) => (op === 'remove' || op === 'relate' ? '{}' : `{"data":${written.get(id) ?? 'null'}}`))
  return { status: 200, type: atomicType, body: `{"jsonapi":{"version":"1.1"},"atomic:results":[${results.join(',')}]}` }
}
