import type { FieldName } from '#domain/access/define-policy.ts'
import { maySee } from '#domain/access/reach.ts'
import type { Entity, InverseRelation, Relation } from '#domain/model/define-entity.ts'
import type { Field, MarkField } from '#domain/model/define-field.ts'
import { type EntityName, entityNames, type Registry, type Row, registry } from '#domain/model/registry.ts'

type InverseIds<R> = { [K in keyof R as R[K] extends InverseRelation ? K : never]: string[] }

/** The viewer's own marks on the row. */
type Marks<F> = { -readonly [K in keyof F as F[K] extends MarkField ? K : never]: boolean }

/** A row as screens read it: the entity's fields, its display name, and the ids under each relation's name. */
export type EntityRow<N extends EntityName> = Row<N> &
  Marks<Registry[N]['fields']> & { tunniste: string } & InverseIds<Registry[N]['relations']>
/** The requested fields of each entity (JSON:API sparse fields). */
export type Fields = { readonly [N in EntityName]?: readonly (keyof EntityRow<N>)[] }
/** No sparse fields: whole rows. */
export type AllFields = Record<never, never>
/** The fields of N that arrive when `F` was requested; all of them when N is not in it. */
export type Part<N extends EntityName, F extends Fields> = AllFields extends F
  ? EntityRow<N>
  : F[N] extends readonly (infer K)[]
    ? Pick<EntityRow<N>, Extract<K | 'id', keyof EntityRow<N>>>
    : EntityRow<N>
/** What may be written: the row's own fields and relations. */
export type Values<N extends EntityName> = Partial<Omit<Row<N>, 'drupal_internal__id' | 'vid' | 'created' | 'changed' | 'revision_created'>>

