import { type QueryClient, queryOptions, useQueries } from '@tanstack/react-query'
import { maxPostalCodes, type PostalPoint, postalKeyPattern, postalPointsCall } from '#domain/features/addresses/postal-points.ts'
import { inParts } from '#domain/values/in-parts.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** The call's key of a postal code; null for none and for an invalid one, for which the call would reject the whole request. */
export function postalKey(country: string, code: string): string | null {
  const key = `${country || 'FI'}-${code.trim()}`.toUpperCase()
  return postalKeyPattern.test(key) ? key : null
}

/** Coordinates of postal codes, given as `postalKey`s separated by commas. They do not change. */
export const postalPointsQuery = (koodit: string) =>
  queryOptions({
    queryKey: queryKeys.call(postalPointsCall.path, koodit),
    queryFn: ({ signal }) => callApi(postalPointsCall, { koodit }, { signal, quiet: [422, 400] }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The town of a complete Finnish postal code; '' when it is unknown. */
export async function townOf(queryClient: QueryClient, country: string, code: string): Promise<string> {
  const key = postalKey(country, code)
  if (key === null || !/^\d{5}$/.test(code)) return ''
  const found = await queryClient.fetchQuery(postalPointsQuery(key)).catch(() => null)
  return found?.data[0]?.paikka ?? ''
}

/** The points of whole postal codes, by `postalKey`: for addresses without coordinates of their own. */
export function usePostalPoints(keys: readonly (string | null)[]): ReadonlyMap<string, PostalPoint> {
  const codes = [...new Set(keys.flatMap((key) => key ?? []))].toSorted()
  const parts = inParts(codes, maxPostalCodes)
  return useQueries({ queries: parts.map((part) => postalPointsQuery(part.join(','))), combine: pointsOf })
}

type Answers = readonly { data?: { data: readonly PostalPoint[] } | undefined }[]
const pointsOf = (answers: Answers): ReadonlyMap<string, PostalPoint> =>
  new Map(answers.flatMap(({ data }) => (data?.data ?? []).map((point) => [point.koodi, point] as const)))
