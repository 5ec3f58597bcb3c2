import { and, newScope, readable, type Scope, seen, where } from './conditions.ts'
import { type Model, quote, type Relation, type Resource, type Rights, relationOf, resourceNamed } from './model.ts'
import { filterCondition, leafExpression } from './predicates.ts'
import { type Query, visible } from './query.ts'
import { finish, join, param, raw, type Source, type Sql, sql } from './sql.ts'
import { compileWriter, type ResourceWriter, type WireField } from './writer.ts'

/**
 * A list or a read compiled to one statement. Each row of its answer begins with the number of its branch: -1 the
 * count, 0 the page itself, 1… an included type; the columns follow as text, in the order that the branch's writer expects.
 */
export type Plan = {
  text: string
  sources: readonly Source[]
  /** Writers by branch number. */
  writers: readonly ResourceWriter[]
}

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
  const included = includedTypes(scope, resource, query, commonTables)
  const branches: Branch[] = [
    { resource, from: sql`page JOIN ${resource.table} r ON r.id = page.id`, order: 'page.n' },
    ...[...included].map(([target, tables]) => ({
      resource: target,
      from: sql`${target.table} r WHERE r.id IN (${join(
        tables.map((table) => raw(`SELECT id FROM ${table}`)),
        ' UNION ALL ',
      )})${target === resource ? ' AND r.id NOT IN (SELECT id FROM page)' : ''}`,
      order: 'r.drupal_internal__id',
    })),
  ]
  const made = branches.map((branch) => branchOf(scope, branch, query))
  const widest = Math.max(1, ...made.map((branch) => branch.columns.length))
  const selects = made.map(
    (branch, index) =>
      sql`SELECT ${String(index)} AS b, ${branch.order} AS o, ${join([...branch.columns, ...Array.from({ length: widest - branch.columns.length }, () => raw('NULL'))], ', ')} FROM ${branch.from}`,
  )
  if ('page' in wanted) selects.unshift(sql`SELECT -1 AS b, 0 AS o, total.n::text${raw(', NULL'.repeat(widest - 1))} FROM total`)
  const statement = sql`WITH ${join(commonTables, ', ')} ${join(selects, ' UNION ALL ')} ORDER BY b, o`
  return { ...finish(statement), writers: made.map((branch) => branch.writer) }
}

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

/** Adds a common table of ids for each step of each include, and tells which of them hold each type. */
function includedTypes(scope: Scope, resource: Resource, query: Query, commonTables: Sql[]): Map<Resource, string[]> {
  const tables = new Map<string, { name: string; target: Resource }[]>()
  const byType = new Map<Resource, string[]>()
  const open = (path: readonly string[]): { name: string; target: Resource }[] => {
    if (path.length === 0) return [{ name: 'page', target: resource }]
    const key = path.join('.')
    const known = tables.get(key)
    if (known) return known
    const step = path.at(-1) ?? ''
    const made: { name: string; target: Resource }[] = []
    for (const parent of open(path.slice(0, -1))) {
      const relation = relationOf(parent.target, step)
      if (!relation) continue
      for (const target of relation.kind === 'inverse' ? relation.to : [relation.to]) {
        const found = { name: `i${commonTables.length}`, target: resourceNamed(scope.model, target) }
        commonTables.push(stepTable(scope, parent, step, relation, found))
        made.push(found)
        byType.set(found.target, [...(byType.get(found.target) ?? []), found.name])
      }
    }
    tables.set(key, made)
    return made
  }
  for (const path of query.include) open(path)
  return byType
}

function stepTable(
  scope: Scope,
  parent: { name: string; target: Resource },
  step: string,
  relation: Relation,
  found: { name: string; target: Resource },
): Sql {
  const inner = scope.alias()
  const up = scope.alias()
  const parentRows = `${parent.target.table} ${up} JOIN ${parent.name} p ON p.id = ${up}.id`
  const link =
    relation.kind === 'one'
      ? raw(`${inner}.id IN (SELECT ${up}.${quote(`${step}_id`)} FROM ${parentRows})`)
      : relation.kind === 'many'
        ? raw(`${inner}.id IN (SELECT unnest(${up}.${quote(`${step}_ids`)}) FROM ${parentRows})`)
        : linkOfInverse(scope, relation, found.target, inner, `(SELECT id FROM ${parent.name})`)
  const table = sql`${found.name} AS MATERIALIZED (SELECT ${inner}.id FROM ${found.target.table} ${inner}${where(and([link, relation.kind === 'inverse' ? raw(`${inner}.status = 1`) : null, readable(scope, found.target, inner)]))})`
  return table
}

