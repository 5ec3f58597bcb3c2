import { and, param, raw, type Sql, sql } from '#server/platform/database/sql.ts'
import { quote, type Relation, type Resource, relationOf, resourceNamed } from '../model.ts'
import { readable, type Scope } from './conditions.ts'
import type { Query } from './query.ts'

/** One step of an include: the rows of `target` to which `relation` leads from the rows of the table `parent`. */
export type IncludeStep = {
  /** Name of the common table that holds these rows when further steps start from them. */
  table: string
  parent: string
  relation: string
  target: Resource
  /** The ids of the rows at the end, whether or not the viewer may read them. */
  ids: () => Sql
  /** The condition that `inner` is one of these rows and that the viewer may read it. */
  condition: (inner: string) => Sql | null
}

/** The common table expression with the ids of the requested rows. */
export const page = 'page'

/** Every step of every include, parents before children; a step that two includes share is listed once. */
export function includeSteps(scope: Scope, roots: readonly Resource[], query: Query): IncludeStep[] {
  const steps: IncludeStep[] = []
  const opened = new Map([['', roots.map((target) => ({ table: page, target }))]])
  const open = (path: readonly string[]): { table: string; target: Resource }[] => {
    const key = path.join('.')
    const known = opened.get(key)
    if (known) return known
    const name = path.at(-1) ?? ''
    const made: IncludeStep[] = []
    for (const parent of open(path.slice(0, -1))) {
      const relation = relationOf(parent.target, name)
      if (!relation) continue
      for (const to of relation.kind === 'inverse' ? relation.to : [relation.to]) {
        const target = resourceNamed(scope.model, to)
        const step = {
          table: `i${steps.length}`,
          parent: parent.table,
          relation: name,
          target,
          ...endOf(scope, parent, name, relation, target),
        }
        steps.push(step)
        made.push(step)
      }
    }
    opened.set(key, made)
    return made
  }
  for (const path of query.include) open(path)
  return steps
}

function endOf(
  scope: Scope,
  parent: { table: string; target: Resource },
  name: string,
  relation: Relation,
  target: Resource,
): Pick<IncludeStep, 'ids' | 'condition'> {
  const hanging = (inner: string): Sql | null => {
    if (relation.kind !== 'inverse') return null
    const owners = { query: raw(`SELECT id FROM ${parent.table}`) }
    return sql`${linkOfInverse(scope, relation, target, inner, owners)} AND ${inner}.status = 1`
  }
  const ids = (): Sql => {
    const up = scope.alias()
    const link = hanging(up)
    if (link) return sql`SELECT ${up}.id FROM ${target.table} ${up} WHERE ${link}`
    const id = relation.kind === 'one' ? `${up}.${quote(`${name}_id`)}` : `unnest(${up}.${quote(`${name}_ids`)})`
    const parents = parent.table === page ? `${parent.target.table} ${up} JOIN ${page} p ON p.id = ${up}.id` : `${parent.table} ${up}`
    return raw(`SELECT ${id} FROM ${parents}`)
  }
  return { ids, condition: (inner) => and([hanging(inner) ?? sql`${inner}.id IN (${ids()})`, readable(scope, target, inner)]) }
}

/** The rows whose inverse relation is followed: one id, or the ids that a query selects. */
export type Owners = { id: Sql } | { query: Sql }

/** The condition that `inner`, a row of `target`, belongs to the inverse relation of one of the owners. */
export function linkOfInverse(
  scope: Scope,
  relation: Extract<Relation, { kind: 'inverse' }>,
  target: Resource,
  inner: string,
  owners: Owners,
): Sql {
  const ids = 'id' in owners ? owners.id : owners.query
  if (relation.through) {
    const between = resourceNamed(scope.model, relation.through.entity)
    const middle = scope.alias()
    return sql`${inner}.id IN (SELECT ${middle}.${quote(`${relation.through.relation}_id`)} FROM ${between.table} ${middle} WHERE ${middle}.status = 1 AND ${middle}.${quote(`${relation.via}_id`)} IN (${ids}))`
  }
  return relationOf(target, relation.via)?.kind === 'many'
    ? sql`${inner}.${quote(`${relation.via}_ids`)} && ${'id' in owners ? sql`ARRAY[${ids}]` : sql`ARRAY(${ids})`}`
    : sql`${inner}.${quote(`${relation.via}_id`)} IN (${ids})`
}

/** The row whose relation is followed; its id is the request's value number `id`. */
export type Owner = { resource: Resource; relation: string; id: number }

const idOf = (owner: Owner): Sql => sql`${param({ value: owner.id })}::uuid`

/** The condition that `inner`, a row of `target`, is at the end of the owner's relation. */
export function isAtEndOfRelation(scope: Scope, owner: Owner, target: Resource, inner: string): Sql {
  const relation = relationOf(owner.resource, owner.relation)
  if (!relation) throw new Error(`${owner.resource.name} has no relation "${owner.relation}"`)
  if (relation.kind === 'inverse') return sql`${linkOfInverse(scope, relation, target, inner, { id: idOf(owner) })} AND ${inner}.status = 1`
  return relation.kind === 'one'
    ? sql`${inner}.id = (${columnOfOwner(scope, owner, `${owner.relation}_id`)})`
    : sql`${inner}.id = ANY(${listOf(scope, owner)})`
}

/** The list of references that the owner holds, as an array. */
export const listOf = (scope: Scope, owner: Owner): Sql => sql`(${columnOfOwner(scope, owner, `${owner.relation}_ids`)})::uuid[]`

function columnOfOwner(scope: Scope, owner: Owner, column: string): Sql {
  const up = scope.alias()
  return sql`SELECT ${up}.${quote(column)} FROM ${owner.resource.table} ${up} WHERE ${up}.id = ${idOf(owner)}`
}

/** Whether the viewer may read the owner. */
export function isOwnerReadable(scope: Scope, owner: Owner): Sql {
  const up = scope.alias()
  return sql`EXISTS (SELECT FROM ${owner.resource.table} ${up} WHERE ${and([sql`${up}.id = ${idOf(owner)}`, readable(scope, owner.resource, up)]) ?? ''})`
}
