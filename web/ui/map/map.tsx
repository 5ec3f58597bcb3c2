import { lazy, Suspense } from 'react'
import { loadPart } from '../loading/load-part.ts'
import classes from './map.module.css'
import { MapMissing } from './map-missing.tsx'
import type { MapProps } from './map-points.ts'

const MapCanvas = lazy(() =>
  loadPart(() => import('./map-canvas.tsx')).then(
    ({ MapCanvas }) => ({ default: MapCanvas }),
    () => ({ default: MapMissing }),
  ),
)

/** A map of all its points, as large as its parent; its code is loaded with the first map. The library's canvas carries the label. */
export function PointMap(props: MapProps) {
  return (
    <div className={classes.frame}>
      <Suspense fallback={null}>
        <MapCanvas {...props} />
      </Suspense>
    </div>
  )
}
