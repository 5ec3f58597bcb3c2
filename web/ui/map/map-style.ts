import type { CircleLayerSpecification, ExpressionSpecification, LineLayerSpecification, StyleSpecification } from 'maplibre-gl'

export const places = 'places'
export const lines = 'lines'
export const paths = 'paths'

const tokens = {
  land: '--kuorma-map-land',
  abroad: '--kuorma-map-abroad',
  water: '--kuorma-map-water',
  shore: '--kuorma-map-shore',
  town: '--kuorma-map-town',
  line: '--kuorma-accent',
  faded: '--kuorma-muted',
} as const
/** The number of colours of routes (tokens.css). */
const seriesCount = 7
export type MapColours = Readonly<Record<keyof typeof tokens, string>> & { series: readonly string[] }

/** The current values of the colour tokens (tokens.css): a canvas cannot read CSS variables. */
export function mapColours(): MapColours {
  const style = getComputedStyle(document.documentElement)
  const token = (key: keyof typeof tokens): string => style.getPropertyValue(tokens[key])
  return {
    land: token('land'),
    abroad: token('abroad'),
    water: token('water'),
    shore: token('shore'),
    town: token('town'),
    line: token('line'),
    series: Array.from({ length: seriesCount }, (_, index) => style.getPropertyValue(`--kuorma-route-${index + 1}`)),
    faded: token('faded'),
  }
}

/** The sources and layers drawn over the plain background and below the points. */
export type BaseMap = Pick<StyleSpecification, 'sources' | 'layers'>

type Background = {
  tiles: string
  attribution: string
  dark: boolean
  colours: MapColours
  /** Used when `tiles` is empty; null when it could not be loaded. */
  base: ((colours: MapColours) => BaseMap) | null
}

/** The background: raster tiles, an external style as it is, or our own base map of Finland. */
export function styleOf({ tiles, attribution, dark, colours, base }: Background): StyleSpecification | string {
  if (tiles !== '' && !tiles.includes('{z}')) return tiles
  const background = { id: 'ground', type: 'background' as const, paint: { 'background-color': colours.abroad } }
  if (tiles === '') {
    const { sources, layers } = base?.(colours) ?? { sources: {}, layers: [] }
    return { version: 8, sources, layers: [background, ...layers] }
  }
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19, attribution } },
    layers: [
      background,
      {
        id: 'tiles',
        type: 'raster',
        source: 'tiles',
        // Tiles are drawn for light mode: in dark mode they are dimmed, so that the marks stand out.
        paint: dark ? { 'raster-brightness-max': 0.55, 'raster-saturation': -0.6 } : { 'raster-saturation': -0.3 },
      },
    ],
  }
}

const colourBySeries = (line: string, series: readonly string[]): ExpressionSpecification => [
  'to-color',
  ['at', ['get', 'series'], ['literal', [line, ...series]]],
]

export const lineLayer = ({ line, series }: MapColours): LineLayerSpecification => ({
  id: lines,
  type: 'line',
  source: lines,
  layout: { 'line-cap': 'round' },
  paint: { 'line-color': colourBySeries(line, series), 'line-width': 2.5, 'line-dasharray': [1, 1.6] },
})

/** Routes: the one compared with lies below, thin and dashed. */
export const pathLayers = ({ line, faded }: MapColours): LineLayerSpecification[] => [
  {
    ...{ id: `${paths}-faded`, type: 'line', source: paths, filter: ['get', 'faded'] },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': faded, 'line-width': 2, 'line-dasharray': [1, 2] },
  },
  {
    ...{ id: paths, type: 'line', source: paths, filter: ['!', ['get', 'faded']] },
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': line, 'line-width': 3.5, 'line-opacity': 0.85 },
  },
]

/** Invisible, since the marks are elements of the page. MapLibre does not load the features of a source that no layer uses. */
export const placeLayer: CircleLayerSpecification = {
  id: places,
  type: 'circle',
  source: places,
  paint: { 'circle-radius': 1, 'circle-opacity': 0 },
}
