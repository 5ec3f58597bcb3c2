import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { OptimisedRoute, optimiseRouteCall, RoutePlace, Waypoint } from '#domain/features/route-optimisation/optimise-route.ts'
import type { RouteProblem } from '#domain/features/route-optimisation/order-stops.ts'
import { routeTimes } from '#domain/features/route-optimisation/route-times.ts'
import { estimateRoad, type Point } from '#domain/values/place/distance.ts'
import { estimatedRoads, type LinePoint, type RoadMatrix, type Roads, RoadsFailed } from '#server/platform/ports/maps/roads.ts'
import type { StopOrderService } from '#server/platform/ports/maps/stop-order.ts'
import { WorkerFailure, type WorkerPool } from '#server/platform/workers/worker-pool.ts'
import type orderInWorker from './order-stops.worker.ts'

export type RouteServices = {
  workers: WorkerPool
  clock: () => number
  /** Null: estimates. */
  roads: Roads | null
  /** Null: our own search. */
  stopOrder: StopOrderService | null
}
type Input = z.output<(typeof optimiseRouteCall)['input']>

const program = new URL('./order-stops.worker.ts', import.meta.url)
/** Milliseconds of search, by what binds the stops: 100 ms is enough without windows and locks (rules/route-optimisation.md#method). */
const search = { free: 150, bound: 1000 }
/** A worker process starts in a second on a busy machine. */
const timeoutSeconds = 20

/** The places of a route: the waypoints first, then the start and the end. */
type Places = { points: Point[]; start: number | null; end: number | null; waypoints: readonly Waypoint[] }

export async function optimiseRoute(services: RouteServices, viewer: Viewer, input: Input): Promise<OptimisedRoute> {
  const { waypoints, start = null, return_start_end } = input
  const end = input.end ?? (return_start_end ? start : null)
  const places = placesOf(waypoints, start, end)
  const notices = new Set<string>()
  const found = await matrixOf(services, places.points, notices)
  const departure = input.lahtoaika || services.clock()
  const problem = problemOf(places, found.matrix, departure)
  const drive = (order: readonly number[]) => {
    const route = routeThrough(places, order)
    const legs = legsOf(found.matrix, places.points, route)
    return { order, route, legs, total: sumOf(legs) }
  }
  const sent = drive(waypoints.map((_, index) => index))
  const whole = { places, matrix: found.matrix, problem, departure: input.lahtoaika ?? 0 }
  const byService = await orderByService(services, whole, notices)
  // A service orders by roads of its own: by ours its order may be worse than the one that was sent.
  const ordered = drive(byService ?? (await orderInPool(services, problem, viewer)))
  const { order, route, legs, total } = byService && ordered.total.seconds > sent.total.seconds ? sent : ordered
  const line = await lineOf(
    services,
    { points: route.flatMap((index) => places.points[index] ?? []), isEstimate: found.isEstimate },
    notices,
  )
  return {
    start,
    waypoints: order.flatMap((index) => waypoints[index] ?? []),
    end,
    legs,
    times: timesOf(problem, order, legs),
    ...total,
    saving: { metres: sent.total.metres - total.metres, seconds: sent.total.seconds - total.seconds },
    line,
    estimate: found.isEstimate,
    notice: [...notices].join(' '),
  }
}

function placesOf(waypoints: readonly Waypoint[], start: RoutePlace | null, end: RoutePlace | null): Places {
  const points: Point[] = waypoints.map(({ lat, lng }) => ({ lat, lng }))
  const add = (place: RoutePlace | null): number | null => (place === null ? null : points.push({ lat: place.lat, lng: place.lng }) - 1)
  return { points, start: add(start), end: add(end), waypoints }
}

function problemOf({ waypoints, start, end }: Places, { size, seconds }: RoadMatrix, departure: number): RouteProblem {
  const stops = waypoints.map(({ lukittu, alku, loppu, palveluaika }, place) => ({
    place,
    isLocked: lukittu ?? false,
    opens: alku || null,
    closes: loppu || null,
    serviceSeconds: (palveluaika ?? 0) * 60,
  }))
  return { travel: { size, costs: seconds }, stops, start, end, departure }
}

