import { type CostMatrix, costOf } from './tour/tour.ts'

/** What binds a stop: its position, and when it is open (seconds of the clock that `departure` reads; null for always). */
export type StopTiming = { isLocked: boolean; opens: number | null; closes: number | null; serviceSeconds: number }

/** Stop k is node k + 1 of the matrix, the beginning and the end of the route are node 0. */
export type TimedStops = { matrix: CostMatrix; stops: readonly StopTiming[]; departure: number }

/** A second of lateness weighs as much as so many seconds of driving or waiting (rules/route-optimisation.md#method). */
const latenessWeight = 20

/** Duration of the route in seconds, and its lateness with its weight. */
export function scheduleCost({ matrix, stops, departure }: TimedStops, order: ArrayLike<number>): number {
  let [time, late, at] = [departure, 0, 0]
  for (let i = 0; i < order.length; i++) {
    const index = order[i] ?? 0
    const stop = stops[index]
    time += costOf(matrix, at, index + 1)
    if (stop) {
      if (stop.opens !== null && time < stop.opens) time = stop.opens
      if (stop.closes !== null && time > stop.closes) late += time - stop.closes
      time += stop.serviceSeconds
    }
    at = index + 1
  }
  return time - departure + costOf(matrix, at, 0) + latenessWeight * late
}
