import { IconClock } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { boundsOf, placesOf } from './map-places.ts'

const style = { tone: 'waiting', icon: IconClock, label: '' } as const
const point = (id: string, lat: number, lng: number) => ({ id, lat, lng, style, label: id })

test('points at the same place share one mark', () => {
  const places = placesOf([point('a', 60.98, 25.66), point('b', 60.2, 24.9), point('c', 60.980001, 25.66)])
  expect(places.map(({ points }) => points.map(({ id }) => id))).toEqual([['a', 'c'], ['b']])
})

test('the bounds contain all points; without points there are none', () => {
  expect(boundsOf([point('a', 60.98, 25.66), point('b', 65, 24.9)])).toEqual([24.9, 60.98, 25.66, 65])
  expect(boundsOf([])).toBeNull()
})
