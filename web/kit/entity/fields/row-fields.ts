import { reachOf } from '#domain/access/reach.ts'
import { mayTouchRow, type RowViewer } from '#domain/access/row-rights.ts'
import type { Entity, ManyRelation, OneRelation } from '#domain/model/define-entity.ts'
import { type Field, text } from '#domain/model/define-field.ts'
import { type EntityName, type Registry, registry } from '#domain/model/registry.ts'
import { parseField } from '#domain/model/validation.ts'
import type { EntityRow } from '#web/data/row.ts'
import { dayFault } from '../../form/date-field.tsx'
import { minutesFault } from '../../form/time-field.tsx'
import { numberFault } from '../../form/typed-number.ts'

/** The parts of an entity that forms and lists may name: its name, its fields and the relations stored in its own rows. */
export type FieldKey<N extends EntityName> = Extract<'name' | keyof Registry[N]['fields'] | StoredRelation<N>, keyof EntityRow<N> & string>
type StoredRelation<N extends EntityName> = {
  [K in keyof Registry[N]['relations']]: Registry[N]['relations'][K] extends { kind: 'one' | 'many' } ? K : never
}[keyof Registry[N]['relations']]

/** A form's values by field: the row's values, and for numbers and days that cannot be parsed yet, the typed text. */
export type Content = Readonly<Record<string, unknown>>

type FieldParts = { key: string; label: string; required: boolean; once: boolean; readOnly: boolean }
/** A field of an entity as the registry describes it. */
export type RowField = FieldParts & ({ kind: 'field'; field: Field } | { kind: 'relation'; relation: OneRelation | ManyRelation })

export function rowField(name: EntityName, key: string): RowField {
  const { fields, relations, nameRequired = false, nameDefault = '' }: Entity = registry[name]
  const relation = relations[key]
  const partsOf = (of: Field | OneRelation | ManyRelation): FieldParts => ({
    key,
    label: of.label,
    required: 'required' in of && of.required === true,
    once: 'once' in of && of.once === true,
    readOnly: of.readOnly === true,
  })
  if (relation && relation.kind !== 'inverse') return { ...partsOf(relation), kind: 'relation', relation }
  const field = fields[key] ?? (key === 'name' ? text('Nimi', { required: nameRequired, default: nameDefault }) : undefined)
  if (!field) throw new Error(`${name} has no field ${key}`)
  return { ...partsOf(field), kind: 'field', field }
}

/** Whether the entity has a field, or stores a relation, with the name. */
export function isRowField(name: EntityName, key: string): boolean {
  const { fields, relations }: Entity = registry[name]
  const relation = relations[key]
  return key === 'name' || key in fields || (relation !== undefined && relation.kind !== 'inverse')
}

/** What the viewer may do with each field of a row. */
export type FieldRights = { sees: (key: string) => boolean; edits: (key: string) => boolean; editsAny: boolean }

type RightsOf = { name: EntityName; row: object | null; viewer: RowViewer; now: number }

export function fieldRights({ name, row, viewer, now }: RightsOf, keys: readonly string[]): FieldRights {
  const { create, update, hide } = reachOf(name, viewer.roles)
  const cell = row ? update : create
  // Values that the server sets for a new row.
  const fixed = row ? {} : (create?.fixed ?? {})
  const isOpen = row === null || mayTouchRow(name, 'update', { row, viewer, now }) !== false
  const edits = (key: string): boolean => {
    const { readOnly, once } = rowField(name, key)
    const isWritable = cell !== null && cell !== undefined && !(key in fixed) && (cell.only?.some((field) => field === key) ?? true)
    return isOpen && isWritable && !readOnly && !(once && row)
  }
  return { edits, sees: (key) => (row ? key in row && !hide.has(key) : edits(key)), editsAny: keys.some(edits) }
}

/** The initial values of a new row. */
export const newContent = (name: EntityName, keys: readonly string[]): Content =>
  Object.fromEntries(
    keys.map((key) => {
      const described = rowField(name, key)
      if (described.kind === 'relation') return [key, described.relation.kind === 'one' ? null : []]
      return [key, described.field.default]
    }),
  )

export const contentOf = (row: object, keys: readonly string[]): Content =>
  Object.fromEntries(keys.flatMap((key) => (key in row ? [[key, Reflect.get(row, key)]] : [])))

/** Why a typed value cannot be stored, in Finnish; null when it can be. */
export function valueFault(described: RowField, value: unknown): string | null {
  const missing = 'Kenttä on pakollinen.'
  if (described.kind === 'relation') return described.required && (value === null || value === '') ? missing : null
  const { field } = described
  if (typeof value === 'string' && !textual.includes(field.kind)) return typedFault(field, value)
  const parsed = parseField(field, value)
  return 'fault' in parsed ? parsed.fault : null
}

const textual: readonly Field['kind'][] = ['text', 'area', 'choice']
export const coordinateDecimals = 7

/** The fault of a text that is not a number or day. */
function typedFault(field: Field, typed: string): string | null {
  if (field.kind === 'day' || field.kind === 'moment') return dayFault(typed)
  if (field.kind === 'coordinate') return numberFault(typed, coordinateDecimals)
  if ('minutes' in field && field.minutes) return minutesFault(field.minutes, typed)
  return 'scale' in field ? numberFault(typed, field.shown?.decimals ?? field.scale) : null
}

/** The faults of editable fields, by field. */
export function contentFaults(name: EntityName, content: Content, edits: (key: string) => boolean): Record<string, string> {
  const faults = Object.keys(content)
    .filter(edits)
    .map((key) => [key, valueFault(rowField(name, key), content[key])] as const)
  return Object.fromEntries(faults.flatMap(([key, fault]) => (fault === null ? [] : [[key, fault]])))
}

/** The value to store for a typed one: an empty number field is 0. */
function storedValue(described: RowField, value: unknown): unknown {
  if (described.kind === 'relation' || typeof value !== 'string') return value
  const { kind } = described.field
  if (textual.includes(kind)) return value
  return kind === 'coordinate' ? null : 0
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

type Edit = { read: Content; content: Content }

/** The changed editable fields, as they are stored. */
export function changesOf(name: EntityName, { read, content }: Edit, edits: (key: string) => boolean): Content {
  const changed = Object.keys(content).filter((key) => edits(key) && !isSame(content[key], read[key]))
  return Object.fromEntries(changed.map((key) => [key, storedValue(rowField(name, key), content[key])]))
}
