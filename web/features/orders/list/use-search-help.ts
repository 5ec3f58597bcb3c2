import { useQuery } from '@tanstack/react-query'
import { correctedSearchCall } from '#domain/features/orders/corrected-search.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useOrderCounts } from './order-counts.ts'
import { archived, matching } from './order-filters.ts'

export type SearchHelp = {
  /** The text that the list is searched by: the typed one, or, when that finds nothing anywhere, the likeliest correction. */
  text: string
  /** Another text than the typed one. */
  isCorrected: boolean
  /** How many delivered orders the archive finds by it; null without a search. */
  archived: number | null
}

const shortest = 3

/** Helps a search that finds little: says what the archive holds, and forgives a typing error when no order has the words. */
export function useSearchHelp(typed: string): SearchHelp {
  const text = typed.trim()
  const isSearch = text.length >= shortest
  const everywhere = useOrderCounts<string>(isSearch ? { all: matching(text) } : {})
  const { data } = useQuery({
    queryKey: queryKeys.call(correctedSearchCall.path, { q: text }),
    queryFn: ({ signal }) => callApi(correctedSearchCall, { q: text }, { signal, quiet: [0, 403, 429, 503] }),
    enabled: isSearch && everywhere.all === 0,
    retry: false,
  })
  const corrected = everywhere.all === 0 ? data?.data[0]?.teksti : undefined
  const searched = corrected ?? text
  const now = Math.floor(nowSeconds() / 3600) * 3600
  const inArchive: Filter<'tilaus'> = { all: [archived(now), matching(searched)] }
  const counts = useOrderCounts<string>(isSearch ? { archived: inArchive } : {})
  return { text: searched, isCorrected: corrected !== undefined, archived: counts.archived ?? null }
}
