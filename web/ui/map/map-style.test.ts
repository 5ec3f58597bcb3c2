import { expect, test } from 'vitest'
import { styleOf } from './map-style.ts'

const styleFor = (tiles: string, dark = false) => styleOf({ tiles, attribution: '© Kartan tekijä', dark })

test('without tiles the background is plain, tiles carry their attribution, and an external style is used unchanged', () => {
  expect(styleFor('')).toMatchObject({ sources: {}, layers: [{ type: 'background' }] })
  const tiles = 'https://kartta.example/{z}/{x}/{y}.png'
  expect(styleFor(tiles)).toMatchObject({
    sources: { tiles: { type: 'raster', tiles: [tiles], attribution: '© Kartan tekijä' } },
    layers: [{ type: 'background' }, { type: 'raster', source: 'tiles' }],
  })
  expect(styleFor('https://kartta.example/style.json')).toBe('https://kartta.example/style.json')
  expect(styleFor('', true)).not.toEqual(styleFor(''))
})
