import type { StatusStyle } from '../badges/status-badge.tsx'

/** WGS84 degrees. */
export type LatLng = { lat: number; lng: number }
export type MapPoint = LatLng & {
  id: string
  style: StatusStyle
  /** Where it begins: drawn hollow, so that both ends can be told apart. */
  start?: boolean
  /** The town, written under the mark where the background has no names of its own. */
  place?: string
  /** What it is, when the pointer rests on it: `T-1042, toimitus: Kotka`. */
  label: string
}
export type MapProps = {
  /** What the map shows, for screen readers. Everything on it must be reachable elsewhere too. */
  label: string
  points: readonly MapPoint[]
  /** Straight lines between places. */
  lines?: readonly (readonly [LatLng, LatLng])[]
  selected?: ReadonlySet<string>
  /** The points that were pressed: one, or all that share a place. */
  onSelect?: (ids: readonly string[]) => void
  /** Raster tiles (`https://…/{z}/{x}/{y}.png`) or a style (`https://….json`); '' is a plain background. */
  tiles: string
  /** Of the tiles; HTML. */
  attribution: string
  /** Of where the points come from; HTML. */
  credits?: string
}
