import type { StatusStyle } from '../badges/status-badge.tsx'

/** WGS84 degrees. */
export type LatLng = { lat: number; lng: number }
export type MapPoint = LatLng & {
  id: string
  style: StatusStyle
  /** The start of a line: drawn hollow, to distinguish it from the end. */
  start?: boolean
  /** One of the numbered colours of routes (1…7), instead of the style's colour. */
  series?: number
  /** Shown in the mark instead of the icon: the number of a stop. */
  text?: string
  /** The town, written under the mark when the background has no names. */
  place?: string
  /** The tooltip: `T-1042, toimitus: Kotka`. */
  label: string
}
/** A position that can be set on the map by dragging, clicking or the arrow keys. */
export type MapPin = {
  /** Null until a position has been set. Must be memoised, because the map is fitted to it when it changes. */
  at: LatLng | null
  /** Omitted when the position cannot be changed. */
  onMove?: ((to: LatLng) => void) | undefined
}
/** The ends of a straight line, and the number of its colour (1…7) unless it is the accent colour. */
export type MapLine = readonly [from: LatLng, to: LatLng, series?: number]
export type MapPath = { points: readonly LatLng[]; faded: boolean }
export type MapProps = {
  /** Describes the map to screen readers. Everything on the map must be reachable elsewhere too. */
  label: string
  points: readonly MapPoint[]
  /** Routes, drawn through all of their points; `faded` for one that is only compared with. */
  paths?: readonly MapPath[]
  /** Whether marks that are close together become one with their number; they do by default. */
  clustered?: boolean
  /** Straight lines between places. */
  lines?: readonly MapLine[]
  selected?: ReadonlySet<string>
  /** Called with the ids of the pressed point, or of all points at that place. */
  onSelect?: (ids: readonly string[]) => void
  pin?: MapPin
  /** Raster tiles (`https://…/{z}/{x}/{y}.png`) or a style (`https://….json`); '' for our own base map. */
  tiles: string
  /** The attribution of the tiles, as HTML. */
  attribution: string
  /** The attribution of the points' positions, as HTML. */
  credits?: string | undefined
  /** Stands in a page that scrolls: on a touch screen one finger scrolls the page, and two move the map. */
  inPage?: boolean
}
