import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './map.module.css'
import type { StatusLook } from './status-badge.tsx'

/** WGS84 degrees. */
export type LatLng = { lat: number; lng: number }
export type MapPoint = LatLng & {
  id: string
  look: StatusLook
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
  attribution: string
}

const MapCanvas = lazy(() =>
  import('./map-canvas.tsx').then(
    ({ MapCanvas }) => ({ default: MapCanvas }),
    () => ({ default: MapMissing }),
  ),
)

/** A map that shows all its points, in its parent's room. Its code is fetched when the first one is shown. The library's canvas is the region that bears the label. */
export function PointMap(props: MapProps) {
  return (
    <div className={classes.frame}>
      <Suspense fallback={null}>
        <MapCanvas {...props} />
      </Suspense>
    </div>
  )
}

/** Without a network, or in a browser that cannot draw. */
export const MapMissing = () => (
  <Text c="dimmed" size="sm" className={classes.missing}>
    Karttaa ei voi näyttää tässä selaimessa.
  </Text>
)