export type Resource = {
  type: string
  id: string
  attributes: Readonly<Record<string, unknown>>
  relationships: Readonly<Record<string, unknown>>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a resource object of a document; throws on anything else. */
export function readResource(value: unknown): Resource {
  if (!isRecord(value) || typeof value.type !== 'string' || typeof value.id !== 'string') throw new TypeError('Not a JSON:API resource')
  const { type, id, attributes, relationships } = value
  return { type, id, attributes: isRecord(attributes) ? attributes : {}, relationships: isRecord(relationships) ? relationships : {} }
}

const idOf = (value: unknown): string | null => (isRecord(value) && typeof value.id === 'string' ? value.id : null)
const linked = (relationship: unknown): unknown => (isRecord(relationship) ? relationship.data : undefined)
const idsOf = (data: unknown): string[] => (Array.isArray(data) ? data.flatMap((item) => idOf(item) ?? []) : [])

const numeric: readonly Field['kind'][] = ['integer', 'decimal', 'money', 'moment', 'day', 'sequence']

function fits(field: Field, value: unknown): boolean {
  if (numeric.includes(field.kind)) return typeof value === 'number'
  if (field.kind === 'coordinate') return value === null || typeof value === 'number'
  if (field.kind === 'flag' || field.kind === 'mark') return typeof value === 'boolean'
  if (field.kind === 'numbers' || field.kind === 'days') return Array.isArray(value) && value.every((item) => typeof item === 'number')
  if (field.kind === 'json') return 'value' in field.read(value)
  if (field.kind === 'choices') return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return typeof value === 'string'
}

const base = {
  drupal_internal__id: 'number',
  vid: 'number',
  name: 'string',
  created: 'number',
  changed: 'number',
  revision_created: 'number',
  revision_log_message: 'string',
  tunniste: 'string',
} as const

/**
 * Turns a resource into a row, checking each value against the registry. A field that was not requested is missing (`Part`);
 * a value of another kind than its field throws, since the server and this page then disagree about the entity.
 */
export function readRow<N extends EntityName, F extends Fields>(name: N, resource: Resource): Part<N, F> {
  const entity = registry[name]
  const fields: Readonly<Record<string, Field>> = entity.fields
  const row: Record<string, unknown> = { id: resource.id }
  const { attributes, relationships } = resource
  const wrong = (key: string) => new TypeError(`${resource.type}.${key} is ${JSON.stringify(attributes[key])}`)

  for (const [key, kind] of Object.entries(base)) {
    if (!(key in attributes)) continue
    // `kind` is one of the words in `base`.
    if (typeof attributes[key] !== kind) throw wrong(key)
    row[key] = attributes[key]
  }
  if ('status' in attributes) row.status = attributes.status === 1 || attributes.status === true ? 1 : 0
  for (const [key, field] of Object.entries(fields)) {
    if (!(key in attributes)) continue
    if (!fits(field, attributes[key])) throw wrong(key)
    row[key] = attributes[key]
  }
  for (const [key, relation] of Object.entries(entity.relations)) {
    if (!(key in relationships)) continue
    const data = linked(relationships[key])
    row[key] = relation.kind === 'one' ? idOf(data) : idsOf(data)
  }
  // The loops above have checked every value; TypeScript cannot follow them through the registry's mapped types.
  return row as Part<N, F>
}

/** Fields and own relations that come with every whole row that a driver reads. */
const wholeRowKeys = (name: EntityName): readonly string[] => {
  const { fields, relations }: Entity = registry[name]
  const own = Object.keys(relations).filter((key) => relations[key]?.kind !== 'inverse')
  // The keys are the entity's own; TypeScript knows those of Object.keys as text.
  return [...Object.keys(fields), ...own].filter((key) => maySee(name, ['kuljettaja'], key as FieldName<EntityName>))
}

const isBase = (key: string): key is keyof typeof base => key in base

/** Whether a row that another build has read has the `requested` fields as this registry knows them; without them, all that a driver reads. */
export function isRowOf(name: EntityName, row: unknown, requested: readonly string[] = wholeRowKeys(name)): boolean {
  const { relations, fields }: Entity = registry[name]
  if (!isRecord(row) || typeof row.id !== 'string') return false
  return requested.every((key) => {
    const value = row[key]
    const relation = relations[key]
    const field = fields[key]
    if (relation) return relation.kind === 'inverse' ? areIds(value) : isLink(relation, value)
    return field ? fits(field, value) : key === 'id' || key === 'status' || (isBase(key) && typeof value === base[key])
  })
}

/** Checks a form's values against the registry before they are written. Throws on an unknown field and on a value of another kind. */
export function valuesOf<N extends EntityName>(name: N, values: Readonly<Record<string, unknown>>): Values<N> {
  const { relations, fields }: Entity = registry[name]
  for (const [key, value] of Object.entries(values)) {
    const relation = relations[key]
    const field = fields[key]
    const isRight = relation ? isLink(relation, value) : field ? fits(field, value) : key === 'name' && typeof value === 'string'
    if (!isRight) throw new TypeError(`${name}.${key} cannot be ${JSON.stringify(value)}`)
  }
  // The loop above has checked every value; TypeScript cannot follow it through the registry's mapped types.
  return values as Values<N>
}

const areIds = (value: unknown): boolean => Array.isArray(value) && value.every((id) => typeof id === 'string')
const isLink = ({ kind }: Relation | InverseRelation, value: unknown): boolean =>
  kind === 'one' ? value === null || typeof value === 'string' : kind === 'many' && areIds(value)

const nameOfType = new Map<string, EntityName>(entityNames.map((name) => [registry[name].type, name]))

export const entityOfType = (type: string): EntityName | undefined => nameOfType.get(type)

function typeOf(name: string): string {
  const entity = Object.values(registry).find((candidate) => candidate.name === name)
  if (!entity) throw new TypeError(`No entity ${name}`)
  return entity.type
}

export type Document = {
  type: string
  id?: string
  attributes: Record<string, unknown>
  relationships?: Record<string, { data: { type: string; id: string } | { type: string; id: string }[] | null }>
  meta?: { syy: string }
}

/** Turns values into the resource object of a POST, a PATCH or an atomic operation. */
export function writeResource<N extends EntityName>(
  name: N,
  { id, ...values }: Values<N> & { id?: string; vid?: number },
  reason = '',
): Document {
  const entity = registry[name]
  const relations: Readonly<Record<string, Relation>> = entity.relations
  const attributes: Record<string, unknown> = {}
  const relationships: NonNullable<Document['relationships']> = {}
  for (const [key, value] of Object.entries(values)) {
    const relation = relations[key]
    if (!relation) attributes[key] = value
    else if (relation.kind === 'one') {
      relationships[key] = { data: typeof value === 'string' && value !== '' ? { type: typeOf(relation.to), id: value } : null }
    } else if (relation.kind === 'many' && Array.isArray(value)) {
      relationships[key] = { data: value.map((item) => ({ type: typeOf(relation.to), id: String(item) })) }
    }
  }
  return {
    type: entity.type,
    ...(id ? { id } : {}),
    attributes,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
    ...(reason ? { meta: { syy: reason } } : {}),
  }
}

/** An id for a new row. Not `crypto.randomUUID`, which browsers disable on plain http addresses. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
