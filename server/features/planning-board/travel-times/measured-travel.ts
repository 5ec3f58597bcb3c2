import { gridPoint, type Travel, travelBy } from '#domain/features/planning-board/travel.ts'
import type { Point } from '#domain/values/place/distance.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import { type GridLeg, readLegs } from './queries.ts'

type Place = { tyovuoro: string; lat: number | null; lng: number | null }

/** A route may be put into another order: legs between all places of a route of at most this size are read. */
const maxInAnyOrder = 30

/** Driving by the stored legs between the stops of the same shifts. Asks nothing of the map provider, so that it may be called within a transaction. */
export async function measuredTravel(runner: Queryable, stops: readonly Place[]): Promise<Travel> {
  const routes = Map.groupBy(stops, ({ tyovuoro }) => tyovuoro)
  return travelBy(await readLegs(runner, [...routes.values()].flatMap(legsOf)))
}

/** The same between consecutive stops alone, for a whole day. */
export async function measuredTravelAlong(runner: Queryable, stops: readonly Place[]): Promise<Travel> {
  const routes = Map.groupBy(stops, ({ tyovuoro }) => tyovuoro)
  return travelBy(await readLegs(runner, [...routes.values()].flatMap(consecutive)))
}

const pointsOf = (stops: readonly Place[]): Point[] => stops.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
const consecutive = (stops: readonly Place[]): GridLeg[] => {
  const points = pointsOf(stops).map(gridPoint)
  return points.slice(1).map((to, index): GridLeg => [points[index] ?? to, to])
}

function legsOf(stops: readonly Place[]): GridLeg[] {
  if (stops.length > maxInAnyOrder) return consecutive(stops)
  const points = pointsOf(stops).map(gridPoint)
  return points.flatMap((from) => points.map((to): GridLeg => [from, to]))
}
