import { and, readable, type Scope } from './conditions.ts'
import { quote, type Relation, type Resource, relationOf, resourceNamed } from './model.ts'
import type { Query } from './query.ts'
import { raw, type Sql } from './sql.ts'

/** One step of an include: the rows of `target` that hang by `relation` on the rows of the table `parent`. */
export type Step = {
  /** Name of the common table that may hold the ids of these rows. */
  table: string
  parent: string
  relation: string
  target: Resource
  condition: (inner: string) => Sql | null
}

/** Every step of every include, parents before children; a step that two includes share is there once. */
export function includeSteps(scope: Scope, resource: Resource, query: Query): Step[] {
  const steps: Step[] = []
  const opened = new Map<string, { table: string; target: Resource }[]>([['', [{ table: 'page', target: resource }]]])
  const open = (path: readonly string[]): { table: string; target: Resource }[] => {
    const key = path.join('.')
    const known = opened.get(key)
    if (known) return known
    const name = path.at(-1) ?? ''
    const made: Step[] = []
    for (const parent of open(path.slice(0, -1))) {
      const relation = relationOf(parent.target, name)
      if (!relation) continue
      for (const to of relation.kind === 'inverse' ? relation.to : [relation.to]) {
        const target = resourceNamed(scope.model, to)
        const condition = (inner: string) => stepCondition(scope, parent, name, relation, target, inner)
        const step = { table: `i${steps.length}`, parent: parent.table, relation: name, target, condition }
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

function stepCondition(
  scope: Scope,
  parent: { table: string; target: Resource },
  name: string,
  relation: Relation,
  target: Resource,
  inner: string,
): Sql | null {
  const up = scope.alias()
  const parentRows = `${parent.target.table} ${up} JOIN ${parent.table} p ON p.id = ${up}.id`
  const link =
    relation.kind === 'one'
      ? raw(`${inner}.id IN (SELECT ${up}.${quote(`${name}_id`)} FROM ${parentRows})`)
      : relation.kind === 'many'
        ? raw(`${inner}.id IN (SELECT unnest(${up}.${quote(`${name}_ids`)}) FROM ${parentRows})`)
        : linkOfInverse(scope, relation, target, inner, `(SELECT id FROM ${parent.table})`)
  return and([link, relation.kind === 'inverse' ? raw(`${inner}.status = 1`) : null, readable(scope, target, inner)])
}

/** The condition that `inner`, a row of `target`, hangs on one of `ids`, a list or a query in brackets, by an inverse relation. */
export function linkOfInverse(
  scope: Scope,
  relation: Extract<Relation, { kind: 'inverse' }>,
  target: Resource,
  inner: string,
  ids: string,
): Sql {
  if (relation.through) {
    const between = resourceNamed(scope.model, relation.through.entity)
    const middle = scope.alias()
    return raw(
      `${inner}.id IN (SELECT ${middle}.${quote(`${relation.through.relation}_id`)} FROM ${between.table} ${middle} WHERE ${middle}.status = 1 AND ${middle}.${quote(`${relation.via}_id`)} IN ${ids})`,
    )
  }
  return relationOf(target, relation.via)?.kind === 'many'
    ? raw(`${inner}.${quote(`${relation.via}_ids`)} && ARRAY${ids.startsWith('(SELECT') ? ids : `[${ids}]`}`)
    : raw(`${inner}.${quote(`${relation.via}_id`)} IN ${ids}`)
}
