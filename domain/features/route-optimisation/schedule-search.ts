import type { SearchLimits } from './tour/iterated-search.ts'
import { type CostMatrix, costOf } from './tour/tour.ts'

/** What binds a stop: its position, and when it is open (seconds of the clock that `departure` reads; null for always). */
export type StopTiming = { isLocked: boolean; opens: number | null; closes: number | null; serviceSeconds: number }

/** Stop k is node k + 1 of the matrix, the beginning and the end of the route are node 0. */
export type TimedStops = { matrix: CostMatrix; stops: readonly StopTiming[]; departure: number }

/** A second of lateness weighs as much as so many seconds of driving or waiting (rules/route-optimisation.md#method). */
const latenessWeight = 20
/** The range of tolerance during the search, against the average leg. */
const [warmest, coldest] = [0.5, 0.0005]
const movesPerLookAtClock = 64

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

/** Improves an order by simulated annealing, without moving what is locked to its position. */
export function improveSchedule(schedule: TimedStops, initial: readonly number[], limits: SearchLimits): number[] {
  const { milliseconds, clock, random, maxKicks = Number.POSITIVE_INFINITY } = limits
  const begins = clock()
  const places = initial.flatMap((_, position) => (schedule.stops[position]?.isLocked ? [] : [position]))
  if (places.length < 2) return [...initial]
  const order = Int32Array.from(initial)
  const free = Int32Array.from(places, (position) => order[position] ?? 0)
  const kept = Int32Array.from(free)
  let cost = scheduleCost(schedule, order)
  let best = { cost, order: [...initial] }
  const leg = cost / (initial.length + 1)
  let tolerance = leg * warmest
  for (let moves = 0; moves < maxKicks; moves++) {
    if (moves % movesPerLookAtClock === 0) {
      const passed = Math.max((clock() - begins) / milliseconds, moves / maxKicks)
      if (passed >= 1) break
      tolerance = leg * warmest * (coldest / warmest) ** passed
    }
    rearrange(free, random)
    places.forEach((position, index) => {
      order[position] = free[index] ?? 0
    })
    const changed = scheduleCost(schedule, order)
    if (changed > cost - tolerance * Math.log(1 - random())) {
      free.set(kept)
      continue
    }
    cost = changed
    kept.set(free)
    if (cost < best.cost) best = { cost, order: [...order] }
  }
  return best.order
}

/** Swaps two nodes, moves one, or reverses or moves a few. */
function rearrange(nodes: Int32Array, random: () => number): void {
  const whole = (below: number): number => Math.floor(random() * below)
  const [a, b] = [whole(nodes.length), whole(nodes.length)]
  const [first, last] = [Math.min(a, b), Math.max(a, b)]
  const kind = random()
  if (kind < 0.25) {
    const node = nodes[first] ?? 0
    nodes[first] = nodes[last] ?? 0
    nodes[last] = node
  } else if (kind < 0.5) nodes.subarray(first, last + 1).reverse()
  else {
    // The segment first…last begins at another of its nodes: a few from one end go to the other.
    const few = 1 + whole(Math.min(3, Math.max(1, last - first)))
    const segment = nodes.subarray(first, last + 1)
    const shift = kind < 0.75 ? few : segment.length - few
    if (shift > 0 && shift < segment.length) segment.set([...segment.subarray(shift), ...segment.subarray(0, shift)])
  }
}
