import type { FilterNode, Query } from './query.ts'
import { shapeOfSearch } from './search.ts'

/** Whether a filter has a condition on the listed rows' own `status`. */
export function namesStatus(node: FilterNode): boolean {
  if ('conjunction' in node) return node.members.some(namesStatus)
  return node.path.leaf === 'status' && node.path.steps.length === 0
}

/** A key of the query's shape: queries of the same shape share a statement and differ in its values. */
export function shapeOf(query: Query): string {
  const node = (part: FilterNode): string =>
    'conjunction' in part
      ? `${part.conjunction}(${part.members.map(node).join(',')})`
      : `${part.path.text} ${part.operator} ${part.constants ? JSON.stringify(part.constants) : part.values.join('.')}`
  return [
    query.filter ? node(query.filter) : '',
    query.search ? shapeOfSearch(query.search) : '',
    query.sort.map((part) => (part.descending ? '-' : '') + part.path.text).join(','),
    query.include.map((path) => path.join('.')).join(','),
    [...query.fields].map(([type, names]) => `${type}:${[...names].join(',')}`).join(';'),
    query.limit,
    query.offset > 0,
  ].join('|')
}
