import type { CircleLayerSpecification, LineLayerSpecification, StyleSpecification } from 'maplibre-gl'

export const places = 'places'
export const lines = 'lines'

/** A canvas cannot read CSS variables: these are --kuorma-pill and --kuorma-accent of both colour schemes (tokens.css). */
const colours = {
  light: { ground: '#eef2f3', line: '#0f6664' },
  dark: { ground: '#1b2429', line: '#4fb0ab' },
} as const

/** The background: raster tiles, an external style as it is, or a plain colour. */
export function styleOf({ tiles, attribution, dark }: { tiles: string; attribution: string; dark: boolean }): StyleSpecification | string {
  if (tiles !== '' && !tiles.includes('{z}')) return tiles
  const ground = colours[dark ? 'dark' : 'light'].ground
  const background = { id: 'ground', type: 'background' as const, paint: { 'background-color': ground } }
  if (tiles === '') return { version: 8, sources: {}, layers: [background] }
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

export const lineLayer = (dark: boolean): LineLayerSpecification => ({
  id: lines,
  type: 'line',
  source: lines,
  layout: { 'line-cap': 'round' },
  paint: { 'line-color': colours[dark ? 'dark' : 'light'].line, 'line-width': 2.5, 'line-dasharray': [1, 1.6] },
})

/** Invisible, since the marks are elements of the page. MapLibre does not load the features of a source that no layer uses. */
export const placeLayer: CircleLayerSpecification = {
  id: places,
  type: 'circle',
  source: places,
  paint: { 'circle-radius': 1, 'circle-opacity': 0 },
}
