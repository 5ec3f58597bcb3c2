import type { Filter, FilterOperator } from '../data/json-api.ts'

type Scalar = string | number | boolean
type Compared = { operator: Exclude<FilterOperator, 'IN' | 'NOT IN' | 'BETWEEN'>; value: Scalar } | { operator: 'IS NULL' }
/** A path of fields and relations, and what its value must be. */
export type Condition = readonly [path: string, is: Scalar | Compared]

/**
 * Conditions of which one must hold, to be spread into a list's filter: Drupal's condition group. Each is a condition or
 * a list of them that must hold together; `name` tells the groups of one filter apart.
 */
export function anyOf(name: string, choices: readonly (Condition | { all: readonly Condition[] })[]): Filter {
  const filter: Record<string, Scalar> = {}
  // A list writes a plain entry as `filter[<key>]=<value>`: the key carries the rest of the group's brackets.
  const group = (of: string, conjunction: 'OR' | 'AND', memberOf?: string) => {
    filter[`${of}][group][conjunction`] = conjunction
    if (memberOf) filter[`${of}][group][memberOf`] = memberOf
  }
  const put = (of: string, [path, is]: Condition, memberOf: string) => {
    filter[`${of}][condition][path`] = path
    filter[`${of}][condition][operator`] = typeof is === 'object' ? is.operator : '='
    if (typeof is !== 'object') filter[`${of}][condition][value`] = is
    else if ('value' in is) filter[`${of}][condition][value`] = is.value
    filter[`${of}][condition][memberOf`] = memberOf
  }
  group(name, 'OR')
  choices.forEach((choice, index) => {
    const at = `${name}${index}`
    if ('all' in choice) {
      group(at, 'AND', name)
      choice.all.forEach((condition, place) => {
        put(`${at}-${place}`, condition, at)
      })
    } else put(at, choice, name)
  })
  return filter
}
