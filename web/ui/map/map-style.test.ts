import { expect, test } from 'vitest'
import { styleOf } from './map-style.ts'

const ask = (tiles: string, dark = false) => styleOf({ tiles, attribution: '© Kartan tekijä', dark })

test('without tiles the ground is plain, with them they say whose they are, and a style of another is taken as it stands', () => {
  expect(ask('')).toMatchObject({ sources: {}, layers: [{ type: 'background' }] })
  const tiles = 'https://kartta.example/{z}/{x}/{y}.png'
  expect(ask(tiles)).toMatchObject({
    sources: { tiles: { type: 'raster', tiles: [tiles], attribution: '© Kartan tekijä' } },
    layers: [{ type: 'background' }, { type: 'raster', source: 'tiles' }],
  })
  expect(ask('https://kartta.example/style.json')).toBe('https://kartta.example/style.json')
  expect(ask('', true)).not.toEqual(ask(''))
})
