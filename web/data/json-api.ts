import { jsonApiType } from '#domain/model/json-api-type.ts'
import { filterParameters } from '#domain/model/query/drupal-query.ts'
import { conditionsOf, type Filter, type ListQuery } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { callJson, type Passed } from './request.ts'
import {
  type AllFields,
  entityOfType,
  type Fields,
  type Part,
  type Resource,
  readResource,
  readRow,
  type Values,
  writeResource,
} from './row.ts'

export type ReadQuery<F extends Fields> = { include?: readonly string[]; fields?: F }

/** The rows included by `include`, found by entity and id. */
export type IncludedRows<F extends Fields> = {
  get: <M extends EntityName>(name: M, id: string | null | undefined) => Part<M, F> | undefined
  all: <M extends EntityName>(name: M, ids: readonly string[]) => Part<M, F>[]
  /** Lets `readAgain` restore the lookup from stored JSON. */
  toJSON: () => readonly Resource[]
}
export type ListResult<N extends EntityName, F extends Fields> = {
  rows: Part<N, F>[]
  included: IncludedRows<F>
  /** The number of all rows that the filter matches. */
  count: number
  /** The offset of the next page; null at the end. */
  next: number | null
}
export type RowResult<N extends EntityName, F extends Fields> = { row: Part<N, F>; included: IncludedRows<F> }

const pathOf = (name: EntityName, id?: string): string =>
  `/jsonapi/${registry[name].group}/${registry[name].bundle}${id ? `/${encodeURIComponent(id)}` : ''}`

/** The query string of rules/http-api.md#jsonapi-dialect, in Drupal's dialect. */
export function queryOf<N extends EntityName, F extends Fields>(query: ListQuery<N, F>): [string, string][] {
  const pairs: [string, string][] = query.filter ? filterParameters(query.filter) : []
  if (query.include?.length) pairs.push(['include', query.include.join(',')])
  if (query.sort?.length) pairs.push(['sort', query.sort.join(',')])
  if (query.page?.offset) pairs.push(['page[offset]', String(query.page.offset)])
  if (query.page?.limit) pairs.push(['page[limit]', String(query.page.limit)])
  for (const [name, names] of Object.entries(query.fields ?? {})) {
    const entity = Object.values(registry).find((candidate) => candidate.name === name)
    if (entity && names) pairs.push([`fields[${entity.type}]`, names.filter((field) => field !== 'id').join(',')])
  }
  return pairs
}

type Answer = { data: Resource[]; included: Resource[]; count: number; more: boolean }

function readAnswer(body: unknown): Answer {
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new TypeError('Not a JSON:API document')
  const several = Array.isArray(body.data) ? body.data : [body.data]
  const included = 'included' in body && Array.isArray(body.included) ? body.included : []
  const meta = 'meta' in body && typeof body.meta === 'object' && body.meta !== null ? body.meta : {}
  const links = 'links' in body && typeof body.links === 'object' && body.links !== null ? body.links : {}
  const data = several.map(readResource)
  const count = 'count' in meta ? Number(meta.count) : data.length
  return { data, included: included.map(readResource), count, more: 'next' in links && links.next !== null }
}

/** The lookup of included rows, by entity and id. */
export function includedOf<F extends Fields>(resources: readonly Resource[]): IncludedRows<F> {
  const byId = new Map(resources.map((resource) => [`${entityOfType(resource.type)} ${resource.id}`, resource]))
  const get = <M extends EntityName>(name: M, id: string | null | undefined) => {
    const resource = id ? byId.get(`${name} ${id}`) : undefined
    return resource && readRow<M, F>(name, resource)
  }
  return { get, all: (name, ids) => ids.flatMap((id) => get(name, id) ?? []), toJSON: () => resources }
}

/** Parses a list that JSON.stringify has written; its included rows can again be found by entity and id. */
export const readAgain = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'included' && Array.isArray(value) ? includedOf(value.map(readResource)) : value))

function first<N extends EntityName, F extends Fields>(name: N, { data, included }: Answer): RowResult<N, F> {
  const [resource] = data
  if (!resource) throw new TypeError('The document holds no row')
  return { row: readRow<N, F>(name, resource), included: includedOf<F>(included) }
}

/** Lists show published rows (rules/http-api.md#unpublished-rows) unless their filter names `status` itself. */
export function published<N extends EntityName>(filter: Filter<N> | undefined): Filter<N> {
  const status = { status: 1 } as Filter<N>
  if (!filter) return status
  return conditionsOf(filter).some(([path]) => path === 'status') ? filter : { all: [status, filter] }
}

/** The query of all rows with these ids. */
export const byIds = (ids: readonly string[]) => ({ filter: { id: ids }, page: { limit: ids.length } })

/** The rows of an entity that the person may see. Only published ones (rules/http-api.md#unpublished-rows) unless the filter names `status`. */
export async function list<N extends EntityName, const F extends Fields = AllFields>(
  name: N,
  query: ListQuery<N, F> = {},
  options: Passed = {},
): Promise<ListResult<N, F>> {
  const parameters = queryOf({ ...query, filter: published(query.filter) })
  const answer = await callJson(pathOf(name), readAnswer, { ...options, query: parameters })
  const reached = (query.page?.offset ?? 0) + answer.data.length
  return {
    rows: answer.data.map((resource) => readRow<N, F>(name, resource)),
    included: includedOf<F>(answer.included),
    count: answer.count,
    next: answer.more || reached < answer.count ? (answer.data.length > 0 ? reached : null) : null,
  }
}

export async function read<N extends EntityName, const F extends Fields = AllFields>(
  name: N,
  id: string,
  query: ReadQuery<F> = {},
  options: Passed = {},
): Promise<RowResult<N, F>> {
  return first<N, F>(name, await callJson(pathOf(name, id), readAnswer, { ...options, query: queryOf<N, F>(query) }))
}

type Written<N extends EntityName> = RowResult<N, AllFields>
type SaveOptions = Passed & { reason?: string; idempotencyKey?: string }

/** Changes a row: `vid` is the revision that was read, and a newer stored one is a Conflict. */
export async function patch<N extends EntityName>(
  name: N,
  version: { id: string; vid: number },
  changes: Values<N>,
  { reason, idempotencyKey, ...options }: SaveOptions = {},
): Promise<Written<N>> {
  const body = { data: writeResource(name, { ...changes, id: version.id, vid: version.vid }, reason) }
  const headers = { 'Content-Type': jsonApiType, ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}) }
  return first(name, await callJson(pathOf(name, version.id), readAnswer, { ...options, method: 'PATCH', body, headers }))
}
