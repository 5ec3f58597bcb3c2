import type { Viewer } from '../access/roles.ts'
import type { Field, ValueOf } from './define-field.ts'
import type { Features } from './features.ts'
import type { TargetConditions } from './references/references.ts'

/** A reference to one row, stored in the column `{name}_id`. */
export type OneRelation<T extends string = string> = TargetConditions & {
  kind: 'one'
  to: T
  label: string
  required?: boolean
  readOnly?: boolean
  once?: boolean
  /** Created by the server from the row itself (a printed document): a new one does not make the version that a person edits outdated. */
  generated?: boolean
  /** The id is also an attribute with this name (`asiakas_id`, rules/http-api.md#base-fields). */
  attribute?: string
}
/** References to many rows that this row owns, in order, stored in the column `{name}_ids`. */
export type ManyRelation<T extends string = string> = TargetConditions & {
  kind: 'many'
  to: T
  label: string
  readOnly?: boolean
  /** For relations to files: forms accept every kind of file, not only pictures. */
  anyKind?: boolean
}
/**
 * The rows of `to` that refer here with their relation `via`. Several targets form one list (billing addresses of three kinds).
 * With `through`, rows of that entity refer here with `via`, and their relation `relation` refers to the rows of `to`.
 */
export type InverseRelation<T extends string = string> = {
  kind: 'inverse'
  to: readonly T[]
  via: string
  label: string
  through?: { entity: string; relation: string }
  /** Only for paths in access rules and filters; not sent on the wire. */
  hidden?: boolean
}
export type Relation = OneRelation | ManyRelation | InverseRelation

type OneOptions = Partial<Omit<OneRelation, 'kind' | 'to' | 'label' | 'required'>>
/** A relation that every row has. */
type RequiredRelation<T extends string> = OneRelation<T> & { required: true }
export function one<const T extends string>(to: T, label: string, options: OneOptions & { required: true }): RequiredRelation<T>
export function one<const T extends string>(to: T, label: string, options?: OneOptions): OneRelation<T>
export function one<const T extends string>(to: T, label: string, options: OneOptions & { required?: true } = {}): OneRelation<T> {
  return { kind: 'one', to, label, ...options }
}
export const many = <const T extends string>(
  to: T,
  label: string,
  options: Partial<Omit<ManyRelation, 'kind' | 'to' | 'label'>> = {},
): ManyRelation<T> => ({
  kind: 'many',
  to,
  label,
  ...options,
})
export const inverse = <const T extends string>(
  to: T | readonly T[],
  via: string,
  label: string,
  options: { through?: { entity: string; relation: string }; hidden?: boolean } = {},
): InverseRelation<T> => ({ kind: 'inverse', to: typeof to === 'string' ? [to] : to, via, label, ...options })

/** The fields of every row (rules/http-api.md#base-fields), except `tunniste` and the constant Drupal fields, which are added on output. */
export type BaseRow = {
  id: string
  drupal_internal__id: number
  vid: number
  name: string
  status: 0 | 1
  created: number
  changed: number
  revision_created: number
  revision_log_message: string
}

type StoredRelations<R> = {
  [K in keyof R as R[K] extends { kind: 'one' } ? K : never]: string | null
} & {
  [K in keyof R as R[K] extends { kind: 'many' } ? K : never]: string[]
}

/** A row as rules see it: base fields, fields, and the ids of stored relations under the relation's name. */
export type RowOf<E> = E extends { fields: infer F; relations: infer R }
  ? BaseRow & { -readonly [K in keyof F as F[K] extends { kind: 'mark' } ? never : K]: ValueOf<F[K]> } & StoredRelations<R>
  : never

/** One row's change as rules see it. `before` is null for a new row. */
export type Change<Row> = { before: Row | null; after: Row }
export type RuleContext = {
  /** Null for the system itself (jobs, demo data). */
  viewer: Viewer | null
  /** Unix seconds. */
  now: number
  /** The reason given by the person (`meta.syy`); '' for none. */
  reason: string
  /** The person has confirmed the request with their password. */
  confirmed?: boolean
  /** The server itself saves, also on behalf of the viewer: what a device stored, what a job makes. */
  bySystem?: boolean
  /** The features that are switched on (rules/settings.md#feature-switches). */
  features: Features
  /** SHA-256 of text, lowercase hex; an argument because the domain does no I/O. */
  sha256: (text: string) => string
}
/** A fault of a row: the field (or relation) and a Finnish sentence. */
export type RowFault = { field: string; detail: string }

