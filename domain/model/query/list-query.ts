import type { EntityName, Registry, Row } from '../registry.ts'

export const filterOperators = [
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'STARTS_WITH',
  'CONTAINS',
  'ENDS_WITH',
  'IN',
  'NOT IN',
  'BETWEEN',
  'NOT BETWEEN',
  'IS NULL',
  'IS NOT NULL',
] as const
export type FilterOperator = (typeof filterOperators)[number]

type Scalar = string | number | boolean
type NullOperator = 'IS NULL' | 'IS NOT NULL'
/** The required value at a path: a value, one of several, or a comparison by an operator. */
export type Comparison =
  | Scalar
  | readonly Scalar[]
  | { readonly operator: Exclude<FilterOperator, NullOperator>; readonly value: Scalar | readonly Scalar[] }
  | { readonly operator: NullOperator }

/** A field of the entity, `q` (search) or a path through its relations: `asiakas.name`, `lahetykset.kuljettaja.id`. */
export type FilterPath<N extends EntityName> =
  | Extract<keyof Row<N>, string>
  | 'tunniste'
  | 'q'
  | `${Extract<keyof Registry[N]['relations'], string>}.${string}`

/** Conditions that must all hold. An undefined path is ignored. */
export type Conditions<N extends EntityName> = { readonly [P in FilterPath<N>]?: Comparison | undefined } & {
  readonly all?: never
  readonly any?: never
}
export type AllOf<N extends EntityName> = { readonly all: readonly Filter<N>[]; readonly any?: never }
export type AnyOf<N extends EntityName> = { readonly any: readonly Filter<N>[]; readonly all?: never }
/**
 * The filter of a list: conditions, or groups of filters of which all or any must hold. An empty `all` always holds, an empty `any` never.
 *
 *     { all: [{ avoin: true }, { any: [{ 'lahetykset.tila': 'myohassa' }, { toivottu_toimitus: { operator: '<', value: today } }] }] }
 */
export type Filter<N extends EntityName> = Conditions<N> | AllOf<N> | AnyOf<N>

export type SortKey<N extends EntityName> = `${'' | '-'}${Exclude<FilterPath<N>, 'q'>}`

/** The query of a list. `F` is the type of its sparse fields, by entity. */
export type ListQuery<N extends EntityName, F> = {
  readonly filter?: Filter<N> | undefined
  /** Relation paths whose rows are included: `['asiakas', 'lahetykset.kuljettaja']`. */
  readonly include?: readonly string[]
  readonly sort?: readonly SortKey<N>[]
  readonly page?: { readonly offset?: number; readonly limit?: number }
  readonly fields?: F
}

/** Matches no row: the value of an empty `any` group. */
export const nothingMatches = { id: { operator: 'IS NULL' } } as const

/** The conditions of a filter by path, without its groups; a path may occur several times. */
export function conditionsOf<N extends EntityName>(filter: Filter<N>): [path: string, comparison: Comparison][] {
  if (filter.all) return filter.all.flatMap(conditionsOf)
  if (filter.any) return filter.any.flatMap(conditionsOf)
  return Object.entries<Comparison | undefined>(filter).flatMap(([path, comparison]): [string, Comparison][] =>
    comparison === undefined ? [] : [[path, comparison]],
  )
}
