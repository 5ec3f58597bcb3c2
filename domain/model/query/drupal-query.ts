import type { EntityName } from '../registry.ts'
import { type Comparison, type Filter, nothingMatches } from './list-query.ts'

/** A parameter of a query string; its name may be repeated. */
export type Parameter = [name: string, value: string]

/**
 * A filter in Drupal's dialect of JSON:API (rules/http-api.md#jsonapi-dialect): a plain value as `filter[path]=value`, all else as named
 * conditions, whose `memberOf` names their group.
 */
export function filterParameters<N extends EntityName>(filter: Filter<N>): Parameter[] {
  let conditions = 0
  let groups = 0
  const memberOf = (key: string, group: string | null): Parameter[] => (group === null ? [] : [[`${key}[memberOf]`, group]])

  function condition(path: string, comparison: Comparison, group: string | null): Parameter[] {
    if (typeof comparison !== 'object' && group === null) return [[`filter[${path}]`, String(comparison)]]
    const key = `filter[c${++conditions}][condition]`
    return [[`${key}[path]`, path], ...operation(key, comparison), ...memberOf(key, group)]
  }

  function under(group: string | null, member: Filter<N>): Parameter[] {
    if (member.all) {
      // The outermost "all", and an "all" inside another one, need no group.
      if (group === null || member.all.length === 1) return member.all.flatMap((one) => under(group, one))
      return grouped('AND', member.all, group)
    }
    if (member.any?.length === 0) return under(group, nothingMatches)
    if (member.any) return grouped('OR', member.any, group)
    const entries = Object.entries<Comparison | undefined>(member).flatMap(([path, comparison]) =>
      comparison === undefined ? [] : [[path, comparison] as const],
    )
    if (group === null || entries.length === 1) return entries.flatMap(([path, comparison]) => condition(path, comparison, group))
    return grouped(
      'AND',
      entries.map(([path, comparison]) => ({ [path]: comparison }) as Filter<N>),
      group,
    )
  }

  function grouped(conjunction: 'AND' | 'OR', members: readonly Filter<N>[], group: string | null): Parameter[] {
    const name = `g${++groups}`
    const key = `filter[${name}][group]`
    return [[`${key}[conjunction]`, conjunction], ...memberOf(key, group), ...members.flatMap((member) => under(name, member))]
  }

  return under(null, filter)
}

function operation(key: string, comparison: Comparison): Parameter[] {
  if (typeof comparison !== 'object') return [[`${key}[value]`, String(comparison)]]
  const { operator, value } = 'operator' in comparison ? { value: undefined, ...comparison } : { operator: 'IN', value: comparison }
  const values: Parameter[] =
    value === undefined
      ? []
      : typeof value === 'object'
        ? value.map((one): Parameter => [`${key}[value][]`, String(one)])
        : [[`${key}[value]`, String(value)]]
  return [[`${key}[operator]`, operator], ...values]
}
