import type { FilterOperator } from '#domain/model/query/list-query.ts'
import { and, or, param, raw, type Sql, sql } from '#server/platform/database/sql.ts'
import { columnOf, type Resource } from '../model.ts'
import { isMarked, literal, readable, type Scope, through, visibleExpression } from './conditions.ts'
import type { FilterNode, Path } from './query.ts'

/** The filter of a query as SQL; every step of a path sees only rows that the viewer may read. */
export function filterCondition(scope: Scope, resource: Resource, alias: string, node: FilterNode): Sql | null {
  if ('conjunction' in node) {
    const parts = node.members.map((member) => filterCondition(scope, resource, alias, member)).filter((part) => part !== null)
    return node.conjunction === 'OR' ? or(parts) : and(parts)
  }
  const reached = (from: Scope, operator: FilterOperator): Sql =>
    overPath(from, resource, alias, node.path.steps, (at, inner) => comparison(from, at, inner, { ...node, operator }))
  // A missing row at the end of a relation counts as an empty value. Looked up from the row (EXISTS): otherwise the ids of all rows that
  // have a value there would be collected first.
  if (node.operator === 'IS NULL' && node.path.steps.length > 0) return sql`NOT ${reached({ ...scope, fromRow: true }, 'IS NOT NULL')}`
  return reached(scope, node.operator)
}

function overPath(
  scope: Scope,
  resource: Resource,
  alias: string,
  steps: readonly string[],
  leaf: (at: Resource, inner: string) => Sql,
): Sql {
  const [step, ...rest] = steps
  if (step === undefined) return leaf(resource, alias)
  return through(scope, resource, alias, step, (target, inner) =>
    and([readable(scope, target, inner), overPath(scope, target, inner, rest, leaf)]),
  )
}

type Comparison = Extract<FilterNode, { path: Path }>

/** The expression that a path's leaf is compared and sorted by. */
export function leafExpression(scope: Scope, resource: Resource, alias: string, leaf: string): string {
  if (leaf !== 'tunniste') return visibleExpression(scope.rights.reach(resource.name), resource, leaf, alias)
  return `(${literal(`${resource.entity.tunniste.prefix}-`)} || ${alias}.${columnOf(resource, resource.entity.tunniste.of).name})`
}

function comparison(scope: Scope, resource: Resource, alias: string, node: Comparison): Sql {
  if (node.path.kind === 'mark') return markComparison(resource, alias, node)
  const expression = leafExpression(scope, resource, alias, node.path.leaf)
  if (node.path.kind === 'choices' || node.path.kind === 'numbers') return listComparison(expression, node)
  if (node.operator === 'IS NULL' || node.operator === 'IS NOT NULL') {
    const empty = raw(emptiness(node.path, expression))
    return node.operator === 'IS NULL' ? empty : sql`NOT (${empty})`
  }
  const compareWith = node.path.kind === 'flag' ? flagOf(resource, node.path.leaf) : literal
  if (node.constants) {
    const list = node.constants.map(compareWith).join(', ')
    const negative = node.operator === '<>' || node.operator === 'NOT IN'
    return raw(
      node.constants.length === 1
        ? `${expression} ${negative ? '<>' : '='} ${list}`
        : `${expression} ${negative ? 'NOT IN' : 'IN'} (${list})`,
    )
  }
  return operation(expression, node.operator, node.values, castOf(node.path))
}

/** In the database `status` is a number, the other flags are booleans. */
const flagOf = (resource: Resource, leaf: string) => (value: string) =>
  columnOf(resource, leaf).kind === 'status' ? value : value === '1' ? 'true' : 'false'

function markComparison(resource: Resource, alias: string, { path, operator, constants }: Comparison): Sql {
  const marked = isMarked(resource, alias, path.leaf)
  return constants?.includes('1') === (operator === '=') ? marked : sql`NOT (${marked})`
}

/** The SQL type that a value is compared as. With a type wider than the column's, no index could be used. */
function castOf({ kind }: Path): string {
  switch (kind) {
    case 'whole':
      return 'bigint'
    case 'number':
      return 'numeric'
    case 'coordinate':
      return 'double precision'
    case 'id':
      return 'uuid'
    default:
      return 'text'
  }
}

/** No stored value is null: empty text is '', no number or date is 0. References and coordinates alone may be missing. */
function emptiness(path: Path, expression: string): string {
  switch (path.kind) {
    case 'id':
      return `${expression} IS NULL`
    case 'coordinate':
      return `${expression} IS NULL`
    case 'whole':
    case 'number':
      return `${expression} = 0`
    case 'flag':
    case 'mark':
      return 'false'
    default:
      return `${expression} = ''`
  }
}

function operation(expression: string, operator: FilterOperator, values: readonly number[], cast: string): Sql {
  const value = (index: number, type = cast): Sql => sql`${param({ value: values[index] ?? 0 })}::${type}`
  const like = (pattern: Sql): Sql => sql`${expression}::text ILIKE ${pattern}`
  // % _ \ in the value are matched literally.
  const escaped = sql`replace(replace(replace(${value(0, 'text')}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`
  switch (operator) {
    case 'IN':
      return sql`${expression} = ANY(${value(0, `${cast}[]`)})`
    case 'NOT IN':
      return sql`${expression} <> ALL(${value(0, `${cast}[]`)})`
    case 'BETWEEN':
      return sql`${expression} BETWEEN ${value(0)} AND ${value(1)}`
    case 'NOT BETWEEN':
      return sql`${expression} NOT BETWEEN ${value(0)} AND ${value(1)}`
    case 'STARTS_WITH':
      return like(sql`${escaped} || '%'`)
    case 'ENDS_WITH':
      return like(sql`'%' || ${escaped}`)
    case 'CONTAINS':
      return like(sql`'%' || ${escaped} || '%'`)
    default:
      return sql`${expression} ${operator} ${value(0)}`
  }
}

/** A list satisfies a condition when one of its values does, and a negated one when none of its values is equal. */
function listComparison(expression: string, node: Comparison): Sql {
  const type = node.path.kind === 'numbers' ? 'bigint' : 'text'
  const value = (index: number, cast: string): Sql => sql`${param({ value: node.values[index] ?? 0 })}::${cast}`
  switch (node.operator) {
    case 'IS NULL':
      return raw(`cardinality(${expression}) = 0`)
    case 'IS NOT NULL':
      return raw(`cardinality(${expression}) > 0`)
    case '=':
      return sql`${expression} @> ARRAY[${value(0, type)}]`
    case '<>':
      return sql`NOT (${expression} @> ARRAY[${value(0, type)}])`
    case 'IN':
      return sql`${expression} && ${value(0, `${type}[]`)}`
    case 'NOT IN':
      return sql`NOT (${expression} && ${value(0, `${type}[]`)})`
    default:
      return sql`EXISTS (SELECT 1 FROM unnest(${expression}) AS item(value) WHERE ${operation('item.value', node.operator, node.values, type)})`
  }
}
