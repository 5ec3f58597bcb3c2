import { descend, enqueue, openSearch, type TourSearch } from './local-search.ts'
import { nearestNeighbours } from './neighbours.ts'
import { symmetricForm } from './symmetric-form.ts'
import {
  type CostMatrix,
  cloneTour,
  copyTour,
  costOf,
  exchange,
  exchangeGain,
  floatAt,
  lengthOf,
  makeTour,
  nodeAt,
  type Tour,
} from './tour.ts'

export type SearchLimits = {
  milliseconds: number
  /** Milliseconds that only grow. */
  clock: () => number
  /** 0 ≤ x < 1; the same numbers give the same answer when time does not cut the search short. */
  random: () => number
  /** Kicks after which the search ends even when there is time. */
  maxKicks?: number
}

type Ways = {
  /** Near nodes that the moves try. More of them make each kick slower, fewer miss moves between clusters. */
  neighbourWidth: number
  /** Longest part of the tour that a kick changes. */
  kickSpan: number
  /** How many usual legs longer a tour may become at the beginning, on average; 0 at the end. */
  warmth: number
}
const symmetric: Ways = { neighbourWidth: 8, kickSpan: 50, warmth: 0.4 }
/** Where the directions differ, reversals seldom pay: the way out of a tour that no move shortens is longer and leads through the whole tour. */
const asymmetric: Ways = { neighbourWidth: 5, kickSpan: Number.POSITIVE_INFINITY, warmth: 2 }
const kicksPerLookAtClock = 16
/** Shorter tours have no three segments to exchange; local search alone is exact enough. */
const leastSize = 5

/**
 * A short tour through all nodes, from node 0: iterated local search with 2-opt and Or-opt over lists of near nodes, kicked by double
 * bridges, accepting slightly longer tours less and less often. Within 0.3 % of the optimum at 200 nodes after 100 ms
 * (rules/route-optimisation.md#method).
 */
export function shortTour(matrix: CostMatrix, limits: SearchLimits): number[] {
  const form = symmetricForm(matrix)
  return form ? form.orderOf(searchTour(form.matrix, limits)) : searchTour(matrix, limits)
}

function searchTour(matrix: CostMatrix, { milliseconds, clock, random, maxKicks = Number.POSITIVE_INFINITY }: SearchLimits): number[] {
  const begins = clock()
  const tour = makeTour(matrix, nearestFirst(matrix))
  const { neighbourWidth, kickSpan, warmth } = tour.isSymmetric ? symmetric : asymmetric
  const search = openSearch(tour, nearestNeighbours(matrix, neighbourWidth))
  for (let node = 0; node < matrix.size; node++) enqueue(search, node)
  descend(search)
  if (matrix.size < leastSize) return [...tour.nodes]

  let length = lengthOf(tour)
  let shortest = length
  const current = cloneTour(tour)
  const best = cloneTour(tour)
  const warmest = warmth * usualLeg(tour)
  let tolerance = warmest
  for (let kicks = 0; kicks < maxKicks; kicks++) {
    if (kicks % kicksPerLookAtClock === 0) {
      const passed = Math.max((clock() - begins) / milliseconds, kicks / maxKicks)
      if (passed >= 1) break
      tolerance = warmest * (1 - passed)
    }
    const changed = length + kick(search, kickSpan, random) - descend(search)
    if (changed > length - tolerance * Math.log(1 - random())) {
      copyTour(current, tour)
      continue
    }
    length = changed
    copyTour(tour, current)
    if (length >= shortest) continue
    shortest = length
    copyTour(tour, best)
  }
  return [...best.nodes]
}

/** The median, which the link of a split node and single long legs hardly change. */
function usualLeg(tour: Tour): number {
  const legs = Float64Array.from(tour.nodes, (node, position) => costOf(tour.matrix, node, nodeAt(tour, position + 1))).sort()
  return floatAt(legs, legs.length >> 1)
}

/** Reverses the order of three neighbouring segments at a random place (a double bridge); returns how much longer the tour became. */
function kick(search: TourSearch, kickSpan: number, random: () => number): number {
  const { tour } = search
  const { size } = tour.matrix
  const span = Math.min(size - 1, kickSpan)
  const begin = 1 + Math.floor(random() * (size - span))
  const cut = (): number => begin + Math.floor(random() * (span + 1))
  const [a = 0, b = 0, c = 0, d = 0] = [cut(), cut(), cut(), cut()].sort((x, y) => x - y)
  if (a === b || b === c || c === d) return 0
  for (const position of [a - 1, a, b - 1, b, c - 1, c, d - 1, d]) enqueue(search, nodeAt(tour, position))
  const exchanges = [
    { first: a, middle: b, last: d - 1 },
    { first: a, middle: a + c - b, last: a + d - b - 1 },
  ]
  let longer = 0
  for (const two of exchanges) {
    longer -= exchangeGain(tour, two)
    exchange(tour, two)
  }
  return longer
}

/** From node 0 always on to the nearest node that is left. */
function nearestFirst(matrix: CostMatrix): number[] {
  const left = new Set(Array.from({ length: matrix.size - 1 }, (_, index) => index + 1))
  const order = [0]
  let at = 0
  while (left.size > 0) {
    let [nearest, least] = [-1, Number.POSITIVE_INFINITY]
    for (const node of left) {
      const cost = costOf(matrix, at, node)
      if (cost < least) [nearest, least] = [node, cost]
    }
    left.delete(nearest)
    order.push(nearest)
    at = nearest
  }
  return order
}
