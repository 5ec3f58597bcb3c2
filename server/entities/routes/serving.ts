import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Switches } from '#domain/model/features.ts'
import { uuidForm } from '#domain/values/uuid.ts'
import type { Model, Resource, Rights } from '../model.ts'
import { notFound } from '../read/documents.ts'
import type { Query } from '../read/query.ts'
import type { Reader } from '../read/read.ts'
import { refuseSwitchedOffPaths } from '../read/switched-off.ts'
import { parseQuery } from '../read/wire-query.ts'
import type { Rules } from '../write/saving.ts'

/** What the routes need from the server. */
export type JsonApi = {
  model: Model
  rules: Rules
  pool: Pool
  rightsOf: (viewer: Viewer) => Rights
  clock: () => number
  switches: () => Promise<Switches>
}
export type Parts = JsonApi & { reader: Reader; queryOf: QueryOf }
export type Id = { Params: { id: string } }

export type QueryOf = (rights: Rights, resources: readonly Resource[], request: FastifyRequest) => Query
const maxQueries = 500

/** Parses queries, with a cache by query string, as screens repeat the same requests. */
export function rememberQueries(model: Model): QueryOf {
  const known = new Map<string, Query>()
  return (rights, resources, request) => {
    const names = resources.length === 1 ? resources[0]?.name : resources.map(({ name }) => name).join(',')
    const key = `${rights.key} ${names} ${request.url.slice(request.url.indexOf('?') + 1 || request.url.length)}`
    const found = known.get(key)
    if (found) return found
    const query = parseQuery(model, rights, resources, request.query as Record<string, unknown>)
    const [oldest] = known.keys()
    if (known.size >= maxQueries && oldest !== undefined) known.delete(oldest)
    known.set(key, query)
    return query
  }
}

/** The query of a request; throws 404 when it leads to entities whose feature is switched off. */
export async function requestedQuery(
  parts: Parts,
  request: FastifyRequest,
  { rights, resources }: { rights: Rights; resources: readonly Resource[] },
): Promise<Query> {
  const query = parts.queryOf(rights, resources, request)
  await refuseSwitchedOffPaths(parts, resources, query)
  return query
}

export const forbidden = (): RequestFault => new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })

/** Throws 403 when the role may never do the operation, for any row. */
export function refuseUnless(allowed: unknown): void {
  if (!allowed) throw forbidden()
}

export function idOf(request: FastifyRequest<Id>): string {
  const id = request.params.id.toLowerCase()
  if (!uuidForm.test(id)) throw notFound()
  return id
}