/** The first leg of a route with a start leads to the first stop. */
function timesOf(
  { stops, start, departure }: RouteProblem,
  order: readonly number[],
  legs: OptimisedRoute['legs'],
): OptimisedRoute['times'] {
  const driven = [...(start === null ? [0] : []), ...legs.map(({ seconds }) => seconds)]
  const times = routeTimes(
    departure,
    order.flatMap((index) => stops[index] ?? []),
    driven,
  )
  return times.map(({ arrival, begin, departure: left, waiting, late }) => ({
    ...{ arrival: Math.round(arrival), begin: Math.round(begin), departure: Math.round(left) },
    ...{ waiting: Math.round(waiting), late: Math.round(late) },
  }))
}

const isBound = ({ stops }: RouteProblem): boolean =>
  stops.some(({ isLocked, opens, closes }) => isLocked || opens !== null || closes !== null)

async function matrixOf(
  { roads }: RouteServices,
  points: readonly Point[],
  notices: Set<string>,
): Promise<{ matrix: RoadMatrix; isEstimate: boolean }> {
  try {
    if (roads) return { matrix: await roads.matrix(points), isEstimate: roads.isEstimate }
  } catch (error) {
    if (!(error instanceof RoadsFailed)) throw error
    notices.add('Reittipalvelu ei vastaa. Matkat ja ajat ovat arvioita.')
  }
  return { matrix: await estimatedRoads.matrix(points), isEstimate: true }
}

type Whole = { places: Places; matrix: RoadMatrix; problem: RouteProblem; departure: number }

/** Null when no service is configured, when it cannot order these stops, or when it fails. */
async function orderByService(
  { stopOrder }: RouteServices,
  { places, matrix, problem, departure }: Whole,
  notices: Set<string>,
): Promise<number[] | null> {
  const { points, start, end } = places
  const stops = problem.stops.length
  if (!stopOrder || stops < 2 || isBound(problem)) return null
  const serviceSeconds = problem.stops.map((stop) => stop.serviceSeconds)
  const asked = { points, roads: matrix, stops, start, end, serviceSeconds, departure }
  if (!stopOrder.takes(asked)) return null
  try {
    return await stopOrder.order(asked)
  } catch (error) {
    if (!(error instanceof RoadsFailed)) throw error
    notices.add(`${stopOrder.name} ei vastaa. Järjestys on laskettu Kuormassa.`)
    return null
  }
}

async function orderInPool({ workers }: RouteServices, problem: RouteProblem, { userId }: Viewer): Promise<number[]> {
  if (problem.stops.filter(({ isLocked }) => !isLocked).length < 2) return problem.stops.map((_, index) => index)
  const milliseconds = isBound(problem) ? search.bound : search.free
  try {
    return await workers.run<typeof orderInWorker>(program, { problem, milliseconds }, { timeoutSeconds, fairKey: userId })
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    throw new RequestFault({ kind: 'unavailable', detail: 'Reittiä ei ehditty laskea. Yritä hetken kuluttua uudelleen.' })
  }
}

/** The indexes of all places along the route. */
const routeThrough = ({ start, end }: Places, order: readonly number[]): number[] =>
  [start, ...order, end].filter((index) => index !== null)

function legsOf({ size, metres, seconds }: RoadMatrix, points: readonly Point[], route: readonly number[]): OptimisedRoute['legs'] {
  return route.slice(1).map((to, index) => {
    const from = route[index] ?? 0
    const [far, long] = [metres[from * size + to] ?? 0, seconds[from * size + to] ?? 0]
    if (Number.isFinite(far) && Number.isFinite(long)) return { metres: far, seconds: long, road: true }
    const [a, b] = [points[from], points[to]]
    return { ...(a && b ? estimateRoad(a, b) : { metres: 0, seconds: 0 }), road: false }
  })
}

const sumOf = (legs: OptimisedRoute['legs']): { metres: number; seconds: number } => ({
  metres: legs.reduce((sum, { metres }) => sum + metres, 0),
  seconds: legs.reduce((sum, { seconds }) => sum + seconds, 0),
})

async function lineOf(
  { roads }: RouteServices,
  { points, isEstimate }: { points: readonly Point[]; isEstimate: boolean },
  notices: Set<string>,
): Promise<LinePoint[]> {
  if (points.length < 2) return []
  try {
    if (roads && !isEstimate) return await roads.line(points)
  } catch (error) {
    if (!(error instanceof RoadsFailed)) throw error
    notices.add('Reittiviivaa ei saatu: kartalla on suorat viivat.')
  }
  return estimatedRoads.line(points)
}
