import type { EntityName, Registry } from '../model/registry.ts'
import type { Role } from './roles.ts'

/**
 * A condition on a row. Paths run through relations.
 * - `is`: `me` is the viewer's id, `my_company` their customer's; `something` any row at the path, `nothing` none; `past` and `ahead`
 *   compare a moment with the current time.
 * - `in`: the value is one of these; of a list, every value.
 * - `has`: of a list, at least one value is one of these.
 * - `that`: a single row at the path satisfies the whole condition.
 */
export type Condition =
  | { path: string; is: 'me' | 'my_company' | 'nothing' | 'something' | 'past' | 'ahead' }
  | { path: string; in: readonly string[] }
  | { path: string; has: readonly string[] }
  | { path: string; that: Condition }
  | { any: readonly Condition[] }
  | { all: readonly Condition[] }
export type Rows = 'all' | 'none' | Condition

type Shape<N extends EntityName> = Registry[N]
/** A field, relation or `name` of the entity. */
export type FieldName<N extends EntityName> = (keyof Shape<N>['fields'] & string) | (keyof Shape<N>['relations'] & string) | 'name'

export type Rule<N extends EntityName = EntityName> = {
  read: Rows
  /** Fields and relations that this role never sees: not in answers, filters, sorts or includes. */
  hide?: readonly FieldName<N>[]
  /** Values shown as another value, in answers, filters and sorts. */
  mask?: { [F in FieldName<N>]?: { values: readonly string[]; as: string } }
  /** The fields that may be set on a new row. `fixed` relations are filled in, and another value is rejected (403). */
  create?: { only?: readonly FieldName<N>[]; fixed?: { [F in FieldName<N>]?: 'me' | 'my_company' } }
  update?: { rows: Rows; only?: readonly FieldName<N>[] }
  delete?: { rows: Rows }
}

/** What each role may do with an entity's rows. A missing role does not compile. */
export type EntityPolicy<N extends EntityName> = { readonly [R in Role]: Rule<N> }
