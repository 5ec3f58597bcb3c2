import { type StopTiming, scheduleCost, type TimedStops } from '../schedule-cost.ts'
import { type SearchLimits, shortTour } from './iterated-search.ts'
import type { CostMatrix } from './tour.ts'

/** Part of the time that is spent on a first order when stops are bound to positions or times. */
const firstShare = 0.3

/** The range of tolerance during the search, against the average leg. */
const [warmest, coldest] = [0.5, 0.0005]
const movesPerLookAtClock = 64

/** A short order of the stops, those that are locked at their positions. */
export function searchOrder(schedule: TimedStops, limits: SearchLimits): number[] {
  const isBound = schedule.stops.some(({ isLocked, opens, closes }) => isLocked || opens !== null || closes !== null)
  return isBound ? orderBound(schedule, limits) : orderFree(schedule.matrix, limits)
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

/** Improves an order by simulated annealing, without moving what is locked to its position. */
function improveSchedule(schedule: TimedStops, initial: readonly number[], limits: SearchLimits): number[] {
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
