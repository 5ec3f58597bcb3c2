import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { type Resource, type Rights, relationOf, shownRelations } from '../model.ts'
import { listDocument, notFound, oneOrNothing } from '../read/documents.ts'
import { type Query, stepTo } from '../read/query.ts'
import { refuseSwitchedOffEntities, refuseSwitchedOffPaths } from '../read/switched-off.ts'
import { parseQuery } from '../read/wire-query.ts'
import { Faults, maxFaults } from '../write/intents/faults.ts'
import type { RelationChange } from '../write/intents/intent.ts'
import { isObject } from '../write/intents/read-fields.ts'
import { readRelationship } from '../write/intents/read-intent.ts'
import { requireVid, withIfMatch } from '../write/versions.ts'
import { type Id, idOf, type Parts, refuseUnless, requestedQuery } from './serving.ts'
import { sendRead } from './validators.ts'
import { writing } from './writing.ts'

type Place = Id & { Params: { id: string; relation: string } }

/** Routes of a row's relations: the related rows (`…/{id}/{relation}`), and the linkage (`…/{id}/relationships/{relation}`). */
export function relationshipRoutes(app: FastifyInstance, parts: Parts, resource: Resource): void {
  if (shownRelations(resource).length === 0) return
  const linkage = `${resource.path}/:id/relationships/:relation`
  app.get<Place>(`${resource.path}/:id/:relation`, (request, reply) => related(parts, resource, request, reply))
  app.get<Place>(linkage, (request, reply) => relationship(parts, resource, request, reply))
  app.post<Place>(linkage, (request, reply) => relate(parts, resource, 'add', request, reply))
  app.patch<Place>(linkage, (request, reply) => relate(parts, resource, 'replace', request, reply))
  app.delete<Place>(linkage, (request, reply) => relate(parts, resource, 'remove', request, reply))
}

async function related(parts: Parts, resource: Resource, request: FastifyRequest<Place>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  refuseUnless(rights.reach(resource.name).read !== 'none')
  const id = idOf(request)
  const { relation } = request.params
  const targets = await readableTargets(parts, rights, resource, relation)
  const query = await requestedQuery(parts, request, { rights, resources: targets })
  const found = await parts.reader.related(parts.pool, viewer, rights, { resource, id, relation }, targets, query)
  if (!found) throw notFound()
  const isOne = relationOf(resource, relation)?.kind === 'one'
  return sendRead(request, reply, isOne ? oneOrNothing(found, request.url) : listDocument(found, query, request.url))
}

function targetsOf({ model }: Parts, rights: Rights, resource: Resource, relation: string): Resource[] {
  const targets = stepTo(model, rights, resource, relation)
  if (!targets) throw new RequestFault({ kind: 'not_found', detail: `Tuntematon suhde: ${relation}.` })
  return targets
}

async function readableTargets(parts: Parts, rights: Rights, resource: Resource, relation: string): Promise<Resource[]> {
  const targets = targetsOf(parts, rights, resource, relation)
  refuseSwitchedOffEntities(
    targets.map(({ name }) => name),
    await parts.switches(),
  )
  return targets
}

async function relationship(parts: Parts, resource: Resource, request: FastifyRequest<Place>, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await request.viewer()
  const rights = parts.rightsOf(viewer)
  refuseUnless(rights.reach(resource.name).read !== 'none')
  const id = idOf(request)
  const { relation } = request.params
  await readableTargets(parts, rights, resource, relation)
  const query = linkageQuery(parts, rights, resource, relation, request.query as Record<string, unknown>)
  await refuseSwitchedOffPaths(parts, [resource], query)
  const document = await linkageDocument(parts, viewer, rights, { resource, id, relation }, query)
  if (document === null) throw notFound()
  return sendRead(request, reply, [document])
}

const linkageParameter = /^(include$|fields\[|_format$)/

/** A query of the row with this relation only; included paths must begin with the relation. */
function linkageQuery({ model }: Parts, rights: Rights, resource: Resource, relation: string, parameters: Record<string, unknown>): Query {
  const refuse = (parameter: string, detail: string): never => {
    throw new RequestFault({ kind: 'bad_request', parameter, detail })
  }
  for (const parameter of Object.keys(parameters))
    if (!linkageParameter.test(parameter)) refuse(parameter, `Tuntematon parametri: ${parameter}.`)
  const query = parseQuery(model, rights, [resource], parameters)
  const foreign = query.include.find(([first]) => first !== relation)
  if (foreign) refuse('include', `Mukaan otettavan polun on alettava suhteella ${relation}: ${foreign.join('.')}.`)
  const fields = query.fields.get(resource.type)
  if (!fields && query.include.length > 0) return query
  return { ...query, fields: new Map([...query.fields, [resource.type, new Set([...(fields ?? []), relation, 'vid'])]]) }
}

type Followed = { resource: Resource; id: string; relation: string }
/** The parts of a resource object that the relationship's document needs. */
type Row = { attributes: { vid: number }; relationships: Record<string, { data: unknown } | undefined> }

/** Null when the viewer may not read the row. Its `meta.vid` is the version that a change of the relation may carry. */
async function linkageDocument(
  { reader, pool }: Parts,
  viewer: Viewer,
  rights: Rights,
  { resource, id, relation }: Followed,
  query: Query,
): Promise<string | null> {
  const found = await reader.byIds(pool, viewer, rights, resource, [id], query)
  const [text] = found.data
  if (text === undefined) return null
  const row: Row = JSON.parse(text)
  const path = `${resource.path}/${id}`
  return JSON.stringify({
    jsonapi: { version: '1.1' },
    data: row.relationships[relation]?.data ?? null,
    ...(found.included.length === 0 ? {} : { included: JSON.parse(`[${found.included.join('')}]`) as unknown }),
    links: { self: { href: `${path}/relationships/${relation}` }, related: { href: `${path}/${relation}` } },
    meta: { vid: row.attributes.vid },
  })
}

/** Changes one relation and answers with its new linkage. */
async function relate(
  parts: Parts,
  resource: Resource,
  how: RelationChange,
  request: FastifyRequest<Place>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = idOf(request)
  const { relation } = request.params
  return writing(parts, request, reply, (rights) => {
    const reach = rights.reach(resource.name)
    refuseUnless(reach.update)
    targetsOf(parts, rights, resource, relation)
    if (how !== 'replace' && relationOf(resource, relation)?.kind === 'one') reply.header('allow', 'GET, HEAD, PATCH')
    const faults = new Faults(maxFaults)
    const document = isObject(request.body) ? request.body : {}
    const reading = { model: parts.model, rights, faults, localIds: new Map() }
    const intent = readRelationship(reading, resource, { relation, how, id, pointer: '', document })
    faults.throwIfAny()
    const change = how === 'replace' ? requireVid(intent) : intent
    return {
      intents: [withIfMatch(change, request.headers['if-match'])],
      answer: async (viewer) => {
        const query = linkageQuery(parts, rights, resource, relation, {})
        const body = await linkageDocument(parts, viewer, rights, { resource, id, relation }, query)
        // After the change the person may no longer be allowed to read the row.
        return body === null ? { status: 204, body: '' } : { status: 200, body }
      },
    }
  })
}
