import { z } from 'zod'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { EntityName } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { relationOf, resourceNamed } from '../jsonapi/model.ts'
import { parseQuery, visible } from '../jsonapi/query.ts'
import type { Reader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'

/** What a list's row holds: own fields, and of each relation to one row the fields of that row. */
export type Shown = { fields: readonly string[]; of: Readonly<Record<string, readonly string[]>> }
export type FlatRow = Record<string, unknown>

const identifier = z.object({ type: z.string(), id: z.string() })
const document = z.array(
  z.object({
    ...identifier.shape,
    attributes: z.record(z.string(), z.unknown()).default({}),
    relationships: z.record(z.string(), z.object({ data: identifier.nullable() })).default({}),
  }),
)
type Resource = z.output<typeof document>[number]

/**
 * A page of rows without JSON:API's envelopes. They come by the JSON:API's own reader in one statement, so that rows, fields
 * and relations are those that the policy table lets the viewer see; what it hides is missing.
 */
export async function flatRows(
  { pool, model, rightsOf, reader }: JsonApi & { reader: Reader },
  viewer: Viewer,
  name: EntityName,
  { fields, of }: Shown,
  query: Readonly<Record<string, unknown>>,
): Promise<{ rows: FlatRow[]; count: number }> {
  const rights = rightsOf(viewer)
  const resource = resourceNamed(model, name)
  if (rights.reach(name).read === 'none') throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  const relations = Object.keys(of).filter((relation) => visible(rights, resource, relation))
  const given: Record<string, unknown> = {
    ...query,
    include: relations.join(','),
    [`fields[${resource.type}]`]: [...fields.filter((field) => visible(rights, resource, field)), ...relations].join(','),
  }
  for (const relation of relations) {
    const to = relationOf(resource, relation)
    if (to?.kind !== 'one') throw new Error(`${name}.${relation} is no relation to one row`)
    const target = resourceNamed(model, to.to)
    given[`fields[${target.type}]`] = (of[relation] ?? []).filter((field) => visible(rights, target, field)).join(',')
  }
  const found = await reader.list(pool, viewer, rights, resource, parseQuery(model, rights, [resource], given))
  const included = new Map(readRows(found.included).map((row) => [row.id, row]))
  const rows = readRows(found.data).map(({ id, attributes, relationships }) => ({
    id,
    ...attributes,
    ...Object.fromEntries(Object.entries(relationships).map(([relation, { data }]) => [relation, flat(included.get(data?.id ?? ''))])),
  }))
  return { rows, count: found.count }
}

const readRows = (rows: readonly string[]): Resource[] => document.parse(JSON.parse(`[${rows.join('')}]`))
const flat = (row: Resource | undefined): FlatRow | null => (row ? { id: row.id, ...row.attributes } : null)
