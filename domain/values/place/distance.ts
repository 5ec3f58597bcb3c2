/** A place on the map, in degrees. */
export type Point = { lat: number; lng: number }
/** Approximate `metres` by road and `seconds` of driving. */
export type RoadEstimate = { metres: number; seconds: number }

const earthRadiusMetres = 6_371_000
// rules/addresses.md#distance: without a map provider, great circle × 1.3 at 62 km/h.
const roadFactor = 1.3
const metresPerSecond = 62 / 3.6

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance by the haversine formula, which is accurate for short distances. */
export function greatCircleMetres(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.sqrt(Math.min(1, half)))
}

/** The estimated distance by road without a map provider (rules/addresses.md#distance); it must be shown as an estimate. */
export function estimateRoad(from: Point, to: Point): RoadEstimate {
  const metres = greatCircleMetres(from, to) * roadFactor
  return { metres, seconds: metres / metresPerSecond }
}

/** Whole kilometres, since it is an estimate; at least one. */
export const wholeKilometres = ({ metres }: Pick<RoadEstimate, 'metres'>): number => Math.max(1, Math.round(metres / 1000))
