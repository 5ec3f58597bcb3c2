import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import classes from './map.module.css'
import { ClusterMark, PlaceMark } from './map-marks.tsx'
import { MapMissing } from './map-missing.tsx'
import { boundsOf, lineFeatures, type Place, pathFeatures, placeFeatures, placesOf } from './map-places.ts'
import type { LatLng, MapPath, MapProps } from './map-points.ts'
import {
  lineLayer,
  lines as lineSource,
  mapColours,
  pathLayers,
  paths as pathSource,
  placeLayer,
  places as placeSource,
} from './map-style.ts'
import { PinMark } from './pin-mark.tsx'
import { finland, useMap } from './use-map.ts'

/** Keeps the points clear of the edges, and of the attribution below, which takes several lines on a small map. */
function paddingOf(map: MapLibre) {
  const container = map.getContainer()
  const attribution = container.querySelector('.maplibregl-ctrl-attrib')?.clientHeight ?? 0
  const edge = Math.min(48, Math.max(0, container.clientHeight - attribution) / 4)
  return { top: edge, right: edge, bottom: edge + attribution, left: edge }
}

type VisibleMarks = { places: readonly string[]; clusters: readonly { id: number; lat: number; lng: number; count: number }[] }
const noPaths: readonly MapPath[] = []
const nothing: VisibleMarks = { places: [], clusters: [] }

/** The maximum zoom when the map is fitted to its points. The base map has too little detail for more than 8. */
const maxFitZoom = { base: 8, tiles: 11 }

export function MapCanvas({
  label,
  points,
  lines = [],
  paths = noPaths,
  clustered = true,
  selected,
  onSelect,
  pin,
  tiles,
  attribution,
  credits,
  inPage,
}: MapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [visible, setVisible] = useState(nothing)
  const grouped = useMemo(() => new Map(placesOf(points).map((place) => [place.key, place])), [points])
  const placeData = useMemo(() => placeFeatures([...grouped.values()]), [grouped])
  const lineData = useMemo(() => lineFeatures(lines), [lines])
  const pathData = useMemo(() => pathFeatures(paths), [paths])
  // As text, so that moving the map changes the filter only when the named towns change.
  const named = useMemo(() => namesOf(visible.places.map((key) => grouped.get(key))), [visible, grouped])
  // Towns whose name a marker already shows get no label in the background.
  const nameTowns = useEffectEvent((of: MapLibre, names: string) => {
    for (const { layer, filter } of base?.townFilters(names.split('\n')) ?? []) if (of.getLayer(layer)) of.setFilter(layer, filter)
  })
  /** The person has moved the map: new points do not move it again. */
  const moved = useRef(false)
  const fill = (of: MapLibre) => {
    of.addSource(pathSource, { type: 'geojson', data: pathData })
    of.addSource(lineSource, { type: 'geojson', data: lineData })
    of.addSource(placeSource, {
      type: 'geojson',
      data: placeData,
      cluster: clustered,
      clusterRadius: 36,
      clusterMaxZoom: 13,
      clusterProperties,
    })
    for (const layer of pathLayers(mapColours())) of.addLayer(layer)
    of.addLayer(lineLayer(mapColours()))
    of.addLayer(placeLayer)
    nameTowns(of, named)
  }
  const begin = (made: MapLibre) => {
    made.on('moveend', ({ originalEvent }) => {
      if (originalEvent) moved.current = true
      setVisible(visibleOn(made))
    })
    made.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
      if (sourceId === placeSource && isSourceLoaded) setVisible(visibleOn(made))
    })
  }
  const { map, failed, base } = useMap({ label, tiles, attribution, credits, inPage, container, fill, begin })
  useEffect(() => {
    map?.getSource<GeoJSONSource>(placeSource)?.setData(placeData)
  }, [map, placeData])
  useEffect(() => {
    map?.getSource<GeoJSONSource>(lineSource)?.setData(lineData)
  }, [map, lineData])
  useEffect(() => {
    map?.getSource<GeoJSONSource>(pathSource)?.setData(pathData)
  }, [map, pathData])
  const pinned = pin?.at ?? null
  const movePin = (to: LatLng) => {
    moved.current = true
    pin?.onMove?.(to)
  }
  useEffect(() => {
    const bounds = boundsOf([...grouped.values(), ...(pinned ? [pinned] : [])]) ?? finland
    if (!map) return
    const frame = () => {
      if (moved.current) return
      map.fitBounds(bounds, { padding: paddingOf(map), maxZoom: tiles === '' ? maxFitZoom.base : maxFitZoom.tiles, animate: false })
    }
    frame()
    // The attribution takes its lines when the background is loaded, and others at another width.
    const followed = [map.on('load', frame), map.on('resize', frame)]
    return () => {
      for (const each of followed) each.unsubscribe()
    }
  }, [map, grouped, pinned, tiles])
  useEffect(() => {
    if (map) nameTowns(map, named)
  }, [map, named])

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
      {map && pin && <PinMark map={map} at={pin.at} onMove={pin.onMove && movePin} />}
    </>
  )
}

const namesOf = (places: readonly (Place | undefined)[]): string =>
  [...new Set(places.flatMap((place) => place?.points[0]?.place ?? []))].sort().join('\n')

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
