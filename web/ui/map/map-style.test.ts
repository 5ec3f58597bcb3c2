import { expect, test } from 'vitest'
import { baseMap, unpackRing } from './base-map.ts'
import finland from './finland.json'
import { styleOf } from './map-style.ts'

const colours = { land: '#eee', abroad: '#ddd', water: '#cde', shore: '#bcd', town: '#555', line: '#066' }
const styleFor = (tiles: string, base: typeof baseMap | null = baseMap) =>
  styleOf({ tiles, attribution: '© Kartan tekijä', dark: false, colours, base })

test('without tiles Finland is drawn, with them they say whose they are, and a style of another is taken as it stands', () => {
  const own = styleFor('')
  expect(own).toMatchObject({
    sources: { water: { attribution: expect.stringMatching(/OpenStreetMap.*ODbL.*Natural Earth.*GeoNames/) } },
    layers: [{ type: 'background' }, { id: 'finland' }, { id: 'water' }, { id: 'edge' }, ...Array(3).fill({ type: 'symbol' })],
  })
  // With glyphs of a server, names would need the network of a provider.
  expect(own).not.toHaveProperty('glyphs')
  const tiles = 'https://kartta.example/{z}/{x}/{y}.png'
  expect(styleFor(tiles)).toMatchObject({
    sources: { tiles: { type: 'raster', tiles: [tiles], attribution: '© Kartan tekijä' } },
    layers: [{ type: 'background' }, { type: 'raster', source: 'tiles' }],
  })
  expect(styleFor('https://kartta.example/style.json')).toBe('https://kartta.example/style.json')
  expect(styleFor('', null)).toMatchObject({ sources: {}, layers: [{ type: 'background' }] })
})

test('rings are closed and lie in and around Finland', () => {
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
])('%s stands where it is', (name, lat, lng) => {
  const town = finland.towns.find((found) => found.name === name)
  expect(Math.abs((town?.lat ?? 0) - lat)).toBeLessThan(0.1)
  expect(Math.abs((town?.lng ?? 0) - lng)).toBeLessThan(0.1)
})
