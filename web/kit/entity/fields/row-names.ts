import { useQuery } from '@tanstack/react-query'
import type { Entity } from '#domain/model/define-entity.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { listQuery } from '#web/data/queries.ts'

/** The entity that a relation leads to. */
export function entityOf(to: string): EntityName {
  const found = Object.values(registry).find(({ name }) => name === to)
  if (!found) throw new Error(`No entity ${to}`)
  return found.name
}

/** What finds the rows that people look for by a text; the empty text finds all. */
export function searchFilter(name: EntityName, text: string): Filter<EntityName> {
  const { search }: Entity = registry[name]
  if (text === '') return {}
  return search ? { q: text } : { name: { operator: 'CONTAINS', value: text } }
}

export type NamedRow = { id: string; name: string }
const namedRow = (entity: EntityName, row: { id: string }): NamedRow => ({ id: row.id, name: rowHeading(entity, row) })

/** What people call the rows with these ids: those that the viewer reads, removed ones aside. */
export function useRowNames(entity: EntityName, ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...listQuery(entity, { filter: { id: [...ids] }, page: { limit: 250 } }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  return new Map(data?.rows.map((row) => namedRow(entity, row)).map(({ id, name }) => [id, name]))
}

/** The first rows that a text finds; those of the text before until they have come. */
export function useMatchingRows(entity: EntityName, text: string): { rows: readonly NamedRow[]; isSearching: boolean } {
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...listQuery(entity, { filter: searchFilter(entity, text), page: { limit: 30 } }),
    placeholderData: (before) => before,
  })
  return { rows: data?.rows.map((row) => namedRow(entity, row)) ?? [], isSearching: isPlaceholderData || isLoading }
}
