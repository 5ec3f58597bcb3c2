import { expect, test } from 'vitest'
import { withAttempt, withDeliveryAgain } from './delivery-again.ts'
import { type NeededStop, type RouteStop, type ShiftRoute, worksOf } from './route-stops.ts'
import { estimatedTravel } from './travel.ts'

const place = (lng: number) => ({ nimi: '', osoite1: `Katu ${lng}`, postinro: '15100', postitmp: 'Lahti', maa: 'FI', lat: 61, lng })
const stop = (id: string, tyyppi: RouteStop['tyyppi'], lng: number, ...lahetykset: string[]): RouteStop => ({
  ...{ ...place(lng), id, tyovuoro: 'v', tyyppi, jarjestys: -1, lukittu: false, kesto: 0, lahetykset, tuntituote: null },
})
const stops = [
  stop('a', 'nouto', 20, 'l1', 'l2'),
  stop('b', 'toimitus', 21, 'l0'),
  stop('c', 'tauko', 22),
  stop('d', 'toimitus', 23, 'l1'),
  stop('e', 'toimitus', 24, 'l2'),
]
const route: ShiftRoute = { shift: 'v', isLocked: false, stops, done: new Set(['a']) }
const needed: NeededStop = { type: 'toimitus', work: 'l1', place: place(23) }
const placing = { travel: estimatedTravel, newId: () => 'new' }
const idsOf = (found: ShiftRoute | null) => found?.stops.map(({ id }) => id)

test('the attempt stands behind the stops that are done, whatever the order of the plan, and is done', () => {
  const attempted = withAttempt(route, 'l1')
  expect(idsOf(attempted)).toEqual(['a', 'd', 'b', 'c', 'e'])
  expect([...attempted.done].sort()).toEqual(['a', 'd'])
  expect([...withAttempt({ ...route, done: new Set() }, 'l2').done]).toEqual(['e'])
  expect(idsOf(withAttempt({ ...route, done: new Set(['b', 'd']) }, 'l1'))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('the next visit comes where the route grows least behind the first stop with work that is left', () => {
  const attempted = withAttempt(route, 'l1')
  const again = withDeliveryAgain(attempted, needed, placing)
  // Between 22 and 24, and not at once before b, where it would be nearer.
  expect(idsOf(again)).toEqual(['a', 'd', 'b', 'c', 'new', 'e'])
  expect(again?.stops.map(worksOf)[4]).toEqual(['l1'])
  expect([...(again?.done ?? [])].sort()).toEqual(['a', 'd'])
  const near: NeededStop = { ...needed, place: place(20) }
  expect(idsOf(withDeliveryAgain(attempted, near, placing))).toEqual(['a', 'd', 'b', 'new', 'c', 'e'])
})

test('there is none without a stop with work that is left, or on a locked route', () => {
  const attempted = withAttempt(route, 'l1')
  expect(withDeliveryAgain({ ...attempted, isLocked: true }, needed, placing)).toBeNull()
  expect(withDeliveryAgain({ ...attempted, done: new Set(['a', 'b', 'd', 'e']) }, needed, placing)).toBeNull()
})
