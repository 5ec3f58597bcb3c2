import type { Rows } from '#domain/access/define-policy.ts'
import { type Column, columnsOf } from '#domain/model/columns.ts'
import type { Entity, Relation } from '#domain/model/define-entity.ts'
import type { Field, MarkField } from '#domain/model/define-field.ts'

/**
 * An entity of the registry, with its columns and addresses computed once. The engine finds it by name, type or path, and has no
 * code for single entities.
 */
export type Resource = {
  entity: Entity
  name: string
  type: string
  path: string
  table: string
  columns: readonly Column[]
  columnByKey: ReadonlyMap<string, Column>
  /** `asiakas_id` → `asiakas`: attributes that are a reference's id. */
  referenceAttributes: ReadonlyMap<string, string>
  /** `partOf`: the relation to the row that this one is a line of. `lines`: the inverse relations that hold this row's lines. */
  partOf: string | null
  lines: readonly string[]
}
export type Model = {
  resources: readonly Resource[]
  byName: ReadonlyMap<string, Resource>
  byType: ReadonlyMap<string, Resource>
  byPath: ReadonlyMap<string, Resource>
}

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

export function modelOf(registry: Readonly<Record<string, Entity>>): Model {
  const resources = Object.values(registry).map((entity): Resource => {
    const columns = columnsOf(entity)
    return {
      entity,
      name: entity.name,
      type: entity.type,
      path: `/jsonapi/${entity.group}/${entity.bundle}`,
      table: quote(entity.name),
      columns,
      columnByKey: new Map(columns.map((column) => [column.key, column])),
      referenceAttributes: new Map(
        Object.entries(entity.relations).flatMap(([key, relation]) =>
          relation.kind === 'one' && relation.attribute ? [[relation.attribute, key] as const] : [],
        ),
      ),
      partOf: entity.partOf ?? null,
      lines: entity.lines ?? [],
    }
  })
  return {
    resources,
    byName: new Map(resources.map((resource) => [resource.name, resource])),
    byType: new Map(resources.map((resource) => [resource.type, resource])),
    byPath: new Map(resources.map((resource) => [resource.path, resource])),
  }
}

export function resourceNamed(model: Model, name: string): Resource {
  const found = model.byName.get(name)
  if (!found) throw new Error(`The registry has no entity "${name}"`)
  return found
}

export function columnOf(resource: Resource, key: string): Column {
  const found = resource.columnByKey.get(key)
  if (!found) throw new Error(`${resource.name} has no column for "${key}"`)
  return found
}

export const relationOf = (resource: Resource, key: string): Relation | undefined =>
  Object.hasOwn(resource.entity.relations, key) ? resource.entity.relations[key] : undefined
/** The relations that are sent on the wire. */
export const shownRelations = (resource: Resource): [string, Relation][] =>
  Object.entries(resource.entity.relations).filter(([, relation]) => !(relation.kind === 'inverse' && relation.hidden))
export const fieldOf = (resource: Resource, key: string): Field | undefined =>
  Object.hasOwn(resource.entity.fields, key) ? resource.entity.fields[key] : undefined

/** A field that says whether the viewer is among the people of a relation. */
export function markOf(resource: Resource, key: string): MarkField | undefined {
  const field = fieldOf(resource, key)
  return field?.kind === 'mark' ? field : undefined
}

export type { Relation }

/** A viewer's rights to one entity (domain/access/reach.ts). */
export type EntityReach = {
  read: Rows
  hide: ReadonlySet<string>
  mask: Readonly<Record<string, { values: readonly string[]; as: string } | undefined>>
  create?: { only?: readonly string[]; fixed?: Readonly<Record<string, 'me' | 'my_company' | undefined>> } | null
  update?: { rows: Rows; only?: readonly string[] } | null
  delete?: { rows: Rows } | null
}
/** The rights of a set of roles. There is one object for each set, and compiled statements are cached by its key. */
export type Rights = {
  /** The set of roles as text. */
  key: string
  reach: (name: string) => EntityReach
  /** Whether the roles see unpublished rows (status 0). */
  unpublished: boolean
  /** Whether the roles see the reasons of changes (`revision_log_message`). */
  reasons: boolean
}
