import type { Filter } from '#domain/model/query/list-query.ts'
import { useCounts } from '#web/kit/list/use-counts.ts'

/** How many orders each filter finds; null when the request failed. */
export const useOrderCounts = <K extends string>(filters: Readonly<Record<K, Filter<'tilaus'>>>) => useCounts('tilaus', filters)
