import type { Neighbours } from './neighbours.ts'
import { costOf, exchange, floatAt, intAt, nodeAt, reversalGain, reverse, type Tour } from './tour.ts'

/** Gains below this are rounding. */
const leastGain = 1e-7
/** Segments up to this length are moved and turned at once. */
const maxTurned = 3

/** The best move found so far. `middle` of a reversal is -1. */
type Move = { gain: number; first: number; middle: number; last: number; turned: number }

/** Nodes whose surroundings have changed, each at most once. */
type Queue = { readonly nodes: Int32Array; readonly isQueued: Uint8Array; begin: number; count: number }

export type TourSearch = { readonly tour: Tour; readonly neighbours: Neighbours; readonly queue: Queue; readonly best: Move }

export function openSearch(tour: Tour, neighbours: Neighbours): TourSearch {
  const { size } = tour.matrix
  return {
    tour,
    neighbours,
    queue: { nodes: new Int32Array(size), isQueued: new Uint8Array(size), begin: 0, count: 0 },
    best: { gain: 0, first: 0, middle: -1, last: 0, turned: 0 },
  }
}

export function enqueue({ queue }: TourSearch, node: number): void {
  if (queue.isQueued[node] === 1) return
  queue.isQueued[node] = 1
  const { length } = queue.nodes
  const end = queue.begin + queue.count
  queue.nodes[end < length ? end : end - length] = node
  queue.count++
}

function dequeue(queue: Queue): number {
  const node = intAt(queue.nodes, queue.begin)
  queue.begin = queue.begin + 1 === queue.nodes.length ? 0 : queue.begin + 1
  queue.count--
  queue.isQueued[node] = 0
  return node
}

/** Improves the tour around the queued nodes until no move does; returns by how much. */
export function descend(search: TourSearch): number {
  let gained = 0
  while (search.queue.count > 0) {
    const node = dequeue(search.queue)
    while (true) {
      search.best.gain = leastGain
      findReversals(search, node)
      findExchanges(search, node)
      findTurnedSegments(search, node)
      if (search.best.gain <= leastGain) break
      gained += search.best.gain
      apply(search, search.best)
    }
  }
  return gained
}

function apply(search: TourSearch, move: Move): void {
  const { tour } = search
  const { first, middle, last, turned } = move
  for (const position of [first - 1, first, last, last + 1]) enqueue(search, nodeAt(tour, position))
  if (middle < 0) {
    reverse(tour, first, last)
    return
  }
  enqueue(search, nodeAt(tour, middle - 1))
  enqueue(search, nodeAt(tour, middle))
  exchange(tour, { first, middle, last })
  if (turned === 1) reverse(tour, first + last - middle + 1, last)
  if (turned === 2) reverse(tour, first, first + last - middle)
}

function offer(best: Move, gain: number, move: Omit<Move, 'gain'>): void {
  if (gain <= best.gain) return
  best.gain = gain
  best.first = move.first
  best.middle = move.middle
  best.last = move.last
  best.turned = move.turned
}

const costAfter = (tour: Tour, position: number): number => costOf(tour.matrix, nodeAt(tour, position), nodeAt(tour, position + 1))
const beforePosition = (tour: Tour, node: number): number => {
  const position = intAt(tour.positions, node)
  return position === 0 ? tour.matrix.size - 1 : position - 1
}

/** 2-opt: reversals that bring a near node behind or before the node. */
function findReversals(search: TourSearch, node: number): void {
  const { tour, neighbours } = search
  const { matrix, positions, isSymmetric } = tour
  const { width, next, previous } = neighbours
  const position = intAt(positions, node)
  const out = costAfter(tour, position)
  const into = costAfter(tour, beforePosition(tour, node))
  for (let i = node * width; i < (node + 1) * width; i++) {
    const near = intAt(next, i)
    const cost = costOf(matrix, node, near)
    if (isSymmetric && cost >= out && cost >= into) break
    offerReversals(search, position, intAt(positions, near))
  }
  if (isSymmetric) return
  for (let i = node * width; i < (node + 1) * width; i++) offerReversals(search, intAt(positions, intAt(previous, i)), position)
}

/** Both reversals after which the nodes of two positions are adjacent. */
function offerReversals(search: TourSearch, a: number, b: number): void {
  const first = Math.min(a, b)
  const last = Math.max(a, b)
  offerReversal(search, first + 1, last)
  if (first > 0) offerReversal(search, first, last - 1)
  else offerReversal(search, last, search.tour.matrix.size - 1)
}

