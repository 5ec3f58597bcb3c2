import { queryOptions } from '@tanstack/react-query'
import { type OptimisedRoute, optimiseRouteCall } from '#domain/features/route-optimisation/optimise-route.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { formatMinutes, formatNumber } from '#web/kit/format.ts'
import { callInput, emptyPlan, type RoutePlan } from './route-plan.ts'

/** How far and how long the plan is in its order as it is. */
export const figuresQuery = (plan: RoutePlan | null, now: number) => {
  const input = callInput(plan ?? emptyPlan, { fixed: true, now })
  const places = input.waypoints.length + Number(input.start !== null) + Number(input.end !== null)
  return queryOptions({
    queryKey: queryKeys.call(optimiseRouteCall.path, input),
    queryFn: ({ signal }) => callApi(optimiseRouteCall, input, { signal }),
    enabled: plan !== null && input.waypoints.length > 0 && places > 1,
    staleTime: 5 * 60_000,
    placeholderData: (before) => before,
  })
}

/** `182,4 km` */
export const formatKilometres = (metres: number): string => `${formatNumber(Math.round(metres / 100) / 10)}\u00a0km`
/** `2 h 56 min` */
export const formatSeconds = (seconds: number): string => formatMinutes(Math.round(seconds / 60))

type Length = Pick<OptimisedRoute, 'metres' | 'seconds'>

/** What the order now saves against the one before, such as `62 km` and `1 h`; null when it saves nothing to speak of. */
export function savingOf(before: Length, now: Length): string[] | null {
  const [metres, seconds] = [before.metres - now.metres, before.seconds - now.seconds]
  const saved = [...(metres >= 50 ? [formatKilometres(metres)] : []), ...(seconds >= 30 ? [formatSeconds(seconds)] : [])]
  return saved.length > 0 ? saved : null
}
