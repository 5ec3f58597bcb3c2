// https://maplibre.org/maplibre-gl-js/docs/API/
import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { type LngLatBoundsLike, Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MapProps } from './map-points.ts'
import { mapColours, styleOf } from './map-style.ts'

setWorkerUrl(workerUrl)

const texts = {
  'AttributionControl.ToggleAttribution': 'Kartan lähde',
  'NavigationControl.ZoomIn': 'Lähennä',
  'NavigationControl.ZoomOut': 'Loitonna',
  'CooperativeGesturesHandler.MobileHelpText': 'Siirrä karttaa kahdella sormella',
}
/** What a map without places shows: west, south, east and north in degrees. */
export const finland: LngLatBoundsLike = [20.5, 59.7, 31.6, 70.1]

type BaseMapModule = typeof import('./base-map.ts')
let loadingBase: Promise<BaseMapModule | null> | undefined
/** Loads the base map for the first map without tiles; null when that fails, and the background stays plain. */
function loadBase(): Promise<BaseMapModule | null> {
  loadingBase ??= import('./base-map.ts').catch(() => null)
  return loadingBase
}

type Options = Pick<MapProps, 'label' | 'tiles' | 'attribution' | 'credits' | 'inPage'> & {
  container: RefObject<HTMLElement | null>
  /** Adds our layers. Called after each change of the style, which removes them. */
  fill: (map: MapLibre) => void
  /** Called once, before the first style is loaded. */
  begin: (map: MapLibre) => void
}

/** Creates a map in the container, with the background in the current colour scheme. `map` is null until then; `failed`: the browser has no WebGL. */
export function useMap({ label, tiles, attribution, credits = '', inPage = false, container, fill, begin }: Options) {
  const [map, setMap] = useState<MapLibre | null>(null)
  const [failed, setFailed] = useState(false)
  const base = tiles === '' ? use(loadBase()) : null
  const dark = useComputedColorScheme('light') === 'dark'
  const style = useMemo(
    () => styleOf({ tiles, attribution, dark, colours: mapColours(), base: base?.baseMap ?? null }),
    [tiles, attribution, dark, base],
  )
  const onStyle = useEffectEvent(fill)
  const make = useEffectEvent((element: HTMLElement) => {
    const made = new MapLibre({
      container: element,
      style,
      bounds: finland,
      locale: { ...texts, 'Map.Title': label },
      cooperativeGestures: inPage && matchMedia('(pointer: coarse)').matches,
      dragRotate: false,
      pitchWithRotate: false,
      attributionControl: { compact: false, customAttribution: credits },
      fadeDuration: 0,
    })
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    made.touchZoomRotate.disableRotation()
    made.on('style.load', () => onStyle(made))
    // A missing tile leaves a gap in the background and is not reported as a fault.
    made.on('error', () => undefined)
    begin(made)
    return made
  })
  useEffect(() => {
    if (!container.current) return
    try {
      const made = make(container.current)
      setMap(made)
      return () => {
        setMap(null)
        made.remove()
      }
    } catch {
      // The browser has no WebGL.
      setFailed(true)
      return
    }
  }, [container])
  const styled = useRef(style)
  useEffect(() => {
    if (styled.current !== style) map?.setStyle(style, { diff: false })
    styled.current = style
  }, [map, style])
  return { map, failed, base }
}
