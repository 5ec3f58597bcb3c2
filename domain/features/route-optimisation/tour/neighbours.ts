import { type CostMatrix, costOf, floatAt } from './tour.ts'

/** The nearest nodes of each node, `width` of them a node, the nearest first: to which one goes from it, and from which one comes to it. */
export type Neighbours = { readonly width: number; readonly next: Int32Array; readonly previous: Int32Array }

export function nearestNeighbours(matrix: CostMatrix, maxWidth: number): Neighbours {
  const { size } = matrix
  const width = Math.min(maxWidth, size - 1)
  const [next, previous] = [new Int32Array(size * width), new Int32Array(size * width)]
  for (let node = 0; node < size; node++) {
    next.set(
      nearest((other) => costOf(matrix, node, other)),
      node * width,
    )
    previous.set(
      nearest((other) => costOf(matrix, other, node)),
      node * width,
    )

    function nearest(cost: (other: number) => number): number[] {
      const costs = Float64Array.from({ length: size }, (_, other) => cost(other))
      const others = Array.from({ length: size }, (_, other) => other).filter((other) => other !== node)
      return others.sort((a, b) => floatAt(costs, a) - floatAt(costs, b)).slice(0, width)
    }
  }
  return { width, next, previous }
}
