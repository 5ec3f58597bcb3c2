import { type CostMatrix, costOf, matrixOf } from './tour.ts'

/** A symmetric matrix with the same shortest tour as another one, and how its tours are read: each begins at node 0. */
export type SymmetricForm = { matrix: CostMatrix; orderOf: (nodes: readonly number[]) => number[] }

/** Differences below this share of the longest leg are rounding. */
const rounding = 1e-7

/**
 * The search is several times faster when both directions cost the same. They do when all that differs is a height of each node, which a
 * closed tour gains and loses again, or when the way out of node 0 has other costs than the way back to it: node 0 is then split in two
 * nodes that are always neighbours. Null: the directions differ otherwise.
 */
export function symmetricForm(matrix: CostMatrix): SymmetricForm | null {
  const { size } = matrix
  const skew = (from: number, to: number): number => costOf(matrix, from, to) - costOf(matrix, to, from)
  const others = Array.from({ length: size - 1 }, (_, index) => index + 1)
  const heights = new Float64Array(size)
  for (const node of others) heights[node] = others.reduce((sum, other) => sum + skew(other, node), 0) / 2 / others.length
  const height = (node: number): number => heights[node] ?? 0
  const longest = matrix.costs.reduce((most, cost) => Math.max(most, cost), 0)
  const isNothing = (difference: number): boolean => Math.abs(difference) <= rounding * longest

  const isLevel = others.every((a) => others.every((b) => isNothing(skew(a, b) - 2 * (height(b) - height(a)))))
  if (!isLevel) return null
  const between = (a: number, b: number): number => (costOf(matrix, a, b) + costOf(matrix, b, a)) / 2
  // What the way out costs more than the way back, without heights: the same for all nodes when node 0 only has a height of its own.
  const outward = (node: number): number => skew(0, node) - 2 * height(node)
  if (others.every((node) => isNothing(outward(node) - outward(1))))
    return { matrix: matrixOf(size, between), orderOf: (nodes) => [...nodes] }

  const link = -4 * longest
  const cost = (a: number, b: number): number => {
    const [low, high] = a < b ? [a, b] : [b, a]
    if (a === b) return 0
    if (low === 0) return high === size ? link : costOf(matrix, 0, high) - height(high)
    return high === size ? costOf(matrix, low, 0) + height(low) : between(low, high)
  }
  return { matrix: matrixOf(size + 1, cost), orderOf: (nodes) => withoutSplit(nodes, size) }
}

/** Node 0 and its other half are neighbours: the tour is read from the one to the other. */
function withoutSplit(nodes: readonly number[], half: number): number[] {
  const [start = 0, ...rest] = nodes[1] === half ? [0, ...nodes.slice(1).reverse()] : nodes
  return [start, ...rest.slice(0, -1)]
}
