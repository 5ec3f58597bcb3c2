import type { Viewer } from '../access/roles.ts'
import type { Field, ValueOf } from './define-field.ts'
import type { TargetConditions } from './references.ts'

/** A reference to one row, stored in the column `{name}_id`. */
export type OneRelation<T extends string = string> = TargetConditions & {
  kind: 'one'
  to: T
  label: string
  required?: boolean
  readOnly?: boolean
  once?: boolean
  /** Made by the server out of the row itself (a printed paper): a new one does not make old what a person is editing. */
  generated?: boolean
  /** The id is an attribute of this name too (`asiakas_id`, rules/http-api.md#base-fields). */
  attribute?: string
}
/** References to many rows that this row owns, in order, stored in the column `{name}_ids`. */
export type ManyRelation<T extends string = string> = TargetConditions & { kind: 'many'; to: T; label: string; readOnly?: boolean }
/**
 * The rows of `to` that point here with their relation `via`. Several targets make one list (billing addresses of
 * three kinds). With `through`, rows of that entity point here with `via`, and their `relation` leads to the rows of `to`.
 */
export type InverseRelation<T extends string = string> = {
  kind: 'inverse'
  to: readonly T[]
  via: string
  label: string
  through?: { entity: string; relation: string }
  /** Only for the paths of access rules and filters; not shown on the wire. */
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

/** What every row has (rules/http-api.md#base-fields), `tunniste` and the constant Drupal fields aside, which are only written out. */
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

/** A row as rules see it: base, fields, and the ids of owned relations under the relation's name. */
export type RowOf<E> = E extends { fields: infer F; relations: infer R }
  ? BaseRow & { -readonly [K in keyof F as F[K] extends { kind: 'mark' } ? never : K]: ValueOf<F[K]> } & StoredRelations<R>
  : never

/** One row's change as rules see it. `before` is null for a new row. */
export type Change<Row> = { before: Row | null; after: Row }
export type RuleContext = {
  /** Null when the system itself acts (jobs, demo data). */
  viewer: Viewer | null
  /** Unix seconds. */
  now: number
  /** Why the person did it (`meta.syy`); '' when not said. */
  reason: string
  /** The person has just shown that they know their password. */
  confirmed?: boolean
  /** SHA-256 of text, lowercase hex; handed in because the domain does no I/O. */
  sha256: (text: string) => string
}
/** What is wrong with a row: the field (or relation) and a Finnish sentence. */
export type RowFault = { field: string; detail: string }

/** The rows that a row refers to, by relation: only those that its rules say they need. */
export type Related = Readonly<Record<string, readonly (BaseRow & Record<string, unknown>)[]>>

export type EntityRules<Row, Lines = Record<string, never>> = {
  /** Relations whose rows `derive` and `check` want to see. */
  needs?: readonly (keyof Row & string)[]
  // Written as methods, so that the engine may hold the rules of every entity in one table.
  /** Values that follow from the row itself; run before `check`. */
  derive?(change: Change<Row>, context: RuleContext, related: Related): Partial<Row>
  /** Faults beyond what the fields' own limits say. */
  check?(change: Change<Row>, context: RuleContext, related: Related): RowFault[]
  /** Values that follow from the row and the lines that hang on it; run whenever either changes. */
  settle?(change: Change<Row>, lines: Lines, context: RuleContext): { set: Partial<Row>; faults: RowFault[] }
  /** The relations (as `field`) whose row may not be removed before the settled change is stored, and what is said when it has been. */
  mustExist?(change: Change<Row>): RowFault[]
}

/**
 * What a row is found by (`filter[q]`): names of own fields and `tunniste`, or `relation.field` one step away. What the row
 * and the other one do not show to everybody who reads the row is not matched for them (server/entities/read/search.ts).
 */
export type SearchShape = {
  /** Words of running text: names, addresses, messages. */
  text: readonly string[]
  /** Written with or without spaces and dashes: numbers, plates, phones. */
  codes?: readonly string[]
  /** Codes that put a row first when they are what was typed; need not be repeated in `codes`. */
  exact?: readonly string[]
}

export type EntityShape<Name extends string, F extends Record<string, Field>, R extends Record<string, Relation>> = {
  /** The registry's key and the table's name. */
  name: Name
  /**
   * JSON:API type is `group--bundle`, the path `/jsonapi/group/bundle`. For an entity of the specification, the two that it
   * gives (`tilaus_entity`, `tilaus_entity`); for a new one of ours, `name` in both.
   */
  group: string
  bundle: string
  label: string
  /** `tunniste` is the prefix and this field's number (`T-1042`). The prefix has one to three letters and belongs to one entity alone. */
  tunniste: { prefix: string; of: 'drupal_internal__id' | 'tilausnro' }
  /** Default of `name`. */
  nameDefault?: string
  nameRequired?: boolean
  /** The field that people call a row by, where that is not `name`: a car's registration number. */
  heading?: keyof F & string
  fields: F
  relations: R
  /** The relation to the row that this one is a line of: saved under its lock, settled with it. */
  partOf?: keyof R & string
  /** Relations that a line shares with the row it is part of: filled from there, and refused when different. */
  inherits?: readonly (keyof R & string)[]
  /** More names for base fields on the wire (`fid` of a file, rules/http-api.md#base-fields). */
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

/** Describes an entity: the only description there is. */
export function defineEntity<const Name extends string, F extends Record<string, Field>, R extends Record<string, Relation>>(
  shape: EntityShape<Name, F, R>,
): Entity<Name, F, R> {
  return { ...shape, type: `${shape.group}--${shape.bundle}` }
}
