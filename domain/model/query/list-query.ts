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
/** What the value at a path must be: a value, one of several, or as an operator says. */
export type Comparison =
  | Scalar
  | readonly Scalar[]
  | { readonly operator: Exclude<FilterOperator, NullOperator>; readonly value: Scalar | readonly Scalar[] }
  | { readonly operator: NullOperator }

/** A field of the entity, `q` (its search) or a path through its relations: `asiakas.name`, `lahetykset.kuljettaja.id`. */
export type FilterPath<N extends EntityName> =
  | Extract<keyof Row<N>, string>
  | 'tunniste'
  | 'q'
  | `${Extract<keyof Registry[N]['relations'], string>}.${string}`

/** Conditions that must all hold. A path that is undefined is no condition. */
export type Conditions<N extends EntityName> = { readonly [P in FilterPath<N>]?: Comparison | undefined } & {
  readonly all?: never
  readonly any?: never
}
export type AllOf<N extends EntityName> = { readonly all: readonly Filter<N>[]; readonly any?: never }
export type AnyOf<N extends EntityName> = { readonly any: readonly Filter<N>[]; readonly all?: never }
/**
 * What the rows of a list must be: conditions, or groups of filters of which all or any must hold. Of no filters, all hold and none does.
 *
 *     { all: [{ avoin: true }, { any: [{ 'lahetykset.tila': 'myohassa' }, { toivottu_toimitus: { operator: '<', value: today } }] }] }
 */
export type Filter<N extends EntityName> = Conditions<N> | AllOf<N> | AnyOf<N>

export type SortKey<N extends EntityName> = `${'' | '-'}${Exclude<FilterPath<N>, 'q'>}`

/** What a list is asked for. `F` is the type of its sparse fields, by entity. */
export type ListQuery<N extends EntityName, F> = {
  readonly filter?: Filter<N> | undefined
  /** Relation paths whose rows come along: `['asiakas', 'lahetykset.kuljettaja']`. */
  readonly include?: readonly string[]
  readonly sort?: readonly SortKey<N>[]
  readonly page?: { readonly offset?: number; readonly limit?: number }
  readonly fields?: F
}

/** What no row is: a group of no filters of which any must hold. */
export const nothingMatches = { id: { operator: 'IS NULL' } } as const

/** The conditions of a filter by path, without its groups: a path may come several times. */
export function conditionsOf<N extends EntityName>(filter: Filter<N>): [path: string, comparison: Comparison][] {
  if (filter.all) return filter.all.flatMap(conditionsOf)
  if (filter.any) return filter.any.flatMap(conditionsOf)
  return Object.entries<Comparison | undefined>(filter).flatMap(([path, comparison]): [string, Comparison][] =>
    comparison === undefined ? [] : [[path, comparison]],
  )
}
