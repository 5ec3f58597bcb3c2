import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import finland from './finland.json'
import type { BaseMap, MapColours } from './map-style.ts'

type Position = [lng: number, lat: number]
type Data = Extract<StyleSpecification['sources'][string], { type: 'geojson' }>['data']

/** Unpacks a ring of tools/map-data/pack-base-map.ts: `x y dx dy dx dy…` in units of the file's `step`. */
export function unpackRing(packed: string): Position[] {
  const numbers = packed.split(' ').map(Number)
  const ring: Position[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < numbers.length; at += 2) {
    x += numbers[at] ?? 0
    y += numbers[at + 1] ?? 0
    ring.push([x * finland.step, y * finland.step])
  }
  return ring
}

const areas = (polygons: readonly (readonly string[])[]): Data => ({
  type: 'MultiPolygon',
  coordinates: polygons.map((rings) => rings.map(unpackRing)),
})

const townPoints = (): Data => ({
  type: 'FeatureCollection',
  features: finland.towns.map(({ name, rank, lat, lng }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { name, rank },
  })),
})

/** The area that the file covers, in degrees. */
const edge = { west: 18.5, south: 59.2, east: 32.5, north: 70.3 }
const fadeSteps = 8

/** Overlapping frames along the edge, fewer towards the inside, so that water fades into the background instead of ending abruptly. */
function edgeFrames(): Data {
  const box = ([west, south, east, north]: readonly [number, number, number, number]): Position[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const outer = box([edge.west - 0.2, edge.south - 0.1, edge.east + 0.2, edge.north + 0.1])
  const frames = Array.from({ length: fadeSteps }, (_, index) => {
    const [x, y] = [(index + 1) * 0.1, (index + 1) * 0.04]
    return [outer, box([edge.west + x, edge.south + y, edge.east - x, edge.north - y])]
  })
  return { type: 'MultiPolygon', coordinates: frames }
}

/** ODbL requires that its makers are named on the map. GeoNames, where towns come from, is in the credits of every map; finland.json lists the sources. */
const attribution =
  'Pohjakartta: © <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a> (ODbL) ja Natural Earth'

/** The zoom from which towns of a rank are labelled. MapLibre places labels of the last layer first, so the largest towns come last. */
const townLayers = [
  { rank: 3, minzoom: 6, size: 11.5 },
  { rank: 2, minzoom: 4.5, size: 12 },
  { rank: 1, minzoom: 0, size: 13 },
]
const layerOf = (rank: number): string => `towns-${rank}`

/** Filters that hide the labels of the named towns, because the label of a point already shows the name. */
export const townFilters = (named: readonly string[]): { layer: string; filter: FilterSpecification }[] =>
  townLayers.map(({ rank }) => ({
    layer: layerOf(rank),
    filter: ['all', ['==', ['get', 'rank'], rank], ['!', ['in', ['get', 'name'], ['literal', [...named]]]]],
  }))

/** Finland's outline, waters and towns, shown without a map provider (rules/addresses.md#maps). The style has no glyphs, so that labels use the font of the page. */
export function baseMap(colours: MapColours): BaseMap {
  const names = townLayers.map(
    ({ rank, minzoom, size }): LayerSpecification => ({
      id: layerOf(rank),
      type: 'symbol',
      source: 'towns',
      minzoom,
      filter: ['==', ['get', 'rank'], rank],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable', 'Inter', 'sans-serif'],
        'text-size': size,
        // Below the town, so that a marker on the town does not cover the label.
        'text-anchor': 'top',
        'text-offset': [0, 1],
        'text-padding': 2,
      },
      paint: { 'text-color': colours.town, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
    }),
  )
  return {
    sources: {
      finland: { type: 'geojson', data: areas(finland.finland) },
      water: { type: 'geojson', data: areas(finland.water), attribution },
      edge: { type: 'geojson', data: edgeFrames() },
      towns: { type: 'geojson', data: townPoints() },
    },
    layers: [
      { id: 'finland', type: 'fill', source: 'finland', paint: { 'fill-color': colours.land } },
      { id: 'water', type: 'fill', source: 'water', paint: { 'fill-color': colours.water, 'fill-outline-color': colours.shore } },
      {
        id: 'edge',
        type: 'fill',
        source: 'edge',
        paint: { 'fill-color': colours.abroad, 'fill-opacity': 0.3, 'fill-antialias': false },
      },
      ...names,
    ],
  }
}
