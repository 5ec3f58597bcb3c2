import { useQueries } from '@tanstack/react-query'
import type { Filter } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { listQuery } from '#web/data/queries.ts'
import type { Fields } from '#web/data/row.ts'

/** How many rows each filter finds, requested in parallel with one row each; null when the request failed. */
export function useCounts<N extends EntityName, K extends string>(
  entity: N,
  filters: Readonly<Record<K, Filter<N>>>,
): Readonly<Partial<Record<K, number | null>>> {
  const names = Object.keys(filters) as K[]
  const fields: Fields = { [entity]: ['tunniste'] }
  const answers = useQueries({ queries: names.map((name) => listQuery(entity, { filter: filters[name], page: { limit: 1 }, fields })) })
  const counts: Partial<Record<K, number | null>> = {}
  names.forEach((name, index) => {
    const answer = answers[index]
    if (answer?.data) counts[name] = answer.data.count
    else if (answer?.isError) counts[name] = null
  })
  return counts
}
