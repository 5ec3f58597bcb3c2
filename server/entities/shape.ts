import { columnsOf } from '#domain/model/columns.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import { entityNamed } from '#domain/model/entity-named.ts'
import { type Comparison, type Conditions, type Filter, type ListQuery, nothingMatches } from '#domain/model/query/list-query.ts'
import { type EntityName, type Registry, type Row, registry } from '#domain/model/registry.ts'
import { type Model, type Relation, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { emptyRequest, maxLimit, type RequestedFilter, type RequestedQuery, visible } from './read/query.ts'
import type { ReadPage } from './read/read.ts'
import type { ReadRow } from './read/row-reader.ts'

type Relations<N extends EntityName> = Registry[N]['relations']
/** The entity at the end of a relation; `never` for a relation to several entities. */
type TargetOf<N extends EntityName, R extends keyof Relations<N>> = Relations<N>[R] extends { to: infer T extends EntityName }
  ? T
  : Relations<N>[R] extends { to: readonly [infer T extends EntityName] | readonly (infer T extends EntityName)[] }
    ? T
    : never
type FieldName<N extends EntityName> = Extract<keyof Row<N>, string> | 'tunniste'

/** The content of a list's rows: their fields, and for each relation the shape of the related rows. */
export type Shape<N extends EntityName> = {
  readonly fields: readonly FieldName<N>[]
  readonly relations?: { readonly [R in keyof Relations<N>]?: Shape<TargetOf<N, R>> }
}
type Linked<N extends EntityName, R extends keyof Relations<N>, S> = Relations<N>[R] extends { kind: 'one' }
  ? ShapedRow<TargetOf<N, R>, S> | null
  : ShapedRow<TargetOf<N, R>, S>[]
/** A row of a shape. Fields and relations that the policy hides from the viewer are missing. */
export type ShapedRow<N extends EntityName, S> = { id: string } & (S extends { fields: readonly (infer F)[] }
  ? { [K in Extract<F, string>]?: K extends keyof Row<N> ? Row<N>[K] : string }
  : unknown) &
  (S extends { relations: infer L } ? { [R in Extract<keyof L, keyof Relations<N>>]?: Linked<N, R, L[R]> } : unknown)

/** A shape whose names are known only at run time; `isShapeOf` checks them against an entity. */
export type AnyShape = { readonly fields: readonly string[]; readonly relations?: Readonly<Record<string, AnyShape | undefined>> }

/** Whether every name is a field of the entity, or a relation of it to one other entity. */
export function isShapeOf<N extends EntityName>(entity: N, shape: AnyShape): shape is Shape<N> {
  const { fields, relations }: Entity = registry[entity]
  const known = new Set(['tunniste', ...columnsOf(registry[entity]).map(({ key }) => key), ...Object.keys(fields)])
  return (
    shape.fields.every((name) => known.has(name)) &&
    Object.entries(shape.relations ?? {}).every(([name, inner]) => {
      const target = entityNamed(targetOf(Object.hasOwn(relations, name) ? relations[name] : undefined) ?? '')
      return target !== null && (inner === undefined || isShapeOf(target, inner))
    })
  )
}

type Request<N extends EntityName> = {
  model: Model
  rights: Rights
  resource: Resource
  shape: Shape<N>
  query: Omit<ListQuery<N, never>, 'include' | 'fields'>
  /** The request to which the shape is added. */
  base?: RequestedQuery | undefined
}

/** The fields and includes to request so that the rows have a shape, without those hidden from the viewer. */
export function requestFor<N extends EntityName>({
  model,
  rights,
  resource,
  shape,
  query,
  base = emptyRequest,
}: Request<N>): RequestedQuery {
  const include: string[] = []
  const fields = new Map<string, Set<string>>()
  const addShape = (at: Resource, { fields: names, relations = {} }: AnyShape, path: string): void => {
    const visibleNames = [...names, ...Object.keys(relations)].filter((name) => visible(rights, at, name))
    // Two relation paths to the same entity share one list of its fields.
    fields.set(at.type, new Set([...(fields.get(at.type) ?? []), ...visibleNames]))
    for (const [name, inner] of Object.entries(relations)) {
      if (!inner || !visibleNames.includes(name)) continue
      include.push(`${path}${name}`)
      const target = targetOf(relationOf(at, name))
      if (target === undefined) throw new Error(`${at.name}.${name} does not lead to one entity`)
      addShape(resourceNamed(model, target), inner, `${path}${name}.`)
    }
  }
  addShape(resource, shape as AnyShape, '')
  const { filter, sort, page = {} } = query
  const { search, rest } = searchOf<N>(filter ?? {})
  return {
    ...base,
    ...(filter === undefined ? {} : { filter: requestedFilter(rest), search }),
    ...(sort === undefined ? {} : { sort }),
    offset: page.offset ?? base.offset,
    limit: Math.min(page.limit ?? base.limit, maxLimit),
    include,
    fields: new Map([...fields].map(([type, names]) => [type, [...names]])),
  }
}

/** The condition `q`, which must hold with all others, and the filter without it. */
function searchOf<N extends EntityName>(filter: Filter<N>): { search: string | null; rest: Filter<N> } {
  if (filter.any) return { search: null, rest: filter }
  if (filter.all) {
    const parts = filter.all.map((member: Filter<N>) => searchOf<N>(member))
    return { search: parts.find(({ search }) => search !== null)?.search ?? null, rest: { all: parts.map(({ rest }) => rest) } }
  }
  const { q, ...rest }: Readonly<Record<string, unknown>> = filter
  return { search: typeof q === 'string' ? q : null, rest: rest as Filter<N> }
}

/** The entity to which a relation leads, unless it leads to several. */
function targetOf(relation: Relation | undefined): string | undefined {
  const names = relation?.kind === 'inverse' ? relation.to : [relation?.to]
  return names.length === 1 ? names[0] : undefined
}

/** A typed filter in the form that `compileQuery` takes; null when it has no condition. */
function requestedFilter<N extends EntityName>(filter: Filter<N>): RequestedFilter | null {
  if (filter.any?.length === 0) return requestedFilter<N>(nothingMatches)
  const group = filter.all ?? filter.any
  if (group) {
    const members = group.flatMap((member: Filter<N>) => requestedFilter(member) ?? [])
    return members.length === 0 ? null : { conjunction: filter.any ? 'OR' : 'AND', members }
  }
  const members = Object.entries<Comparison | undefined>(filter as Conditions<N>).flatMap(([path, comparison]): RequestedFilter[] =>
    comparison === undefined ? [] : [{ parameter: `filter[${path}]`, path, ...comparedWith(comparison) }],
  )
  return members.length === 0 ? null : { conjunction: 'AND', members }
}

function comparedWith(comparison: Comparison): { operator: string; values: string[] } {
  if (typeof comparison !== 'object') return { operator: '=', values: [String(comparison)] }
  if (!('operator' in comparison)) return { operator: 'IN', values: comparison.map(String) }
  if (!('value' in comparison)) return { operator: comparison.operator, values: [] }
  const { operator, value } = comparison
  return { operator, values: typeof value === 'object' ? value.map(String) : [String(value)] }
}

/** The rows of a page in the requested shape. */
export function rowsOfShape<N extends EntityName, S extends Shape<N>>(shape: S, { rows, included }: ReadPage): ShapedRow<N, S>[] {
  const shaped = ({ fields, relations = {} }: AnyShape, row: ReadRow): Record<string, unknown> => {
    const read: Record<string, unknown> = { id: row.id }
    for (const name of fields) if (name in row) read[name] = row[name]
    for (const [name, inner] of Object.entries(relations)) {
      if (!inner || !(name in row)) continue
      const value = row[name]
      const linked = (id: unknown) => {
        const found = included.get(String(id))
        return found ? [shaped(inner, found)] : []
      }
      read[name] = Array.isArray(value) ? value.flatMap(linked) : value === null ? null : (linked(value)[0] ?? null)
    }
    return read
  }
  // The compiled query has read exactly the fields and relations of the shape.
  return rows.map((row) => shaped(shape as AnyShape, row) as ShapedRow<N, S>)
}
