import { and, finish, join, param, raw, type Source, type Sql, sql, where } from '#server/platform/database/sql.ts'
import { type Model, quote, type Resource, type Rights, relationOf, resourceNamed } from '../model.ts'
import { type CompiledField, constantsFor, wireFields } from '../routes/wire-fields.ts'
import { newScope, readable, type Scope } from './conditions.ts'
import { type IncludeStep, includeSteps, isAtEndOfRelation, isOwnerReadable, listOf, type Owner, page } from './includes.ts'
import { filterCondition, leafExpression } from './predicates.ts'
import { type Query, sortTarget } from './query.ts'
import { namesStatus } from './query-shape.ts'
import { type RowReader, rowReader } from './row-reader.ts'
import { searchCondition, searchTables } from './search.ts'
import { compileWriter, type ResourceWriter } from './writer.ts'

/**
 * A list or a read compiled to one statement. Each row of its answer begins with the number of its branch: -1 is the
 * count, 0 the page itself (0… when it has rows of several types), then the included types. The second column is the row's place
 * within the branch; from `firstCell` on come the columns as text, in the order that the branch's writer expects. `read.ts` sorts the
 * rows: a sort in PostgreSQL would copy all of their text.
 */
export type Plan = {
  text: string
  sources: readonly Source[]
  /** By branch number: functions that write a row as JSON text, or read it for this process. */
  writers: readonly ResourceWriter[]
  readers: readonly RowReader[]
  /** Number of branches that hold requested rows; the later ones hold included rows. */
  roots: number
  /** Relations of the root rows that are filled from included rows. */
  links: readonly Link[]
}
export const firstCell = 2
/** Column `field` of a root row gets the ids of the rows of `branch` whose column `owner` is its id. */
export type Link = { field: number; branch: number; owner: number }

/**
 * The requested rows: a page of a list, of all rows or of those at the end of an owner's relation; or the rows whose ids
 * are the request's value number `ids`.
 */
export type RowSelection = { page: Query; of?: Owner } | { ids: number; query: Query }

/** `roots` are the types of the requested rows: several only at the end of a relation that leads to several. */
export function compilePlan(model: Model, rights: Rights, roots: readonly Resource[], selection: RowSelection): Plan {
  const scope = newScope(model, rights)
  const query = 'page' in selection ? selection.page : selection.query
  const commonTables: Sql[] = []
  if ('page' in selection) {
    const { tables, rows, order } = listed(scope, roots, query, selection.of)
    commonTables.push(...tables)
    const offset = query.offset > 0 ? sql` OFFSET ${param({ value: query.values.length })}::bigint` : raw('')
    commonTables.push(
      sql`page AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY ${order}) AS n FROM ${rows} ORDER BY ${order} LIMIT ${String(query.limit)}${offset})`,
    )
    const counted = sql`SELECT count(*) FROM ${rows}`
    // When a page is not full, its own rows give the count.
    const beyond = query.offset > 0 ? sql`(SELECT count(*) FROM page) = 0 OR ` : raw('')
    const visibleRows =
      query.offset > 0
        ? sql`${param({ value: query.values.length })}::bigint + (SELECT count(*) FROM page)`
        : raw('(SELECT count(*) FROM page)')
    commonTables.push(
      sql`total AS (SELECT CASE WHEN ${beyond}(SELECT count(*) FROM page) >= ${String(query.limit)} THEN (${counted}) ELSE ${visibleRows} END AS n)`,
    )
  } else {
    const ids = sql`${param({ value: selection.ids })}::uuid[]`
    const [pages] = roots.map(
      (root) =>
        sql`SELECT t.id, array_position(${ids}, t.id) AS n FROM ${root.table} t WHERE ${and([sql`t.id = ANY(${ids})`, readable(scope, root, 't')]) ?? ''}`,
    )
    commonTables.push(sql`page AS MATERIALIZED (${pages ?? ''})`)
  }
  const steps = includeSteps(scope, roots, query)
  const included = [...Map.groupBy(steps, (step) => step.target)].map(([target, reached]) => {
    const [only, ...more] = reached
    // `only`: one step leads to the type, and no requested row is of it.
    return { target, reached, only: only && more.length === 0 && !roots.includes(target) ? only : undefined }
  })
  for (const step of steps) {
    if (!hasFurtherSteps(steps, step)) continue
    const inner = scope.alias()
    commonTables.push(
      sql`${step.table} AS MATERIALIZED (SELECT ${inner}.* FROM ${step.target.table} ${inner}${where(step.condition(inner))})`,
    )
  }
  const leading = roots.map((resource) =>
    branchOf(scope, { resource, from: sql`page JOIN ${resource.table} r ON r.id = page.id`, order: 'page.n' }, query, 'ids' in selection),
  )
  const others = included.map(({ target, reached, only }) => {
    const from = only ? rowsOfStep(steps, only) : rowsOfSteps(scope, target, steps, reached, roots)
    return branchOf(scope, { resource: target, from, order: 'r.drupal_internal__id' }, query)
  })
  const links = included.flatMap(({ only }, index) => (only ? (linkOf(leading, roots, only, others[index], index + 1) ?? []) : []))
  const made = [...leading, ...others]
  const width = widthOf(made)
  const selects = selectsOf(made)
  if ('page' in selection) {
    const there = selection.of ? isOwnerReadable(scope, selection.of) : raw('true')
    const padding = Array.from({ length: width - 2 }, (_, at) => `, NULL AS c${at + 2}`).join('')
    selects.unshift(sql`SELECT -1 AS b, 0 AS o, total.n::text AS c0, (${there})::text AS c1${padding} FROM total`)
  }
  const statement = sql`WITH ${join(commonTables, ', ')} ${join(selects, ' UNION ALL ')}`
  return { ...finish(statement), ...outputsOf(made), roots: roots.length, links }
}

