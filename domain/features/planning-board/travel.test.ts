import { expect, test } from 'vitest'
import { gridPoint, legBetween, legKey, travelBy } from './travel.ts'

const [a, b] = [
  { lat: 61.123456, lng: -24.000004 },
  { lat: 61.2, lng: 24.5 },
]
const measured = { metres: 1000, seconds: 60 }
const estimated = { metres: 2000, seconds: 120 }

test('places are told apart by hundred-thousandths of a degree', () => {
  expect(gridPoint(a)).toEqual([6_112_346, -2_400_000])
  expect(gridPoint({ lat: 0.000005, lng: 0.0000049 })).toEqual([1, 0])
})

test('a leg is the measured one in its direction, otherwise the estimate', () => {
  const known = new Map([[legKey(gridPoint(a), gridPoint(b)), measured]])
  const travel = travelBy(known, () => estimated)
  expect([travel(a, b), travel(b, a)]).toEqual([measured, estimated])
  expect(travel({ ...a, lat: a.lat + 0.000001 }, b)).toEqual(measured)
  expect(travel({ ...a, lat: a.lat + 0.00001 }, b)).toEqual(estimated)
  expect(travelBy(new Map(), () => estimated)(a, b)).toEqual(estimated)
})

test('a leg from or to an unknown place takes no time', () => {
  const travel = () => estimated
  const none = { metres: 0, seconds: 0 }
  expect([legBetween(travel, a, b), legBetween(travel, null, b), legBetween(travel, a, null)]).toEqual([estimated, none, none])
})