/** The condition that `inner`, a row of `target`, hangs on one of the rows with `ids` by an inverse relation. */
function linkOfInverse(scope: Scope, relation: Extract<Relation, { kind: 'inverse' }>, target: Resource, inner: string, ids: string): Sql {
  if (relation.through) {
    const between = resourceNamed(scope.model, relation.through.entity)
    const middle = scope.alias()
    return raw(
      `${inner}.id IN (SELECT ${middle}.${quote(`${relation.through.relation}_id`)} FROM ${between.table} ${middle} WHERE ${middle}.status = 1 AND ${middle}.${quote(`${relation.via}_id`)} IN ${ids})`,
    )
  }
  return relationOf(target, relation.via)?.kind === 'many'
    ? raw(`${inner}.${quote(`${relation.via}_ids`)} && ARRAY${ids}`)
    : raw(`${inner}.${quote(`${relation.via}_id`)} IN ${ids}`)
}

type Branch = { resource: Resource; from: Sql; order: string }

function branchOf(scope: Scope, branch: Branch, query: Query): { columns: Sql[]; from: Sql; order: string; writer: ResourceWriter } {
  const fields = wireFields(scope, branch.resource, query.fields.get(branch.resource.type) ?? null)
  return {
    columns: [raw('r.id::text'), ...fields.map((field) => field.expression)],
    from: branch.from,
    order: branch.order,
    writer: compileWriter(branch.resource, fields, constantsFor(branch.resource, query)),
  }
}

/** What every row of every type has the same (SPEC section 3): written out, not stored. */
const constants = { langcode: 'fi', revision_translation_affected: true, default_langcode: true, extra_fields: {} }

function constantsFor(resource: Resource, query: Query): Record<string, unknown> {
  const asked = query.fields.get(resource.type)
  return asked ? Object.fromEntries(Object.entries(constants).filter(([name]) => asked.has(name))) : constants
}

type CompiledField = WireField & { expression: Sql }

/** What of a resource these roles are sent: attributes first, then relations, each with the SQL that gives it as text. */
function wireFields(scope: Scope, resource: Resource, asked: ReadonlySet<string> | null): CompiledField[] {
  const reach = scope.rights.reach(resource.name)
  const wants = (name: string): boolean => (asked === null || asked.has(name)) && visible(scope.rights, resource, name)
  const fields: CompiledField[] = []
  for (const [alias, of] of Object.entries(resource.entity.aliases ?? {}))
    if (wants(alias)) fields.push({ name: alias, write: 'raw', expression: raw(`r.${quote(of)}::text`) })
  if (wants('tunniste'))
    fields.push({
      name: 'tunniste',
      write: 'text',
      prefix: `${resource.entity.tunniste.prefix}-`,
      expression: raw(`r.${quote(resource.entity.tunniste.of)}::text`),
    })
  for (const column of resource.columns) {
    if (column.kind === 'id' || column.kind === 'reference' || column.kind === 'references' || !wants(column.key)) continue
    const expression = seen(reach, resource, column.key, 'r')
    if (column.kind === 'choices') fields.push({ name: column.key, write: 'raw', expression: raw(`to_json(${expression})::text`) })
    else if (column.kind === 'text' || column.kind === 'area' || column.kind === 'choice')
      fields.push({ name: column.key, write: 'text', expression: raw(expression) })
    else fields.push({ name: column.key, write: 'raw', expression: raw(`${expression}::text`) })
  }
  for (const [attribute, relation] of resource.referenceAttributes)
    if (wants(attribute)) fields.push({ name: attribute, write: 'text', expression: raw(`r.${quote(`${relation}_id`)}::text`) })
  for (const [name, relation] of Object.entries(resource.entity.relations)) {
    if (!wants(name)) continue
    fields.push({ name, ...linkage(scope, name, relation) })
  }
  return fields
}

function linkage(scope: Scope, name: string, relation: Relation): Omit<CompiledField, 'name'> {
  const typeOf = (target: string): string => resourceNamed(scope.model, target).type
  if (relation.kind === 'one') return { write: 'one', types: [typeOf(relation.to)], expression: raw(`r.${quote(`${name}_id`)}::text`) }
  if (relation.kind === 'many')
    return { write: 'many', types: [typeOf(relation.to)], expression: raw(`array_to_string(r.${quote(`${name}_ids`)}, ',')`) }
  const several = relation.to.length > 1
  const branches = relation.to.map((to, index) => {
    const target = resourceNamed(scope.model, to)
    const inner = scope.alias()
    const condition = and([
      linkOfInverse(scope, relation, target, inner, `(SELECT r.id)`),
      raw(`${inner}.status = 1`),
      readable(scope, target, inner),
    ])
    const item = several ? `'${index}:' || ${inner}.id::text` : `${inner}.id::text`
    return sql`SELECT ${item} AS item, ${String(index)} AS k, ${inner}.drupal_internal__id AS o FROM ${target.table} ${inner}${where(condition)}`
  })
  return {
    write: 'many',
    types: relation.to.map(typeOf),
    expression: sql`(SELECT string_agg(l.item, ',' ORDER BY l.k, l.o) FROM (${join(branches, ' UNION ALL ')}) l)`,
  }
}
