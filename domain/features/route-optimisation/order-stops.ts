import { type StopTiming, scheduleCost, type TimedStops } from './schedule-cost.ts'
import type { SearchLimits } from './tour/iterated-search.ts'
import { searchOrder } from './tour/schedule-search.ts'
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

/**
 * The order in which the stops take the least time, as indexes of `stops` (rules/route-optimisation.md#method). Locked stops keep their
 * positions. The given order is kept when none is found that is better.
 */
export function orderStops(problem: RouteProblem, limits: SearchLimits): number[] {
  const given = problem.stops.map((_, index) => index)
  if (problem.stops.filter(({ isLocked }) => !isLocked).length < 2) return given
  const schedule: TimedStops = { matrix: matrixOf(problem), stops: problem.stops, departure: problem.departure }
  const found = searchOrder(schedule, limits)
  return scheduleCost(schedule, found) < scheduleCost(schedule, given) ? found : given
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