/** The rows that a row refers to, by relation: only those listed in `needs`. */
export type Related = Readonly<Record<string, readonly (BaseRow & Record<string, unknown>)[]>>

export type EntityRules<Row, Lines = Record<string, never>> = {
  /** Relations whose rows `derive` and `check` use. */
  needs?: readonly (keyof Row & string)[]
  // Written as methods, so that the engine can store the rules of every entity in one table.
  /** Values derived from the row itself; runs before `check`. */
  derive?(change: Change<Row>, context: RuleContext, related: Related): Partial<Row>
  /** Faults beyond the limits of single fields. */
  check?(change: Change<Row>, context: RuleContext, related: Related): RowFault[]
  /** Values derived from the row and its lines; runs whenever either changes. */
  settle?(change: Change<Row>, lines: Lines, context: RuleContext): { set: Partial<Row>; faults: RowFault[] }
  /** Relations (as `field`) whose row must not be removed before the settled change is stored, with the sentence shown if it has been. */
  mustExist?(change: Change<Row>): RowFault[]
}

/**
 * The searchable fields of a row (`filter[q]`): names of own fields and `tunniste`, or `relation.field` one step away. Fields that are not
 * visible to everybody who reads the row are not searched for those who cannot see them (server/entities/read/search.ts).
 */
export type SearchShape = {
  /** Words of free text: names, addresses, messages. */
  text: readonly string[]
  /** Written with or without spaces and dashes: numbers, registration numbers, phones. */
  codes?: readonly string[]
  /** Codes that rank a row first when they equal the typed text; they need not be listed in `codes` too. */
  exact?: readonly string[]
}

export type EntityShape<Name extends string, F extends Record<string, Field>, R extends Record<string, Relation>> = {
  /** The entity's key in the registry and its table's name. */
  name: Name
  /**
   * The JSON:API type is `group--bundle`, the path `/jsonapi/group/bundle`. An entity of the specification has the two names given there
   * (`tilaus_entity`, `tilaus_entity`); one of our own has `name` for both.
   */
  group: string
  bundle: string
  label: string
  /** `tunniste` is the prefix and this field's number (`T-1042`). The prefix has one to three letters and belongs to one entity alone. */
  tunniste: { prefix: string; of: 'drupal_internal__id' | 'tilausnro' | 'numero' }
  /** The default of `name`. */
  nameDefault?: string
  nameRequired?: boolean
  /** The field used as a row's display name when it is not `name`: a car's registration number. */
  heading?: keyof F & string
  fields: F
  relations: R
  /** The relation to the row that this row is a line of: it is saved under that row's lock, and settled with it. */
  partOf?: keyof R & string
  /** Relations that a line shares with the row that it is a line of: copied from there, and rejected when different. */
  inherits?: readonly (keyof R & string)[]
  /** The relation whose row is locked while this row is saved, because hooks check rules across all the rows that refer to that row. */
  savedUnder?: keyof R & string
  /** Additional names of base fields on the wire (`fid` of a file, rules/http-api.md#base-fields). */
  aliases?: Readonly<Record<string, 'drupal_internal__id'>>
  /** The inverse relations whose rows are this row's lines. */
  lines?: readonly (keyof R & string)[]
  search?: SearchShape
}

export type Entity<
  Name extends string = string,
  F extends Record<string, Field> = Record<string, Field>,
  R extends Record<string, Relation> = Record<string, Relation>,
> = EntityShape<Name, F, R> & { type: string }

/** Defines an entity; everything else about it is derived from this description. */
export function defineEntity<const Name extends string, F extends Record<string, Field>, R extends Record<string, Relation>>(
  shape: EntityShape<Name, F, R>,
): Entity<Name, F, R> {
  return { ...shape, type: `${shape.group}--${shape.bundle}` }
}
