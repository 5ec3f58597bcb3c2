import { expect, test } from 'vitest'
import { drawingOf, fitsOnPallet } from './product-drawing.tsx'

const piece = { pituus: 600, leveys: 400, korkeus: 500 }

test('the piece and the pallet are drawn to one scale, standing on one line', () => {
  const [top, pallet, side] = drawingOf(piece).shapes
  expect(top).toMatchObject({ kind: 'piece', width: 600, height: 400, label: '60 × 40 cm' })
  expect(pallet).toMatchObject({ kind: 'pallet', width: 1200, height: 800, label: 'EUR-lava 120 × 80 cm' })
  expect((top?.y ?? 0) + 400).toBe((pallet?.y ?? 0) + 800)
  expect(side).toMatchObject({ width: 600, height: 500, label: 'korkeus 50 cm' })
  expect(drawingOf({ ...piece, korkeus: 0 }).shapes).toHaveLength(2)
})

test.each([{ ...piece }, { pituus: 10_000, leveys: 10, korkeus: 2350 }, { pituus: 1, leveys: 10_000, korkeus: 1 }])(
  'nothing of a piece of %j is outside the drawing',
  (size) => {
    const { width, height, text, shapes } = drawingOf(size)
    for (const shape of shapes) {
      expect(shape.x).toBeGreaterThanOrEqual(0)
      expect(shape.y).toBeGreaterThanOrEqual(0)
      expect(shape.x + shape.width).toBeLessThanOrEqual(width)
      expect(shape.y + shape.height + text).toBeLessThanOrEqual(height)
    }
  },
)

test('a piece fits on a pallet either way round', () => {
  expect([fitsOnPallet(piece), fitsOnPallet({ ...piece, pituus: 800, leveys: 1200 })]).toEqual([true, true])
  expect([fitsOnPallet({ ...piece, leveys: 1201 }), fitsOnPallet({ ...piece, pituus: 900, leveys: 900 })]).toEqual([false, false])
})
