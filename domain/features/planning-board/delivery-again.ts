import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { boardEntities } from './board.ts'
import { type NeededStop, type Placing, type ShiftRoute, withWork, worksOf } from './route-stops.ts'

/** When a delivery that failed fits into the rest of its driver's day (rules/planning-board.md#delivery-again); null when it does not. */
export const deliveryAgainCall = defineCall({
  method: 'GET',
  path: '/api/ajot/uusi-toimitus',
  roles: ['yllapito'],
  reads: administratorsRead(...boardEntities),
  input: z.strictObject({ lahetys: z.uuid() }),
  output: z.strictObject({
    /** `aika`: the estimated arrival. `metrit`: how much longer the route is. `edellinen`: the town or the name of the stop before it. */
    data: z.strictObject({ aika: z.number(), metrit: z.number(), edellinen: z.string() }).nullable(),
  }),
})
export type DeliveryAgain = NonNullable<OutputOf<typeof deliveryAgainCall>['data']>

/** The route as it is driven: the attempt to deliver the work is a stop that is done, behind the others that are, in whatever order they were planned. */
export function withAttempt(route: ShiftRoute, work: string): ShiftRoute {
  const isAttempt = (stop: ShiftRoute['stops'][number]) => stop.tyyppi === 'toimitus' && worksOf(stop).includes(work)
  const left = route.stops.findLastIndex(({ id }) => route.done.has(id)) + 1
  const [behind, ahead] = [route.stops.slice(0, left), route.stops.slice(left)]
  return {
    ...route,
    stops: [...behind, ...ahead.filter(isAttempt), ...ahead.filter((stop) => !isAttempt(stop))],
    done: new Set([...route.done, ...route.stops.filter(isAttempt).map(({ id }) => id)]),
  }
}

/**
 * A route with its attempt, and another visit to the door behind at least one of the stops that are left: nobody comes to the door again at once.
 * Null when no stop is left, or the route is locked.
 */
export function withDeliveryAgain(route: ShiftRoute, needed: NeededStop, placing: Placing): ShiftRoute | null {
  const next = route.stops.find((stop) => !route.done.has(stop.id) && worksOf(stop).length > 0)
  if (route.isLocked || !next) return null
  return { ...withWork({ ...route, done: new Set([...route.done, next.id]) }, [needed], placing), done: route.done }
}
