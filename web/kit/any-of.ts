import type { Filter, FilterOperator } from '../data/json-api.ts'

type Condition = string | number | boolean | { operator: FilterOperator | 'IS NULL'; value?: string | number | boolean }

/**
 * Conditions of which one must hold, to be spread into a list's filter: Drupal's condition group. `path` may come twice,
 * so they are a list of pairs; `name` tells the groups of one filter apart.
 */
export function anyOf(name: string, conditions: readonly (readonly [path: string, condition: Condition])[]): Filter {
  const filter: Record<string, string | number | boolean> = { [`${name}][group][conjunction`]: 'OR' }
  conditions.forEach(([path, condition], index) => {
    const { operator, value } = typeof condition === 'object' ? condition : { operator: '=' as const, value: condition }
    const at = `${name}${index}][condition]`
    filter[`${at}[path`] = path
    filter[`${at}[operator`] = operator
    if (value !== undefined) filter[`${at}[value`] = value
    filter[`${at}[memberOf`] = name
  })
  return filter
}
