import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateRoad, type Point, wholeKilometres } from './distance.ts'

const tampere = { lat: 61.4991, lng: 23.7871 }
const turku = { lat: 60.4518, lng: 22.2666 }

const point: fc.Arbitrary<Point> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const halfTheEarth = Math.PI * 6_371_000

test('Tampere to Turku is great circle × 1.3 at 62 km/h', () => {
  // The great-circle distance is 142.2 km by an independent calculator.
  const { metres, seconds } = estimateRoad(tampere, turku)
  expect(metres / 1000).toBeCloseTo(142.2 * 1.3, -1)
  expect(seconds / 3600).toBeCloseTo(metres / 62_000, 6)
})

test('is 0 to the same place, equal in both directions, and at most half the circumference of the earth', () => {
  fc.assert(
    fc.property(point, point, (from, to) => {
      const there = estimateRoad(from, to)
      expect(estimateRoad(from, from).metres).toBe(0)
      expect(there.metres).toBeCloseTo(estimateRoad(to, from).metres, 0)
      expect(there.metres).toBeGreaterThanOrEqual(0)
      expect(there.metres).toBeLessThanOrEqual(halfTheEarth * 1.3 + 1)
      expect(there.seconds).toBeCloseTo((there.metres / 62_000) * 3600, 3)
    }),
  )
})

test('a route through a third place is never shorter', () => {
  fc.assert(
    fc.property(point, point, point, (from, through, to) => {
      const around = estimateRoad(from, through).metres + estimateRoad(through, to).metres
      expect(estimateRoad(from, to).metres).toBeLessThanOrEqual(around + 1)
    }),
  )
})

test('a degree along a meridian is 111 km', () => {
  fc.assert(
    fc.property(fc.double({ min: -89, max: 88, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }), (lat, lng) => {
      expect(estimateRoad({ lat, lng }, { lat: lat + 1, lng }).metres / 1.3).toBeCloseTo(111_194.9, 0)
    }),
  )
})

test('is charged and shown as whole kilometres, at least one', () => {
  expect([0, 400, 1499, 1500, 163_400].map((metres) => wholeKilometres({ metres }))).toEqual([1, 1, 1, 2, 163])
})
