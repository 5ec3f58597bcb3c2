import { expect, test } from 'vitest'
import { baseMap, unpackRing } from './base-map.ts'
import finland from './finland.json'
import { styleOf } from './map-style.ts'

const colours = { land: '#eee', abroad: '#ddd', water: '#cde', shore: '#bcd', town: '#555', line: '#066', faded: 'grey', series: [] }
const styleFor = (tiles: string, base: typeof baseMap | null = baseMap) =>
  styleOf({ tiles, attribution: '© Kartan tekijä', dark: false, colours, base })

test('the background is the base map, tiles with their attribution, or an external style unchanged', () => {
  const baseStyle = styleFor('')
  expect(baseStyle).toMatchObject({
    sources: { water: { attribution: expect.stringMatching(/OpenStreetMap.*ODbL.*Natural Earth/) } },
    layers: [{ type: 'background' }, { id: 'finland' }, { id: 'water' }, { id: 'edge' }, ...Array(3).fill({ type: 'symbol' })],
  })
  // Glyphs would have to be fetched from a provider.
  expect(baseStyle).not.toHaveProperty('glyphs')
  const tiles = 'https://kartta.example/{z}/{x}/{y}.png'
  expect(styleFor(tiles)).toMatchObject({
    sources: { tiles: { type: 'raster', tiles: [tiles], attribution: '© Kartan tekijä' } },
    layers: [{ type: 'background' }, { type: 'raster', source: 'tiles' }],
  })
  expect(styleFor('https://kartta.example/style.json')).toBe('https://kartta.example/style.json')
  expect(styleFor('', null)).toMatchObject({ sources: {}, layers: [{ type: 'background' }] })
})

test('rings are closed and within the area around Finland', () => {
  for (const packed of [...finland.finland, ...finland.water].flat()) {
    const ring = unpackRing(packed)
    expect(ring.length).toBeGreaterThan(3)
    expect(ring.at(-1)).toEqual(ring[0])
    for (const [lng, lat] of ring) expect([lng > 18.4 && lng < 32.6, lat > 59.1 && lat < 70.4]).toEqual([true, true])
  }
})

test.each([
  ['Helsinki', 60.17, 24.94],
  ['Tampere', 61.5, 23.76],
  ['Rovaniemi', 66.5, 25.73],
  ['Kotka', 60.47, 26.95],
])('%s has the right position', (name, lat, lng) => {
  const town = finland.towns.find((found) => found.name === name)
  expect(Math.abs((town?.lat ?? 0) - lat)).toBeLessThan(0.1)
  expect(Math.abs((town?.lng ?? 0) - lng)).toBeLessThan(0.1)
})