function offerReversal({ tour, best }: TourSearch, first: number, last: number): void {
  if (first >= last) return
  const gain = reversalGain(tour, first, last)
  if (gain > best.gain) offer(best, gain, { first, middle: -1, last, turned: 0 })
}

/** Or-opt with segments of any length: the node goes on to a near node, whose predecessor goes on to one that is near to it. */
function findExchanges(search: TourSearch, node: number): void {
  const { tour, neighbours } = search
  const { width, next } = neighbours
  const position = intAt(tour.positions, node)
  const out = costAfter(tour, position)
  for (let i = node * width; i < (node + 1) * width; i++) {
    const near = intAt(next, i)
    const gain = out - costOf(tour.matrix, node, near)
    if (gain <= 0) break
    const before = beforePosition(tour, near)
    if (before !== position) findThird(search, { position, before, gain: gain + costAfter(tour, before) })
  }
}

/** The third leg of an exchange whose first two begin at these positions, with what leaving them and the first new leg has gained. */
function findThird(
  { tour, neighbours, best }: TourSearch,
  { position, before, gain }: { position: number; before: number; gain: number },
): void {
  const { matrix } = tour
  const { width, next } = neighbours
  const node = nodeAt(tour, before)
  const behind = nodeAt(tour, position + 1)
  for (let i = node * width; i < (node + 1) * width; i++) {
    const near = intAt(next, i)
    const partial = gain - costOf(matrix, node, near)
    if (partial <= best.gain) break
    const third = beforePosition(tour, near)
    const isInOrder = position < before ? before < third || third < position : before < third && third < position
    if (!isInOrder) continue
    const whole = partial + costAfter(tour, third) - costOf(matrix, nodeAt(tour, third), behind)
    if (whole <= best.gain) continue
    const first = Math.min(position, before, third)
    const last = Math.max(position, before, third)
    offer(best, whole, { first: first + 1, middle: position + before + third - first - last + 1, last, turned: 0 })
  }
}

/** Or-opt: short segments that end or begin at the node move to a near node and are reversed. */
function findTurnedSegments(search: TourSearch, node: number): void {
  const position = intAt(search.tour.positions, node)
  if (position === 0) return
  for (let length = 1; length <= maxTurned; length++) {
    if (position - length + 1 > 0) findPlaces(search, { first: position - length + 1, last: position }, 'end')
    if (position + length - 1 < search.tour.matrix.size) findPlaces(search, { first: position, last: position + length - 1 }, 'start')
  }
}

/**
 * Where a segment, reversed, may go: beside the near nodes of its start or end. A new leg that is longer than what leaving the old place
 * saves is not looked at.
 */
function findPlaces({ tour, neighbours, best }: TourSearch, { first, last }: { first: number; last: number }, of: 'start' | 'end'): void {
  const { matrix, backwards, positions } = tour
  const [before, start] = [nodeAt(tour, first - 1), nodeAt(tour, first)]
  const [end, behind] = [nodeAt(tour, last), nodeAt(tour, last + 1)]
  const turned = floatAt(backwards, last) - floatAt(backwards, first)
  const saved = costOf(matrix, before, start) + costOf(matrix, end, behind) - costOf(matrix, before, behind) - turned
  if (saved <= best.gain) return
  // Turned, the segment begins with its end: a node that is near to that comes before it.
  const isEnd = of === 'end'
  const node = isEnd ? end : start
  const near = isEnd ? neighbours.previous : neighbours.next
  for (let i = node * neighbours.width; i < (node + 1) * neighbours.width; i++) {
    const other = intAt(near, i)
    if ((isEnd ? costOf(matrix, other, end) : costOf(matrix, start, other)) >= saved) return
    const after = isEnd ? intAt(positions, other) : beforePosition(tour, other)
    if (after >= first - 1 && after <= last) continue
    const [left, right] = [nodeAt(tour, after), nodeAt(tour, after + 1)]
    const gain = saved + costOf(matrix, left, right) - costOf(matrix, left, end) - costOf(matrix, start, right)
    if (gain <= best.gain) continue
    if (after > last) offer(best, gain, { first, middle: last + 1, last: after, turned: 1 })
    else offer(best, gain, { first: after + 1, middle: first, last, turned: 2 })
  }
}