/** The ids of all rows of a list, in its order, for a cursor. */
export function compileIds(model: Model, rights: Rights, resource: Resource, query: Query): Pick<Plan, 'text' | 'sources'> {
  const { tables, rows, order } = listed(newScope(model, rights), [resource], query, undefined)
  const common = tables.length > 0 ? sql`WITH ${join(tables, ', ')} ` : raw('')
  return finish(sql`${common}SELECT t.id FROM ${rows} ORDER BY ${order}`)
}

/** The rows of a list under the alias `t`, their order, and the common tables that both use. Rows of several types are sorted by type first. */
function listed(
  scope: Scope,
  roots: readonly Resource[],
  query: Query,
  owner: Owner | undefined,
): { tables: Sql[]; rows: Sql; order: Sql } {
  const conditionOf = (root: Resource, alias: string): Sql | null =>
    and([
      owner ? isAtEndOfRelation(scope, owner, root, alias) : null,
      readable(scope, root, alias),
      showsUnpublished(scope, query, owner) ? null : raw(`${alias}.status = 1`),
      query.filter ? filterCondition(scope, root, alias, query.filter) : null,
    ])
  const [only, ...more] = roots
  if (only && more.length === 0) {
    const { search } = query
    if (search && search.terms.length > 0 && query.sort.length === 0)
      return {
        tables: searchTables(scope, only, 't', conditionOf(only, 't'), search),
        rows: raw('hits t'),
        order: raw('t.rank, t.nro DESC'),
      }
    const isListed = owner && query.sort.length === 0 && relationOf(owner.resource, owner.relation)?.kind === 'many'
    const order = isListed ? sql`array_position(${listOf(scope, owner)}, t.id)` : orderBy(scope, only, 't', query)
    const found = search ? searchCondition(scope, only, 't', search) : null
    return { tables: [], rows: sql`${only.table} t${where(and([conditionOf(only, 't'), found]))}`, order }
  }
  const branches = roots.map((root, index) => {
    const alias = scope.alias()
    return sql`SELECT ${alias}.id, ${String(index)} AS k, ${alias}.drupal_internal__id FROM ${root.table} ${alias}${where(conditionOf(root, alias))}`
  })
  return { tables: [], rows: sql`(${join(branches, ' UNION ALL ')}) t`, order: raw('t.k, t.drupal_internal__id') }
}

