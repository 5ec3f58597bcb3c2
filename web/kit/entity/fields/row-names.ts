import { useQuery } from '@tanstack/react-query'
import type { Entity } from '#domain/model/define-entity.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { listQuery } from '#web/data/queries.ts'

/** The entity that a relation refers to. */
export function entityOf(to: string): EntityName {
  const found = Object.values(registry).find(({ name }) => name === to)
  if (!found) throw new Error(`No entity ${to}`)
  return found.name
}

/** The filter for rows that match a typed text; the empty text matches all. */
export function searchFilter(name: EntityName, text: string): Filter<EntityName> {
  const { search }: Entity = registry[name]
  if (text === '') return {}
  return search ? { q: text } : { name: { operator: 'CONTAINS', value: text } }
}

export type NamedRow = { id: string; name: string }
const namedRow = (entity: EntityName, row: { id: string }): NamedRow => ({ id: row.id, name: rowHeading(entity, row) })

/** The display names of the rows with these ids that the viewer may read; removed rows are left out. */
export function useRowNames(entity: EntityName, ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...listQuery(entity, { filter: { id: [...ids] }, page: { limit: 250 } }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  return new Map(data?.rows.map((row) => namedRow(entity, row)).map(({ id, name }) => [id, name]))
}

/** The first rows that match a text; until they have been fetched, those of the previous text. */
export function useMatchingRows(entity: EntityName, text: string): { rows: readonly NamedRow[]; isSearching: boolean } {
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...listQuery(entity, { filter: searchFilter(entity, text), page: { limit: 30 } }),
    placeholderData: (before) => before,
  })
  return { rows: data?.rows.map((row) => namedRow(entity, row)) ?? [], isSearching: isPlaceholderData || isLoading }
}
