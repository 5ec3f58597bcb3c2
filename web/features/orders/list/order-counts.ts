import { useQueries } from '@tanstack/react-query'
import type { Filter } from '#domain/model/query/list-query.ts'
import { listQuery } from '#web/data/queries.ts'

/** How many orders each filter finds, requested in parallel with one row each; null when the request failed. */
export function useOrderCounts<K extends string>(
  filters: Readonly<Record<K, Filter<'tilaus'>>>,
): Readonly<Partial<Record<K, number | null>>> {
  const names = Object.keys(filters) as K[]
  const answers = useQueries({
    queries: names.map((name) => listQuery('tilaus', { filter: filters[name], page: { limit: 1 }, fields: { tilaus: ['tunniste'] } })),
  })
  const counts: Partial<Record<K, number | null>> = {}
  names.forEach((name, index) => {
    const answer = answers[index]
    if (answer?.data) counts[name] = answer.data.count
    else if (answer?.isError) counts[name] = null
  })
  return counts
}