/**
 * Lists show published rows unless their filter names `status` (rules/http-api.md#unpublished-rows); for roles other than administrators
 * `readable` leaves out the unpublished ones in any case. A relation to one row is not a list: its row is always shown.
 */
function showsUnpublished({ rights }: Scope, { filter }: Query, owner: Owner | undefined): boolean {
  if (!rights.unpublished) return true
  if (owner && relationOf(owner.resource, owner.relation)?.kind === 'one') return true
  return filter !== null && namesStatus(filter)
}

const hasFurtherSteps = (steps: readonly IncludeStep[], { table }: IncludeStep): boolean => steps.some(({ parent }) => parent === table)

const rowsOfStep = (steps: readonly IncludeStep[], step: IncludeStep): Sql =>
  hasFurtherSteps(steps, step) ? raw(`${step.table} r`) : sql`${step.target.table} r${where(step.condition('r'))}`

/** The rows of several steps, or of a step whose type was also requested: each row once, without those on the page itself. */
function rowsOfSteps(
  scope: Scope,
  target: Resource,
  steps: readonly IncludeStep[],
  reached: readonly IncludeStep[],
  roots: readonly Resource[],
): Sql {
  const ids = reached.map((step) => (hasFurtherSteps(steps, step) ? raw(`SELECT id FROM ${step.table}`) : step.ids()))
  const elsewhere = roots.includes(target) ? sql`r.id NOT IN (SELECT id FROM ${page})` : null
  return sql`${target.table} r${where(and([sql`r.id IN (${join(ids, ' UNION ALL ')})`, readable(scope, target, 'r'), elsewhere]))}`
}

/**
 * The included rows of an inverse relation name the root row that they belong to. The relation's ids are taken from them, so that the
 * root rows need not look them up again.
 */
function linkOf(
  [root]: readonly Branch[],
  [resource, ...others]: readonly Resource[],
  step: IncludeStep,
  branch: Branch | undefined,
  number: number,
): Link | null {
  if (!root || !resource || others.length > 0) return null
  const relation = step.parent === page ? relationOf(resource, step.relation) : undefined
  if (!branch || relation?.kind !== 'inverse' || relation.through || relation.to.length > 1) return null
  const field = root.fields.findIndex(({ name }) => name === step.relation)
  if (field < 0 || relationOf(step.target, relation.via)?.kind !== 'one') return null
  root.columns[field + 1] = raw('NULL')
  branch.columns.push(raw(`r.${quote(`${relation.via}_id`)}::text`))
  return { field: firstCell + 1 + field, branch: number, owner: firstCell - 1 + branch.columns.length }
}

/** Rows of several types by their ids, in one statement: the ids of resource number n are the request's value number n. */
export function compileRows(model: Model, rights: Rights, resources: readonly Resource[], query: Query): Plan {
  const scope = newScope(model, rights)
  const made = resources.map((resource, index) => {
    const condition = and([sql`r.id = ANY(${param({ value: index })}::uuid[])`, readable(scope, resource, 'r')])
    return branchOf(scope, { resource, from: sql`${resource.table} r${where(condition)}`, order: '0' }, query)
  })
  return { ...finish(join(selectsOf(made), ' UNION ALL ')), ...outputsOf(made), roots: made.length, links: [] }
}

/** The branches as selects of the same width: branch number, order, and the columns as text, padded with nulls. */
function selectsOf(branches: readonly Branch[]): Sql[] {
  const widest = widthOf(branches)
  return branches.map(({ columns, from, order }, index) => {
    const padding = Array.from({ length: widest - columns.length }, () => raw('NULL'))
    const named = [...columns, ...padding].map((column, at) => sql`${column} AS c${String(at)}`)
    return sql`SELECT ${String(index)} AS b, ${order} AS o, ${join(named, ', ')} FROM ${from}`
  })
}

