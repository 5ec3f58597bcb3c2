import { improveSchedule, type StopTiming, scheduleCost, type TimedStops } from './schedule-search.ts'
import { type SearchLimits, shortTour } from './tour/iterated-search.ts'
import { type CostMatrix, costOf } from './tour/tour.ts'

/** A stop at a place of the matrix. */
export type TourStop = StopTiming & { place: number }

export type RouteProblem = {
  /** Seconds between places; infinite where no road leads. */
  travel: CostMatrix
  stops: readonly TourStop[]
  /** Where the route begins and ends; null: at any stop. */
  start: number | null
  end: number | null
  /** When it begins, in seconds. */
  departure: number
}

/** Part of the time that is spent on a first order when stops are bound to positions or times. */
const firstShare = 0.3

/**
 * The order in which the stops take the least time, as indexes of `stops` (rules/route-optimisation.md#method). Locked stops keep their
 * positions. The given order is kept when none is found that is better.
 */
export function orderStops(problem: RouteProblem, limits: SearchLimits): number[] {
  const given = problem.stops.map((_, index) => index)
  if (problem.stops.filter(({ isLocked }) => !isLocked).length < 2) return given
  const schedule: TimedStops = { matrix: matrixOf(problem), stops: problem.stops, departure: problem.departure }
  const isBound = problem.stops.some(({ isLocked, opens, closes }) => isLocked || opens !== null || closes !== null)
  const found = isBound ? orderBound(schedule, limits) : orderFree(schedule.matrix, limits)
  return scheduleCost(schedule, found) < scheduleCost(schedule, given) ? found : given
}

const orderFree = (matrix: CostMatrix, limits: SearchLimits): number[] =>
  shortTour(matrix, limits).flatMap((node) => (node > 0 ? [node - 1] : []))

function orderBound(schedule: TimedStops, limits: SearchLimits): number[] {
  const { stops } = schedule
  const short = orderFree(schedule.matrix, { ...limits, milliseconds: limits.milliseconds * firstShare })
  const deadline = (index: number): number => stops[index]?.closes ?? Number.MAX_SAFE_INTEGER
  const urgent = short.toSorted((a, b) => deadline(a) - deadline(b))
  const given = stops.map((_, index) => index)
  const orders = [given, ...[short, urgent].map((order) => aroundLocked(order, stops))]
  const initial = orders.reduce((best, order) => (scheduleCost(schedule, order) < scheduleCost(schedule, best) ? order : best))
  return improveSchedule(schedule, initial, { ...limits, milliseconds: limits.milliseconds * (1 - firstShare) })
}

/** The order with every locked stop at its given position and the others around them. */
function aroundLocked(order: readonly number[], stops: readonly StopTiming[]): number[] {
  const others = order.filter((index) => !stops[index]?.isLocked).values()
  return stops.map(({ isLocked }, position) => (isLocked ? position : (others.next().value ?? position)))
}

/** Node 0 is where the route begins and ends, stop k is node k + 1. A missing road costs more than any route with roads alone. */
function matrixOf({ travel, stops, start, end }: RouteProblem): CostMatrix {
  const size = stops.length + 1
  const costs = new Float64Array(size * size)
  const between = (from: number | null, to: number | null): number => (from === null || to === null ? 0 : costOf(travel, from, to))
  const placeOf = (node: number, depot: number | null): number | null => (node === 0 ? depot : (stops[node - 1]?.place ?? null))
  let longest = 0
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const cost = from === to ? 0 : between(placeOf(from, start), placeOf(to, end))
      costs[from * size + to] = cost
      if (Number.isFinite(cost)) longest = Math.max(longest, cost)
    }
  }
  const missing = (longest + 1) * size
  return { size, costs: costs.map((cost) => (Number.isFinite(cost) ? cost : missing)) }
}
