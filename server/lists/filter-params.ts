import type { OrderFilter } from '#domain/entities/order/order.lists.ts'

/** A list's definition as the JSON:API's query says it. */
export function filterParams(filter: OrderFilter): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([field, wanted]): [string, string | string[]][] => {
      if (typeof wanted !== 'object') return [[`filter[${field}]`, String(wanted)]]
      const { operator, value } = 'operator' in wanted ? wanted : { operator: 'IN', value: wanted }
      const condition = `filter[${field}][condition]`
      return [
        [`${condition}[path]`, field],
        [`${condition}[operator]`, operator],
        typeof value === 'object' ? [`${condition}[value][]`, value.map(String)] : [`${condition}[value]`, String(value)],
      ]
    }),
  )
}
