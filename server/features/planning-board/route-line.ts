import type { Point } from '#domain/values/place/distance.ts'
import { type LinePoint, type Roads, RoadsFailed } from '#server/platform/ports/maps/roads.ts'

/** The line by road; empty when only an estimate is known, which the map draws by itself. */
export async function routeLine(roads: Roads | null, points: readonly Point[]): Promise<LinePoint[]> {
  if (!roads || roads.isEstimate) return []
  try {
    return await roads.line(points)
  } catch (error) {
    if (error instanceof RoadsFailed) return []
    throw error
  }
}
