import type { Point } from '#domain/values/place/distance.ts'
import type { RoadMatrix } from './roads.ts'

/** Stops without positions of their own and without time windows: which service orders those is a matter of configuration. */
export type StopOrderProblem = {
  /** The stops, then the start and the end. */
  points: readonly Point[]
  roads: RoadMatrix
  stops: number
  /** Indexes of points. */
  start: number | null
  end: number | null
  serviceSeconds: readonly number[]
  /** Unix seconds; 0 for now. */
  departure: number
}

/** A service that orders stops. Throws RoadsFailed when it does not answer in time, or answers with a fault. */
export type StopOrderService = {
  name: string
  /** Whether it can order the stops of this problem. */
  takes: (problem: StopOrderProblem) => boolean
  /** The indexes of the stops in their order. */
  order: (problem: StopOrderProblem) => Promise<number[]>
}

/** Whether the service answered each stop exactly once. */
export const isPermutation = (order: readonly number[], size: number): boolean =>
  order.length === size && new Set(order).size === size && order.every((index) => Number.isInteger(index) && index >= 0 && index < size)
