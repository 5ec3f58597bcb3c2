/**
 * The cost of going from each of `size` nodes to each other one, row by row (`costs[from * size + to]`), not necessarily the same in both
 * directions. All costs are finite.
 */
export type CostMatrix = { readonly size: number; readonly costs: Float64Array }

/** The matrix whose costs the function gives. */
export const matrixOf = (size: number, cost: (from: number, to: number) => number): CostMatrix => ({
  size,
  costs: Float64Array.from({ length: size * size }, (_, cell) => cost(Math.floor(cell / size), cell % size)),
})

/** A closed tour through the nodes of a matrix. Node 0 stays first, so that a segment of positions never wraps around. */
export type Tour = {
  readonly matrix: CostMatrix
  readonly isSymmetric: boolean
  /** The node at each position. */
  readonly nodes: Int32Array
  /** The position of each node. */
  readonly positions: Int32Array
  /** How much more the way from position 0 to a position costs backwards than forwards; all 0 in a symmetric matrix. */
  readonly backwards: Float64Array
  /** How much more each leg costs backwards, row by row as in the matrix; empty in a symmetric one. */
  readonly skew: Float64Array
  /** Room for moving nodes. */
  readonly spare: Int32Array
}

/** Elements of arrays whose indexes are known to be in range. */
export const intAt = (values: Int32Array, index: number): number => values[index] ?? 0
export const floatAt = (values: Float64Array, index: number): number => values[index] ?? 0

export const costOf = ({ size, costs }: CostMatrix, from: number, to: number): number => floatAt(costs, from * size + to)

/** The node at a position; position `size` is position 0 again. */
export const nodeAt = ({ nodes, matrix }: Tour, position: number): number => intAt(nodes, position === matrix.size ? 0 : position)

/** A copy whose nodes may be moved. */
export const cloneTour = (tour: Tour): Tour => ({
  ...tour,
  nodes: tour.nodes.slice(),
  positions: tour.positions.slice(),
  backwards: tour.backwards.slice(),
  spare: tour.spare.slice(),
})

export function makeTour(matrix: CostMatrix, order: ArrayLike<number>): Tour {
  const symmetric = isSymmetric(matrix)
  const tour: Tour = {
    matrix,
    isSymmetric: symmetric,
    nodes: Int32Array.from(order),
    positions: new Int32Array(matrix.size),
    backwards: new Float64Array(matrix.size),
    skew: symmetric ? new Float64Array(0) : skewOf(matrix),
    spare: new Int32Array(matrix.size),
  }
  index(tour, 0)
  return tour
}

const skewOf = ({ size, costs }: CostMatrix): Float64Array =>
  costs.map((cost, cell) => floatAt(costs, (cell % size) * size + Math.floor(cell / size)) - cost)

function isSymmetric(matrix: CostMatrix): boolean {
  for (let a = 0; a < matrix.size; a++) {
    for (let b = 0; b < a; b++) if (costOf(matrix, a, b) !== costOf(matrix, b, a)) return false
  }
  return true
}

export function lengthOf(tour: Tour): number {
  let length = 0
  for (let i = 0; i < tour.matrix.size; i++) length += costOf(tour.matrix, nodeAt(tour, i), nodeAt(tour, i + 1))
  return length
}

/** Makes a tour equal to another one of the same matrix. */
export function copyTour(from: Tour, to: Tour): void {
  to.nodes.set(from.nodes)
  to.positions.set(from.positions)
  if (!from.isSymmetric) to.backwards.set(from.backwards)
}

/** Sets what follows from the nodes, which have changed between two positions. */
function index(tour: Tour, first: number, last = tour.matrix.size - 1): void {
  const { nodes, positions, backwards, skew, matrix, isSymmetric } = tour
  for (let i = first; i <= last; i++) positions[intAt(nodes, i)] = i
  if (isSymmetric) return
  // Most of the search's time is spent here.
  const begin = Math.max(1, first)
  let before = nodes[begin - 1] ?? 0
  let sum = backwards[begin - 1] ?? 0
  for (let i = begin; i < matrix.size; i++) {
    const node = nodes[i] ?? 0
    sum += skew[before * matrix.size + node] ?? 0
    backwards[i] = sum
    before = node
  }
}

/** What a segment of positions costs more when it is driven backwards. */
const reversalCost = ({ backwards }: Tour, first: number, last: number): number => floatAt(backwards, last) - floatAt(backwards, first)

/** What is saved when the segment is reversed. */
export function reversalGain(tour: Tour, first: number, last: number): number {
  const { matrix } = tour
  const [before, start] = [nodeAt(tour, first - 1), nodeAt(tour, first)]
  const [end, after] = [nodeAt(tour, last), nodeAt(tour, last + 1)]
  return (
    costOf(matrix, before, start) +
    costOf(matrix, end, after) -
    costOf(matrix, before, end) -
    costOf(matrix, start, after) -
    reversalCost(tour, first, last)
  )
}

export function reverse(tour: Tour, first: number, last: number): void {
  const { nodes } = tour
  for (let i = first, j = last; i < j; i++, j--) {
    const node = intAt(nodes, i)
    nodes[i] = intAt(nodes, j)
    nodes[j] = node
  }
  index(tour, first, last)
}

/** Two neighbouring segments of positions, `first…middle - 1` and `middle…last`. */
export type Exchange = { first: number; middle: number; last: number }

/** What is saved when two neighbouring segments change places. */
export function exchangeGain(tour: Tour, { first, middle, last }: Exchange): number {
  const { matrix } = tour
  const [before, a, b] = [nodeAt(tour, first - 1), nodeAt(tour, first), nodeAt(tour, middle - 1)]
  const [c, d, after] = [nodeAt(tour, middle), nodeAt(tour, last), nodeAt(tour, last + 1)]
  return (
    costOf(matrix, before, a) +
    costOf(matrix, b, c) +
    costOf(matrix, d, after) -
    costOf(matrix, before, c) -
    costOf(matrix, d, a) -
    costOf(matrix, b, after)
  )
}

export function exchange(tour: Tour, { first, middle, last }: Exchange): void {
  const { nodes, spare } = tour
  const length = middle - first
  for (let i = 0; i < length; i++) spare[i] = intAt(nodes, first + i)
  nodes.copyWithin(first, middle, last + 1)
  for (let i = 0; i < length; i++) nodes[last + 1 - length + i] = intAt(spare, i)
  index(tour, first, last)
}
