import { queryOptions, useQueries } from '@tanstack/react-query'
import { maxPostalCodes, type PostalPoint, postalKeyPattern, postalPointsCall } from '#domain/features/addresses/postal-points.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** How the call wants a postal code; null when there is none, or an odd one, for which the call would refuse the others asked along. */
export function postalKey(country: string, code: string): string | null {
  const key = `${country || 'FI'}-${code.trim()}`.toUpperCase()
  return postalKeyPattern.test(key) ? key : null
}

/** What is known of postal codes, given as `postalKey`s between commas. Codes do not move. */
export const postalPointsQuery = (koodit: string) =>
  queryOptions({
    queryKey: queryKeys.call(postalPointsCall.path, koodit),
    queryFn: ({ signal }) => callApi(postalPointsCall, { koodit }, { signal, quiet: [422, 400] }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The points of whole postal codes, by `postalKey`: for addresses that have none of their own. */
export function usePostalPoints(keys: readonly (string | null)[]): ReadonlyMap<string, PostalPoint> {
  const codes = [...new Set(keys.flatMap((key) => key ?? []))].toSorted()
  const parts = inParts(codes, maxPostalCodes)
  return useQueries({ queries: parts.map((part) => postalPointsQuery(part.join(','))), combine: pointsOf })
}

type Answers = readonly { data?: { data: readonly PostalPoint[] } | undefined }[]
const pointsOf = (answers: Answers): ReadonlyMap<string, PostalPoint> =>
  new Map(answers.flatMap(({ data }) => (data?.data ?? []).map((point) => [point.koodi, point] as const)))
