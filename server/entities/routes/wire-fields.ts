import { isList } from '#domain/model/columns.ts'
import { and, join, raw, type Sql, sql, where } from '#server/platform/database/sql.ts'
import { quote, type Relation, type Resource, resourceNamed } from '../model.ts'
import { isMarked, readable, type Scope, visibleExpression } from '../read/conditions.ts'
import { linkOfInverse } from '../read/includes.ts'
import { type Query, visible } from '../read/query.ts'
import type { WireField } from '../read/writer.ts'

/** Attributes that are the same in every row (rules/http-api.md#base-fields): not stored, only written. */
const constants = { langcode: 'fi', revision_translation_affected: true, default_langcode: true, extra_fields: {} }

export function constantsFor(resource: Resource, query: Query): Record<string, unknown> {
  const names = query.fields.get(resource.type)
  return names ? Object.fromEntries(Object.entries(constants).filter(([name]) => names.has(name))) : constants
}

export type CompiledField = WireField & { expression: Sql }

/** The fields of a resource that are sent to these roles: attributes first, then relations, each with an SQL expression of its text. */
export function wireFields(scope: Scope, resource: Resource, names: ReadonlySet<string> | null): CompiledField[] {
  const reach = scope.rights.reach(resource.name)
  const wants = (name: string): boolean => (names === null || names.has(name)) && visible(scope.rights, resource, name)
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
    const expression = visibleExpression(reach, resource, column.key, 'r')
    if (isList(column)) fields.push({ name: column.key, write: 'raw', expression: raw(`to_json(${expression})::text`) })
    else if (column.kind === 'text' || column.kind === 'area' || column.kind === 'choice')
      fields.push({ name: column.key, write: 'text', expression: raw(expression) })
    else fields.push({ name: column.key, write: 'raw', expression: raw(`${expression}::text`) })
  }
  for (const [name, field] of Object.entries(resource.entity.fields))
    if (field.kind === 'mark' && wants(name)) fields.push({ name, write: 'raw', expression: sql`(${isMarked(resource, 'r', name)})::text` })
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
      linkOfInverse(scope, relation, target, inner, { id: raw('r.id') }),
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