/** The row of the count needs two columns. */
const widthOf = (branches: readonly Branch[]): number => Math.max(2, ...branches.map(({ columns }) => columns.length))

function orderBy(scope: Scope, resource: Resource, alias: string, query: Query): Sql {
  const parts = query.sort.map(({ path, descending }) => {
    const value = sortExpression(scope, resource, alias, { steps: path.steps, leaf: path.leaf, descending })
    // A row without a value comes last in both directions.
    if (descending) return path.steps.length > 0 ? sql`${value} DESC NULLS LAST` : sql`${value} DESC`
    // A missing day (0) is sorted after all days; in descending order that is so without help.
    return isDay(scope, resource, path.steps, path.leaf) ? sql`NULLIF(${value}, 0)` : value
  })
  // The id makes every order total, so that pages neither repeat nor miss a row.
  const lastDescending = query.sort.at(-1)?.descending === true
  const tie = query.sort.length === 0 ? `${alias}.drupal_internal__id` : `${alias}.id${lastDescending ? ' DESC' : ''}`
  return join([...parts, raw(tie)], ', ')
}

function isDay(scope: Scope, resource: Resource, steps: readonly string[], leaf: string): boolean {
  const [step, ...rest] = steps
  const relation = step === undefined ? undefined : relationOf(resource, step)
  if (relation?.kind === 'one') return isDay(scope, resourceNamed(scope.model, relation.to), rest, leaf)
  return resource.entity.fields[leaf]?.kind === 'day'
}

type SortPath = { steps: readonly string[]; leaf: string; descending: boolean }

/** Of several rows, the one that comes first in this direction counts; an empty text comes after all others. */
function sortExpression(scope: Scope, resource: Resource, alias: string, { steps, leaf, descending }: SortPath): Sql {
  const [step, ...rest] = steps
  if (step === undefined) return raw(leafExpression(scope, resource, alias, leaf))
  const relation = relationOf(resource, step)
  const target = relation && sortTarget(scope.model, relation)
  if (!relation || !target) throw new Error(`Cannot sort through ${resource.name}.${step}`)
  const inner = scope.alias()
  const value = sortExpression(scope, target, inner, { steps: rest, leaf, descending })
  if (relation.kind !== 'inverse') {
    const link = raw(`${inner}.id = ${alias}.${quote(`${step}_id`)}`)
    return sql`(SELECT ${value} FROM ${target.table} ${inner}${where(and([link, readable(scope, target, inner)]))})`
  }
  const link = raw(`${inner}.${quote(`${relation.via}_id`)} = ${alias}.id AND ${inner}.status = 1`)
  const isText = ['text', 'area'].includes(target.entity.fields[leaf]?.kind ?? '')
  const found = rest.length === 0 && isText ? sql`NULLIF(${value}, '')` : value
  return sql`(SELECT ${raw(descending ? 'max' : 'min')}(${found}) FROM ${target.table} ${inner}${where(and([link, readable(scope, target, inner)]))})`
}

const outputsOf = (branches: readonly Branch[]): Pick<Plan, 'writers' | 'readers'> => ({
  writers: branches.map(({ writer }) => writer),
  readers: branches.map(({ fields }) => rowReader(fields)),
})

type BranchSource = { resource: Resource; from: Sql; order: string }
type Branch = { fields: CompiledField[]; columns: Sql[]; from: Sql; order: string; writer: ResourceWriter }

function branchOf(scope: Scope, { resource, from, order }: BranchSource, query: Query, linked = false): Branch {
  const fields = wireFields(scope, resource, query.fields.get(resource.type) ?? null)
  const columns = [raw('r.id::text'), ...fields.map((field) => field.expression)]
  return { fields, columns, from, order, writer: compileWriter(resource, fields, constantsFor(resource, query), linked) }
}
