import { useQuery } from '@tanstack/react-query'
import { routeLineCall } from '#domain/features/planning-board/route-line.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { LatLng } from '#web/ui/map/map-points.ts'

/** Straight lines stay when this fails. */
const quiet = [0, 403, 422, 429, 500, 502, 503]

/** The line by road through the places (rules/planning-board.md#map); empty until it is known, and without a map provider. */
export function useRoadLine(places: readonly LatLng[]): readonly LatLng[] {
  const pisteet = places.map(({ lat, lng }) => ({ lat, lng }))
  const { data } = useQuery({
    queryKey: queryKeys.call(routeLineCall.path, { pisteet }),
    queryFn: ({ signal }) => callApi(routeLineCall, { pisteet }, { signal, quiet }),
    enabled: pisteet.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    select: lineOf,
  })
  return data ?? noLine
}

const noLine: readonly LatLng[] = []
const lineOf = ({ data }: { data: [number, number][] }): LatLng[] => data.map(([lng, lat]) => ({ lat, lng }))
