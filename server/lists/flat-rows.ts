import { z } from 'zod'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { EntityName } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { type Model, type Resource, type Rights, relationOf, resourceNamed } from '../jsonapi/model.ts'
import { parseQuery, type Query, visible } from '../jsonapi/query.ts'
import type { Found, Reader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'

/** What a list's row holds: own fields, of each relation to one row the fields of that row, and of each to many what its rows hold. */
export type Shown = {
  fields: readonly string[]
  of: Readonly<Record<string, readonly string[]>>
  lines?: Readonly<Record<string, Shown>>
}
export type FlatRow = Record<string, unknown>

const identifier = z.object({ type: z.string(), id: z.string() })
const document = z.array(
  z.object({
    ...identifier.shape,
    attributes: z.record(z.string(), z.unknown()).default({}),
    relationships: z.record(z.string(), z.object({ data: z.union([identifier.nullable(), z.array(identifier)]) })).default({}),
  }),
)
type Resources = ReadonlyMap<string, z.output<typeof document>[number]>

type Parts = JsonApi & { reader: Reader }
type Params = Readonly<Record<string, unknown>>

/**
 * A page of rows without JSON:API's envelopes. They come by the JSON:API's own reader in one statement, so that rows, fields
 * and relations are those that the policy table lets the viewer see; what it hides is missing.
 */
export async function flatRows(
  parts: Parts,
  viewer: Viewer,
  name: EntityName,
  shown: Shown,
  params: Params,
): Promise<{ rows: FlatRow[]; count: number }> {
  const { rights, resource, query } = askedRows(parts, viewer, name, shown, params)
  const found = await parts.reader.list(parts.pool, viewer, rights, resource, query)
  return { rows: flatten(found, shown), count: found.count }
}

/** What flatRows would ask: the same rows may be read in another way. */
export function askedRows(
  { model, rightsOf }: JsonApi,
  viewer: Viewer,
  name: EntityName,
  shown: Shown,
  params: Params,
): { rights: Rights; resource: Resource; query: Query } {
  const rights = rightsOf(viewer)
  const resource = resourceNamed(model, name)
  if (rights.reach(name).read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  const asked: Asked = { include: [], fields: new Map() }
  addShown(model, rights, resource, shown, '', asked)
  const given: Record<string, unknown> = { ...params, include: asked.include.join(',') }
  for (const [type, fields] of asked.fields) given[`fields[${type}]`] = [...fields].join(',')
  return { rights, resource, query: parseQuery(model, rights, [resource], given) }
}

export function flatten(found: Found, shown: Shown): FlatRow[] {
  const included = new Map(readRows(found.included).map((row) => [row.id, row]))
  return readRows(found.data).map((row) => flat(row, shown, included))
}

type Asked = { include: string[]; fields: Map<string, Set<string>> }

/** Two ways to the same entity ask one list of its fields. */
function addFields({ fields }: Asked, { type }: Resource, names: readonly string[]): void {
  fields.set(type, new Set([...(fields.get(type) ?? []), ...names]))
}

function addShown(model: Model, rights: Rights, resource: Resource, { fields, of, lines = {} }: Shown, path: string, asked: Asked): void {
  const seen = (from: Resource, names: readonly string[]) => names.filter((name) => visible(rights, from, name))
  const relations = seen(resource, [...Object.keys(of), ...Object.keys(lines)])
  addFields(asked, resource, [...seen(resource, fields), ...relations])
  for (const relation of relations) {
    const to = relationOf(resource, relation)
    const names = to?.kind === 'one' ? [to.to] : to?.kind === 'inverse' ? to.to : []
    const [only] = names
    if (!only || names.length > 1) throw new Error(`${resource.name}.${relation} does not lead to one entity`)
    const target = resourceNamed(model, only)
    asked.include.push(`${path}${relation}`)
    const line = lines[relation]
    if (line) addShown(model, rights, target, line, `${path}${relation}.`, asked)
    else addFields(asked, target, seen(target, of[relation] ?? []))
  }
}

const readRows = (rows: readonly string[]) => document.parse(JSON.parse(`[${rows.join('')}]`))

function flat({ id, attributes, relationships }: z.output<typeof document>[number], shown: Shown | null, included: Resources): FlatRow {
  const relations = Object.entries(relationships).map(([relation, { data }]): [string, unknown] => {
    const linked = (identifiers: readonly { id: string }[], of: Shown | null) =>
      identifiers.flatMap((one) => {
        const row = included.get(one.id)
        return row ? [flat(row, of, included)] : []
      })
    if (Array.isArray(data)) return [relation, linked(data, shown?.lines?.[relation] ?? null)]
    return [relation, data ? (linked([data], null)[0] ?? null) : null]
  })
  return { id, ...attributes, ...Object.fromEntries(relations) }
}
