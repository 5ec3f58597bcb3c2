import { useQueries } from '@tanstack/react-query'
import { mostPostalCodes, postalPointsCall } from '#domain/calls/postal-points.ts'
import { ask } from '../data/api-call.ts'
import { queryKeys } from '../data/query-keys.ts'
import type { LatLng } from '../ui/map-points.ts'

/** How the call wants a postal code; null when there is none. */
export const postalKey = (country: string, code: string): string | null => (code.trim() === '' ? null : `${country || 'FI'}-${code.trim()}`)

/** The points of whole postal codes, by `postalKey`: for addresses that have none of their own. Codes do not move. */
export function usePostalPoints(keys: readonly (string | null)[]): ReadonlyMap<string, LatLng> {
  const wanted = [...new Set(keys.flatMap((key) => key ?? []))].toSorted()
  const parts = Array.from({ length: Math.ceil(wanted.length / mostPostalCodes) }, (_, part) =>
    wanted.slice(part * mostPostalCodes, (part + 1) * mostPostalCodes).join(','),
  )
  return useQueries({
    queries: parts.map((koodit) => ({
      queryKey: queryKeys.call(postalPointsCall.path, koodit),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(postalPointsCall, { koodit }, { signal, quiet: [422, 400] }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: pointsOf,
  })
}

type Answers = readonly { data?: { data: readonly (LatLng & { koodi: string })[] } | undefined }[]
const pointsOf = (answers: Answers): ReadonlyMap<string, LatLng> =>
  new Map(answers.flatMap(({ data }) => (data?.data ?? []).map(({ koodi, lat, lng }) => [koodi, { lat, lng }] as const)))
