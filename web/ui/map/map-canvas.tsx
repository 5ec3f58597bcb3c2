// https://maplibre.org/maplibre-gl-js/docs/API/
import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { type GeoJSONSource, Map as MapLibre, type MapOptions, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import classes from './map.module.css'
import { ClusterMark, PlaceMark } from './map-marks.tsx'
import { MapMissing } from './map-missing.tsx'
import { boundsOf, lineFeatures, type Place, placeFeatures, placesOf } from './map-places.ts'
import type { MapProps } from './map-points.ts'
import { lineLayer, lines as lineSource, placeLayer, places as placeSource, styleOf } from './map-style.ts'

setWorkerUrl(workerUrl)

const texts = {
  'AttributionControl.ToggleAttribution': 'Kartan lähde',
  'NavigationControl.ZoomIn': 'Lähennä',
  'NavigationControl.ZoomOut': 'Loitonna',
}
/** All of Finland. */
const nowhere: Pick<MapOptions, 'center' | 'zoom'> = { center: [25.5, 64.6], zoom: 4 }

type VisibleMarks = { places: readonly string[]; clusters: readonly { id: number; lat: number; lng: number; count: number }[] }
const nothing: VisibleMarks = { places: [], clusters: [] }

export function MapCanvas({ label, points, lines = [], selected, onSelect, tiles, attribution, credits = '' }: MapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [failed, setFailed] = useState(false)
  const [visible, setVisible] = useState(nothing)
  const dark = useComputedColorScheme('light') === 'dark'
  const style = useMemo(() => styleOf({ tiles, attribution, dark }), [tiles, attribution, dark])
  const grouped = useMemo(() => new Map(placesOf(points).map((place) => [place.key, place])), [points])
  const placeData = useMemo(() => placeFeatures([...grouped.values()]), [grouped])
  const lineData = useMemo(() => lineFeatures(lines), [lines])
  /** The user has moved the map: new points do not move it again. */
  const moved = useRef(false)

  const begin = useEffectEvent((container: HTMLElement) => {
    const made = new MapLibre({
      container,
      style,
      ...nowhere,
      locale: { ...texts, 'Map.Title': label },
      dragRotate: false,
      pitchWithRotate: false,
      attributionControl: { compact: false, customAttribution: credits },
      fadeDuration: 0,
    })
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    made.touchZoomRotate.disableRotation()
    return made
  })
  const fill = useEffectEvent((of: MapLibre) => {
    of.addSource(lineSource, { type: 'geojson', data: lineData })
    of.addSource(placeSource, { type: 'geojson', data: placeData, cluster: true, clusterRadius: 36, clusterMaxZoom: 13, clusterProperties })
    of.addLayer(lineLayer(dark))
    of.addLayer(placeLayer)
  })
  useEffect(() => {
    if (!container.current) return
    try {
      const made = begin(container.current)
      // Each new style starts without our layers.
      made.on('style.load', () => fill(made))
      made.on('moveend', ({ originalEvent }) => {
        if (originalEvent) moved.current = true
        setVisible(visibleOn(made))
      })
      made.on('sourcedata', ({ sourceId, isSourceLoaded }) => sourceId === placeSource && isSourceLoaded && setVisible(visibleOn(made)))
      // A missing tile leaves a gap in the background and is not reported as a fault.
      made.on('error', () => undefined)
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
  }, [])

  const styled = useRef(style)
  useEffect(() => {
    if (styled.current !== style) map?.setStyle(style, { diff: false })
    styled.current = style
  }, [map, style])
  useEffect(() => {
    map?.getSource<GeoJSONSource>(placeSource)?.setData(placeData)
  }, [map, placeData])
  useEffect(() => {
    map?.getSource<GeoJSONSource>(lineSource)?.setData(lineData)
  }, [map, lineData])
  useEffect(() => {
    const bounds = boundsOf([...grouped.values()])
    if (map && bounds && !moved.current) map.fitBounds(bounds, { padding: 48, maxZoom: 11, animate: false })
  }, [map, grouped])

  const enter = async (cluster: VisibleMarks['clusters'][number]) => {
    const source = map?.getSource<GeoJSONSource>(placeSource)
    if (!map || !source) return
    moved.current = true
    map.easeTo({ center: [cluster.lng, cluster.lat], zoom: await source.getClusterExpansionZoom(cluster.id) })
  }
  if (failed) return <MapMissing />
  return (
    <>
      <div ref={container} className={classes.canvas} />
      {map &&
        visible.places.map((key) => {
          const place: Place | undefined = grouped.get(key)
          const chosen = place?.points.some(({ id }) => selected?.has(id)) ?? false
          return place && <PlaceMark key={key} map={map} place={place} named={tiles === ''} chosen={chosen} onSelect={onSelect} />
        })}
      {map &&
        visible.clusters.map((cluster) => (
          <ClusterMark key={cluster.id} map={map} at={cluster} count={cluster.count} onOpen={() => void enter(cluster)} />
        ))}
    </>
  )
}

const clusterProperties = { points: ['+', ['get', 'points']] }

/** The features within the visible part of the map. A feature on several tiles occurs several times. */
function visibleOn(map: MapLibre): VisibleMarks {
  const places = new Set<string>()
  const clusters = new Map<number, VisibleMarks['clusters'][number]>()
  for (const { geometry, properties } of map.querySourceFeatures(placeSource)) {
    if (geometry.type !== 'Point') continue
    const [lng = 0, lat = 0] = geometry.coordinates
    if (properties.cluster)
      clusters.set(Number(properties.cluster_id), { id: Number(properties.cluster_id), lat, lng, count: Number(properties.points) })
    else places.add(String(properties.key))
  }
  return { places: [...places], clusters: [...clusters.values()] }
}
