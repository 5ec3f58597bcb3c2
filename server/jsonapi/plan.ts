import { and, newScope, readable, type Scope, where } from './conditions.ts'
import { includeSteps, type Step } from './includes.ts'
import { type Model, quote, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { filterCondition, leafExpression } from './predicates.ts'
import type { Query } from './query.ts'
import { finish, join, param, raw, type Source, type Sql, sql } from './sql.ts'
import { type CompiledField, constantsFor, wireFields } from './wire-fields.ts'
import { compileWriter, type ResourceWriter } from './writer.ts'

/**
 * A list or a read compiled to one statement. Each row of its answer begins with the number of its branch: -1 the
 * count, 0 the page itself, 1… an included type; the columns follow as text, in the order that the branch's writer expects.
 */
export type Plan = {
  text: string
  sources: readonly Source[]
  /** Writers by branch number. */
  writers: readonly ResourceWriter[]
  /** Relations of the root rows that are filled from included rows. */
  links: readonly Link[]
}
/** Column `field` of a root row gets the ids of the rows of `branch` whose column `owner` is its id. */
export type Link = { field: number; branch: number; owner: number }

/** The rows asked for: a page of a list, or the rows whose ids are the request's value number `value`. */
export type Wanted = { page: Query } | { ids: number; query: Query }

export function compilePlan(model: Model, rights: Rights, resource: Resource, wanted: Wanted): Plan {
  const scope = newScope(model, rights)
  const query = 'page' in wanted ? wanted.page : wanted.query
  const commonTables: Sql[] = []
  const alias = scope.alias()
  const reading = readable(scope, resource, alias)
  if ('page' in wanted) {
    const condition = and([reading, query.filter ? filterCondition(scope, resource, alias, query.filter) : null])
    const order = orderBy(scope, resource, alias, query)
    const offset = query.offset > 0 ? sql` OFFSET ${param({ value: query.values.length })}::bigint` : raw('')
    commonTables.push(
      sql`page AS MATERIALIZED (SELECT ${alias}.id, row_number() OVER (ORDER BY ${order}) AS n FROM ${resource.table} ${alias}${where(condition)} ORDER BY ${order} LIMIT ${String(query.limit)}${offset})`,
    )
    const counted = sql`SELECT count(*) FROM ${resource.table} ${alias}${where(condition)}`
    // A page that is not full says itself how many rows there are.
    const beyond = query.offset > 0 ? sql`(SELECT count(*) FROM page) = 0 OR ` : raw('')
    const seenRows =
      query.offset > 0
        ? sql`${param({ value: query.values.length })}::bigint + (SELECT count(*) FROM page)`
        : raw('(SELECT count(*) FROM page)')
    commonTables.push(
      sql`total AS (SELECT CASE WHEN ${beyond}(SELECT count(*) FROM page) >= ${String(query.limit)} THEN (${counted}) ELSE ${seenRows} END AS n)`,
    )
  } else {
    commonTables.push(
      sql`page AS MATERIALIZED (SELECT ${alias}.id, array_position(${param({ value: wanted.ids })}::uuid[], ${alias}.id) AS n FROM ${resource.table} ${alias} WHERE ${and([sql`${alias}.id = ANY(${param({ value: wanted.ids })}::uuid[])`, reading]) ?? ''})`,
    )
  }
  const steps = includeSteps(scope, resource, query)
  const included = [...Map.groupBy(steps, (step) => step.target)].map(([target, reached]) => ({
    target,
    reached,
    alone: isAlone(steps, reached, resource),
  }))
  for (const step of steps) {
    if (included.some(({ reached, alone }) => alone && reached.includes(step))) continue
    const inner = scope.alias()
    commonTables.push(
      sql`${step.table} AS MATERIALIZED (SELECT ${inner}.id FROM ${step.target.table} ${inner}${where(step.condition(inner))})`,
    )
  }
  const root = branchOf(scope, { resource, from: sql`page JOIN ${resource.table} r ON r.id = page.id`, order: 'page.n' }, query)
  const others = included.map(({ target, reached, alone }) =>
    branchOf(scope, { resource: target, from: includedRows(target, reached, alone, resource), order: 'r.drupal_internal__id' }, query),
  )
  const links = included.flatMap(({ target, reached, alone }, index) =>
    alone ? (linkOf(root, resource, target, reached, others[index], index + 1) ?? []) : [],
  )
  const made = [root, ...others]
  const width = widthOf(made)
  const selects = selectsOf(made)
  if ('page' in wanted)
    selects.unshift(
      sql`SELECT -1 AS b, 0 AS o, total.n::text AS c0${raw(Array.from({ length: width - 1 }, (_, at) => `, NULL AS c${at + 1}`).join(''))} FROM total`,
    )
  const statement = sql`WITH ${join(commonTables, ', ')} ${ordered(selects, width)}`
  return { ...finish(statement), writers: made.map((branch) => branch.writer), links }
}

/** A type that one step reaches and none goes on from needs no table of ids: its branch asks the step's own condition. */
function isAlone(steps: readonly Step[], reached: readonly Step[], root: Resource): boolean {
  const [only, ...more] = reached
  return only !== undefined && more.length === 0 && only.target !== root && !steps.some((step) => step.parent === only.table)
}

function includedRows(target: Resource, reached: readonly Step[], alone: boolean, root: Resource): Sql {
  const [only] = reached
  if (alone && only) return sql`${target.table} r${where(only.condition('r'))}`
  const ids = reached.map(({ table }) => raw(`SELECT id FROM ${table}`))
  return sql`${target.table} r WHERE r.id IN (${join(ids, ' UNION ALL ')})${target === root ? ' AND r.id NOT IN (SELECT id FROM page)' : ''}`
}

/**
 * The ids of an inverse relation stand in the included rows themselves, each of which says whose it is: then the root
 * rows need not look them up again.
 */
function linkOf(
  root: Branch,
  resource: Resource,
  target: Resource,
  [step]: readonly Step[],
  branch: Branch | undefined,
  number: number,
): Link | null {
  const relation = step?.parent === 'page' ? relationOf(resource, step.relation) : undefined
  if (!step || !branch || relation?.kind !== 'inverse' || relation.through || relation.to.length > 1) return null
  const field = root.fields.findIndex(({ name }) => name === step.relation)
  if (field < 0 || relationOf(target, relation.via)?.kind !== 'one') return null
  root.columns[field + 1] = raw('NULL')
  branch.columns.push(raw(`r.${quote(`${relation.via}_id`)}::text`))
  return { field: field + 2, branch: number, owner: branch.columns.length }
}

/** Rows of several types by their ids, in one statement: the ids of resource number n are the request's value number n. */
export function compileRows(model: Model, rights: Rights, resources: readonly Resource[], query: Query): Plan {
  const scope = newScope(model, rights)
  const made = resources.map((resource, index) => {
    const condition = and([sql`r.id = ANY(${param({ value: index })}::uuid[])`, readable(scope, resource, 'r')])
    return branchOf(scope, { resource, from: sql`${resource.table} r${where(condition)}`, order: '0' }, query)
  })
  return { ...finish(ordered(selectsOf(made), widthOf(made))), writers: made.map((branch) => branch.writer), links: [] }
}

/** A statement's branches as one answer: number, order, and the columns as text, padded to the widest. */
function selectsOf(branches: readonly Branch[]): Sql[] {
  const widest = widthOf(branches)
  return branches.map(({ columns, from, order }, index) => {
    const padding = Array.from({ length: widest - columns.length }, () => raw('NULL'))
    const named = [...columns, ...padding].map((column, at) => sql`${column} AS c${String(at)}`)
    return sql`SELECT ${String(index)} AS b, ${order} AS o, ${join(named, ', ')} FROM ${from}`
  })
}

/** The branches in order; what they are ordered by does not travel. */
function ordered(selects: readonly Sql[], width: number): Sql {
  const columns = Array.from({ length: width }, (_, at) => `c${at}`).join(', ')
  return sql`SELECT b, ${columns} FROM (${join(selects, ' UNION ALL ')}) branches ORDER BY b, o`
}

const widthOf = (branches: readonly Branch[]): number => Math.max(1, ...branches.map(({ columns }) => columns.length))

function orderBy(scope: Scope, resource: Resource, alias: string, query: Query): Sql {
  const parts = query.sort.map(({ path, descending }) => {
    const direction = descending ? ' DESC' : ''
    return sql`${sortExpression(scope, resource, alias, path.steps, path.leaf)}${direction}`
  })
  // The id makes every order total, so that pages neither repeat nor miss a row.
  const lastDescending = query.sort.at(-1)?.descending === true
  const tie = query.sort.length === 0 ? `${alias}.drupal_internal__id` : `${alias}.id${lastDescending ? ' DESC' : ''}`
  return join([...parts, raw(tie)], ', ')
}

function sortExpression(scope: Scope, resource: Resource, alias: string, steps: readonly string[], leaf: string): Sql {
  const [step, ...rest] = steps
  if (step === undefined) return raw(leafExpression(scope, resource, alias, leaf))
  const relation = relationOf(resource, step)
  if (relation?.kind !== 'one') throw new Error(`Cannot sort through ${resource.name}.${step}`)
  const target = resourceNamed(scope.model, relation.to)
  const inner = scope.alias()
  const link = raw(`${inner}.id = ${alias}.${quote(`${step}_id`)}`)
  return sql`(SELECT ${sortExpression(scope, target, inner, rest, leaf)} FROM ${target.table} ${inner}${where(and([link, readable(scope, target, inner)]))})`
}

type BranchSource = { resource: Resource; from: Sql; order: string }
type Branch = { fields: CompiledField[]; columns: Sql[]; from: Sql; order: string; writer: ResourceWriter }

function branchOf(scope: Scope, { resource, from, order }: BranchSource, query: Query): Branch {
  const fields = wireFields(scope, resource, query.fields.get(resource.type) ?? null)
  const columns = [raw('r.id::text'), ...fields.map((field) => field.expression)]
  return { fields, columns, from, order, writer: compileWriter(resource, fields, constantsFor(resource, query)) }
}
