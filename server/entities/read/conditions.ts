import type { Condition, Rows } from '#domain/access/define-policy.ts'
import { and, join, or, param, raw, type Sql, sql, where } from '#server/platform/database/sql.ts'
import { columnOf, type EntityReach, type Model, markOf, quote, type Resource, type Rights, relationOf, resourceNamed } from '../model.ts'

/**
 * Conditions on rows as SQL. A step through a relation is an uncorrelated `IN (SELECT …)`: PostgreSQL turns it into a
 * semi-join from whichever side is smaller.
 */
export type Scope = {
  model: Model
  rights: Rights
  /** Each step is an `EXISTS` correlated with the row: for a few rows and many viewers, or for rows that lack something. */
  fromRow: boolean
  /** Makes a new table alias. */
  alias: () => string
}

export function newScope(model: Model, rights: Rights, { fromRow = false } = {}): Scope {
  let made = 0
  return { model, rights, fromRow, alias: () => `t${++made}` }
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The expression of a stored column as these roles see it: masked values are shown as another one. */
export function visibleExpression(reach: EntityReach, resource: Resource, key: string, alias: string): string {
  const expression = `${alias}.${quote(columnOf(resource, key).name)}`
  const mask = reach.mask[key]
  return mask
    ? `CASE WHEN ${expression} IN (${mask.values.map(literal).join(', ')}) THEN ${literal(mask.as)} ELSE ${expression} END`
    : expression
}

/** Whether the viewer is among the people of the relation behind a mark, also when the relation itself is hidden from the viewer. */
export function isMarked(resource: Resource, alias: string, mark: string): Sql {
  const by = markOf(resource, mark)?.by ?? ''
  return sql`${alias}.${quote(columnOf(resource, by).name)} @> ARRAY[${param({ viewer: 'me' })}]::uuid[]`
}

/** The condition on `alias` that rows at the end of the relation satisfy a condition. */
export function through(
  scope: Scope,
  resource: Resource,
  alias: string,
  relationName: string,
  condition: (target: Resource, targetAlias: string) => Sql | null,
): Sql {
  const relation = relationOf(resource, relationName)
  if (!relation) throw new Error(`${resource.name} has no relation "${relationName}"`)
  if (relation.kind === 'inverse') {
    const inverse = inverseSteps(scope, resource, relationName, condition)
    if (!scope.fromRow) return sql`${alias}.id IN (${inverseIds(inverse)})`
    return (
      or(
        inverse.map(({ from, pointing, isList, conditions }) =>
          existing(from, and([pointsAt(pointing, isList, `${alias}.id`), ...conditions])),
        ),
      ) ?? raw('false')
    )
  }
  const target = resourceNamed(scope.model, relation.to)
  const inner = scope.alias()
  const conditions = condition(target, inner)
  const held = `${alias}.${quote(relation.kind === 'one' ? `${relationName}_id` : `${relationName}_ids`)}`
  if (scope.fromRow)
    return existing(`${target.table} ${inner}`, and([raw(`${inner}.id = ${relation.kind === 'one' ? held : `ANY(${held})`}`), conditions]))
  const ids = sql`SELECT ${inner}.id FROM ${target.table} ${inner}${where(conditions)}`
  return relation.kind === 'one' ? sql`${held} IN (${ids})` : sql`${held} && ARRAY(${ids})`
}

const existing = (from: string, condition: Sql | null): Sql => sql`EXISTS (SELECT FROM ${from}${where(condition)})`
/** For a list of references, in the form that can use its index (decision 2). */
const pointsAt = (pointing: string, isList: boolean, id: string): Sql => raw(isList ? `${pointing} @> ARRAY[${id}]` : `${pointing} = ${id}`)

/** The rows that refer to this entity: their table, the referring column (which may be null), and conditions on them. */
type InverseStep = { from: string; pointing: string; isList: boolean; filled: Sql | null; conditions: readonly (Sql | null)[] }

/** The rows at the other end of an inverse relation, for each entity there. Removed rows (status 0) are left out. */
function inverseSteps(
  scope: Scope,
  resource: Resource,
  relationName: string,
  condition: (target: Resource, targetAlias: string) => Sql | null,
): InverseStep[] {
  const relation = relationOf(resource, relationName)
  if (relation?.kind !== 'inverse') throw new Error(`${resource.name}.${relationName} is no inverse relation`)
  return relation.to.map((name) => {
    const target = resourceNamed(scope.model, name)
    const inner = scope.alias()
    if (relation.through) {
      const between = resourceNamed(scope.model, relation.through.entity)
      const middle = scope.alias()
      return {
        from: `${between.table} ${middle} JOIN ${target.table} ${inner} ON ${inner}.id = ${middle}.${quote(`${relation.through.relation}_id`)}`,
        pointing: `${middle}.${quote(`${relation.via}_id`)}`,
        isList: false,
        filled: null,
        conditions: [raw(`${middle}.status = 1 AND ${inner}.status = 1`), condition(target, inner)],
      }
    }
    const isList = relationOf(target, relation.via)?.kind === 'many'
    const pointing = `${inner}.${quote(`${relation.via}${isList ? '_ids' : '_id'}`)}`
    return {
      from: `${target.table} ${inner}`,
      pointing,
      isList,
      filled: isList ? null : raw(`${pointing} IS NOT NULL`),
      conditions: [raw(`${inner}.status = 1`), condition(target, inner)],
    }
  })
}

/** The ids that the rows of the steps refer to. */
const inverseIds = (steps: readonly InverseStep[]): Sql =>
  join(
    steps.map(
      ({ from, pointing, isList, filled, conditions }) =>
        sql`SELECT ${isList ? `unnest(${pointing})` : pointing} FROM ${from}${where(and([filled, ...conditions]))}`,
    ),
    ' UNION ALL ',
  )

/** A condition of the policy table as SQL. Null is "all rows". */
export function policyCondition(scope: Scope, resource: Resource, alias: string, rows: Rows): Sql | null {
  if (rows === 'all') return null
  if (rows === 'none') return raw('false')
  return compile(scope, resource, alias, rows)
}

function compile(scope: Scope, resource: Resource, alias: string, condition: Condition): Sql {
  if ('any' in condition) return compileAny(scope, resource, alias, condition.any)
  if ('all' in condition) return and(condition.all.map((part) => compile(scope, resource, alias, part))) ?? raw('true')
  return compilePath(scope, resource, alias, condition.path.split('.'), condition)
}

type Leaf = Exclude<Condition, { any: unknown } | { all: unknown }>

function compilePath(scope: Scope, resource: Resource, alias: string, path: readonly string[], leaf: Leaf): Sql {
  const [first, ...rest] = path
  if (first === undefined) return leafOnRow(scope, resource, alias, leaf)
  const relation = relationOf(resource, first)
  if (relation?.kind === 'one' && rest.length === 1 && rest[0] === 'id') return compare(`${alias}.${quote(`${first}_id`)}`, leaf)
  if (relation?.kind === 'many' && rest.length === 1 && rest[0] === 'id' && 'is' in leaf && leaf.is === 'me')
    return sql`${alias}.${quote(`${first}_ids`)} @> ARRAY[${param({ viewer: 'me' })}]::uuid[]`
  if (relation && rest.length === 0) return satisfied(scope, resource, alias, first, leaf)
  if (relation)
    return through(scope, resource, alias, first, (target, inner) =>
      // Removed rows are left out, as in an inverse relation; the indexes contain only the others.
      and([relation.kind === 'many' ? raw(`${inner}.status = 1`) : null, compilePath(scope, target, inner, rest, leaf)]),
    )
  const { name, kind } = columnOf(resource, first)
  const expression = `${alias}.${quote(name)}`
  // Every value of a list must be one of those.
  if (kind === 'choices' && 'in' in leaf) return raw(`${expression} <@ ARRAY[${leaf.in.map(literal).join(', ')}]::text[]`)
  return compare(expression, leaf)
}

/** The path ends at the relation itself: the row or rows at its end exist, or satisfy the leaf's condition. */
function satisfied(scope: Scope, resource: Resource, alias: string, relationName: string, leaf: Leaf): Sql {
  const relation = relationOf(resource, relationName)
  if (relation?.kind !== 'one')
    return through(scope, resource, alias, relationName, (target, inner) => leafOnRow(scope, target, inner, leaf))
  if ('is' in leaf) return compare(`${alias}.${quote(`${relationName}_id`)}`, leaf)
  const target = resourceNamed(scope.model, relation.to)
  const inner = scope.alias()
  // Collected as a set of ids, so that in an OR with another column each alternative uses its own index.
  return sql`${alias}.${quote(`${relationName}_id`)} = ANY(ARRAY(SELECT ${inner}.id FROM ${target.table} ${inner}${where(leafOnRow(scope, target, inner, leaf))}))`
}

/** The leaf's condition on the row at the end of the path. */
function leafOnRow(scope: Scope, resource: Resource, alias: string, leaf: Leaf): Sql {
  if ('that' in leaf) return compile(scope, resource, alias, leaf.that)
  if ('is' in leaf && leaf.is === 'something') return raw('true')
  throw new Error(`A condition on ${resource.name} does not say which of its fields is meant`)
}

function compare(expression: string, leaf: Leaf): Sql {
  if ('in' in leaf) return raw(`${expression} IN (${leaf.in.map(literal).join(', ')})`)
  if ('has' in leaf) return raw(`${expression} && ARRAY[${leaf.has.map(literal).join(', ')}]::text[]`)
  if ('that' in leaf) throw new Error('A value satisfies no condition of its own')
  switch (leaf.is) {
    case 'nothing':
      return raw(`${expression} IS NULL`)
    case 'something':
      return raw(`${expression} IS NOT NULL`)
    case 'past':
      return raw(`${expression} <= ${databaseNow}`)
    case 'ahead':
      return raw(`${expression} > ${databaseNow}`)
    default:
      return sql`${expression} = ${param({ viewer: leaf.is })}`
  }
}

/** Unix seconds by the database's clock, which all servers share. */
const databaseNow = 'extract(epoch FROM now())::bigint'

/** Alternatives that all begin with an inverse relation become one `IN (… UNION ALL …)`, which an index can serve. */
function compileAny(scope: Scope, resource: Resource, alias: string, parts: readonly Condition[]): Sql {
  const inverse: Sql[] = []
  const others: Sql[] = []
  for (const part of parts) {
    const [first = '', ...rest] = 'path' in part ? part.path.split('.') : []
    if ('path' in part && !scope.fromRow && relationOf(resource, first)?.kind === 'inverse')
      inverse.push(inverseIds(inverseSteps(scope, resource, first, (target, inner) => compilePath(scope, target, inner, rest, part))))
    else others.push(compile(scope, resource, alias, part))
  }
  if (inverse.length > 0) others.push(sql`${alias}.id IN (${join(inverse, ' UNION ALL ')})`)
  return or(others) ?? raw('false')
}

/** The rows that these roles may read. */
export function readable(scope: Scope, resource: Resource, alias: string): Sql | null {
  return and([
    scope.rights.unpublished ? null : raw(`${alias}.status = 1`),
    policyCondition(scope, resource, alias, scope.rights.reach(resource.name).read),
  ])
}

/** `readable` of the entity with this name, as a condition also when all rows may be read. */
export const isReadable = (scope: Scope, name: string, alias: string): Sql =>
  readable(scope, resourceNamed(scope.model, name), alias) ?? raw('true')
