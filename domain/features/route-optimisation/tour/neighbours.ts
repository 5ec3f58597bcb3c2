import { type CostMatrix, costOf, floatAt, intAt } from './tour.ts'

/** The nearest nodes of each node, `width` of them a node, the nearest first: to which one goes from it, and from which one comes to it. */
export type Neighbours = { readonly width: number; readonly next: Int32Array; readonly previous: Int32Array }

export function nearestNeighbours(matrix: CostMatrix, maxWidth: number): Neighbours {
  const width = Math.min(maxWidth, matrix.size - 1)
  return {
    width,
    next: nearest(matrix.size, width, (node, other) => costOf(matrix, node, other)),
    previous: nearest(matrix.size, width, (node, other) => costOf(matrix, other, node)),
  }
}

/** Sorting all nodes for each one would take as long as hundreds of kicks: a row of the nearest so far is kept in order instead. */
function nearest(size: number, width: number, cost: (node: number, other: number) => number): Int32Array {
  const found = new Int32Array(size * width)
  const costs = new Float64Array(width)
  for (let node = 0; node < size; node++) {
    costs.fill(Number.POSITIVE_INFINITY)
    const row = found.subarray(node * width, (node + 1) * width)
    for (let other = 0; other < size; other++) {
      const its = cost(node, other)
      if (other === node || its >= floatAt(costs, width - 1)) continue
      let place = width - 1
      for (; place > 0 && floatAt(costs, place - 1) > its; place--) {
        costs[place] = floatAt(costs, place - 1)
        row[place] = intAt(row, place - 1)
      }
      costs[place] = its
      row[place] = other
    }
  }
  return found
}
