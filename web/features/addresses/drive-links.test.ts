import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driveLinks, maxBetween } from './drive-links.ts'

const pointsOf = (links: readonly string[]) =>
  links.map((link) => {
    const query = new URL(link).searchParams
    return [query.get('origin'), ...(query.get('waypoints')?.split('|') ?? []), query.get('destination')]
  })

test('a day of five stops is two links in a phone and one elsewhere', () => {
  const points = Array.from({ length: 6 }, (_, index) => ({ lat: 60 + index, lng: 25 }))
  expect(pointsOf(driveLinks(points, { hasStart: true, max: maxBetween.mobile }))).toEqual([
    ['60,25', '61,25', '62,25', '63,25', '64,25'],
    ['64,25', '65,25'],
  ])
  expect(driveLinks(points, { hasStart: true, max: maxBetween.elsewhere })).toEqual([
    'https://www.google.com/maps/dir/?api=1&origin=60%2C25&destination=65%2C25&waypoints=61%2C25%7C62%2C25%7C63%2C25%7C64%2C25&travelmode=driving&dir_action=navigate',
  ])
})

test('links lead through every point once, in order, with no more places between than are allowed', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.boolean(), fc.constantFrom(...Object.values(maxBetween)), (count, hasStart, max) => {
      const points = Array.from({ length: count }, (_, index) => ({ lat: index, lng: 0 }))
      const links = pointsOf(driveLinks(points, { hasStart, max }))
      const reached = links.flatMap(([, ...stops]) => stops)
      expect([...(hasStart && count > 1 ? ['0,0'] : []), ...reached]).toEqual(
        count === 1 && hasStart ? [] : points.map(({ lat }) => `${lat},0`),
      )
      for (const [index, link] of links.entries()) {
        expect(link.length).toBeLessThanOrEqual(max + 2)
        expect(link[0]).toBe(index === 0 ? (hasStart ? '0,0' : null) : links[index - 1]?.at(-1))
      }
    }),
  )
})
