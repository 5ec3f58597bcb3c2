import { estimateRoad, type Point } from '#domain/values/place/distance.ts'

/** Metres and seconds from each of `size` places to each other one, row by row; infinite where no road leads. */
export type RoadMatrix = { size: number; metres: Float64Array; seconds: Float64Array }
/** [lng, lat] */
export type LinePoint = [lng: number, lat: number]

/** Milliseconds within which the answer is needed, instead of the service's usual time. */
export type AnswerLimits = { timeout?: number }

/** Distances by road. Throws RoadsFailed when the service does not answer in time, or answers with a fault. */
export type Roads = {
  /** Whether the figures are estimates. */
  isEstimate: boolean
  matrix: (points: readonly Point[], limits?: AnswerLimits) => Promise<RoadMatrix>
  /** The line through the points in their order. */
  line: (points: readonly Point[]) => Promise<LinePoint[]>
}

/** `isRefusal`: the service does not answer this question, now or later; it may answer others. */
export class RoadsFailed extends Error {
  override name = 'RoadsFailed'
  readonly isRefusal: boolean

  constructor(reason: string, { isRefusal = false }: { isRefusal?: boolean } = {}) {
    super(reason)
    this.isRefusal = isRefusal
  }
}

export function estimatedMatrix(points: readonly Point[]): RoadMatrix {
  const size = points.length
  const [metres, seconds] = [new Float64Array(size * size), new Float64Array(size * size)]
  points.forEach((from, row) => {
    points.forEach((to, column) => {
      const estimate = estimateRoad(from, to)
      metres[row * size + column] = estimate.metres
      seconds[row * size + column] = estimate.seconds
    })
  })
  return { size, metres, seconds }
}

/** Used without a provider (rules/addresses.md#distance). */
export const estimatedRoads: Roads = {
  isEstimate: true,
  matrix: async (points) => estimatedMatrix(points),
  line: async (points) => points.map(({ lat, lng }): LinePoint => [lng, lat]),
}
