import type { GeoJSONSource } from 'maplibre-gl'
import type { LatLng, MapLine, MapPath, MapPoint } from './map-points.ts'

/** Points at the same place, such as the points of one postal code, share one mark. */
export type Place = LatLng & { key: string; points: readonly MapPoint[] }

export function placesOf(points: readonly MapPoint[]): Place[] {
  const groups = Map.groupBy(points, ({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`)
  return [...groups].flatMap(([key, group]) => (group[0] ? [{ key, lat: group[0].lat, lng: group[0].lng, points: group }] : []))
}

/** [west, south, east, north]; null without places. */
export function boundsOf(places: readonly LatLng[]): [number, number, number, number] | null {
  if (places.length === 0) return null
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

type GeoJson = Parameters<GeoJSONSource['setData']>[0]

export const placeFeatures = (places: readonly Place[]): GeoJson => ({
  type: 'FeatureCollection',
  features: places.map(({ key, lat, lng, points }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { key, points: points.length },
  })),
})

export const pathFeatures = (paths: readonly MapPath[]): GeoJson => ({
  type: 'FeatureCollection',
  features: paths.map(({ points, faded }) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: points.map(({ lng, lat }) => [lng, lat]) },
    properties: { faded },
  })),
})

export const lineFeatures = (lines: readonly MapLine[]): GeoJson => ({
  type: 'FeatureCollection',
  features: lines.map(([from, to, series = 0]) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: [from, to].map(({ lng, lat }) => [lng, lat]) },
    properties: { series },
  })),
})
