import { lazy, Suspense } from 'react'
import classes from './map.module.css'
import { MapMissing } from './map-missing.tsx'
import type { MapProps } from './map-points.ts'

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
