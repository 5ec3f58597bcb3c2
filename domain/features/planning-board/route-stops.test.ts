import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type NeededStop,
  numbered,
  orderedBy,
  type RouteStop,
  type ShiftRoute,
  withoutWork,
  withStopsAt,
  withWork,
  worksOf,
} from './route-stops.ts'
import { estimatedTravel } from './travel.ts'

let made = 0
const placing = { travel: estimatedTravel, newId: () => `new${++made}` }
const place = (street: string, lng: number | null) => ({
  nimi: '',
  osoite1: street,
  postinro: '15100',
  postitmp: 'Lahti',
  maa: 'FI',
  lat: lng === null ? null : 61,
  lng,
})
const needed = (work: string, type: NeededStop['type'], lng: number | null, street = `${lng}`): NeededStop => ({
  work,
  type,
  place: place(street, lng),
})
const empty: ShiftRoute = { shift: 'v', isLocked: false, stops: [], done: new Set() }
const written = ({ stops }: ShiftRoute) => stops.map((stop) => `${stop.tyyppi} ${worksOf(stop).join('+')}`)
const shipment = (work: string, from: number | null, to: number | null) => [needed(work, 'nouto', from), needed(work, 'toimitus', to)]
const routeOf = (...works: NeededStop[][]) => works.reduce((route, stops) => withWork(route, stops, placing), empty)

describe('new stops', () => {
  test('come where the route grows least, a pickup before its delivery', () => {
    const route = routeOf(shipment('a', 20, 26), shipment('b', 22, 24))
    expect(written(route)).toEqual(['nouto a', 'nouto b', 'toimitus b', 'toimitus a'])
  })

  test('are shared by shipments at the same door, whatever its spelling', () => {
    const again = [needed('b', 'nouto', 20, ' 20 '), needed('b', 'toimitus', 23)]
    expect(written(routeOf(shipment('a', 20, 26), again))).toEqual(['nouto a+b', 'toimitus b', 'toimitus a'])
  })

  test('come last when their place is unknown, and in a locked route', () => {
    expect(written(routeOf(shipment('a', 20, 26), shipment('b', null, null)))).toEqual(['nouto a', 'toimitus a', 'nouto b', 'toimitus b'])
    const locked = { ...routeOf(shipment('a', 20, 26)), isLocked: true }
    expect(written(withWork(locked, shipment('b', 22, 24), placing))).toEqual(['nouto a', 'toimitus a', 'nouto b', 'toimitus b'])
  })

  test('never come before what is done, nor a delivery before the pickup that is there already', () => {
    const route = routeOf(shipment('a', 20, 26))
    const done = { ...route, done: new Set([route.stops[0]?.id ?? '']) }
    expect(written(withWork(done, shipment('b', 20, 26), placing))).toEqual(['nouto a', 'nouto b', 'toimitus a+b'])
    const half = withoutWork(route, 'a', ['toimitus'])
    expect(written(withWork(half, [needed('a', 'toimitus', 10)], placing))).toEqual(['nouto a', 'toimitus a'])
  })
})

test('a stop without work goes, unless it is done', () => {
  const route = routeOf(shipment('a', 20, 26), [needed('b', 'nouto', 20, '20'), needed('b', 'toimitus', 23)])
  expect(written(withoutWork(route, 'a', ['nouto', 'toimitus']))).toEqual(['nouto b', 'toimitus b'])
  const done = { ...route, done: new Set([route.stops[0]?.id ?? '']) }
  expect(written(withoutWork(done, 'a', ['nouto', 'toimitus']))).toEqual(['nouto a+b', 'toimitus b'])
})

test('stops are moved before another one, or to the end', () => {
  const route = routeOf(shipment('a', 20, 26), shipment('b', 22, 24))
  const [first, second, third] = route.stops as [RouteStop, RouteStop, RouteStop]
  expect(written(withStopsAt(route, [third], first.id))).toEqual(['toimitus b', 'nouto a', 'nouto b', 'toimitus a'])
  expect(written(withStopsAt(route, [first, second], null))).toEqual(['toimitus b', 'toimitus a', 'nouto a', 'nouto b'])
  // Before itself: it stays.
  expect(written(withStopsAt(route, [second], second.id))).toEqual(written(route))
})

test('a door that a car comes to twice has two stops, with its share of the minutes each; breaks stay behind the first one', () => {
  const shared = routeOf(shipment('a', 20, 26), shipment('b', 20, 24), shipment('c', 20, 26))
  const rest = { ...(shared.stops[0] as RouteStop), id: 'rest', tyyppi: 'tauko' as const, lahetykset: [], kesto: 30 }
  const [pickup, ...others] = shared.stops.map((stop) => (stop.tyyppi === 'nouto' ? { ...stop, kesto: 30 } : stop)) as [RouteStop]
  const route = { ...shared, stops: [pickup, rest, ...others] }
  const order = ['nouto a', 'nouto c', 'toimitus a', 'nouto b', 'toimitus b', 'toimitus c'].map((text) => {
    const [type, work] = text.split(' ') as ['nouto' | 'toimitus', string]
    return { type, work }
  })
  const planned = orderedBy(route, order, placing.newId)
  expect(written(planned)).toEqual(['nouto a+c', 'tauko ', 'toimitus a', 'nouto b', 'toimitus b', 'toimitus c'])
  expect(planned.stops.filter(({ tyyppi }) => tyyppi === 'nouto').map(({ kesto }) => kesto)).toEqual([20, 10])
  expect(new Set(planned.stops.map(({ id }) => id)).size).toBe(6)
})

test('numbers ascend, and a stop that fits between two others changes neither', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 50 }), { nil: -1 }), { maxLength: 30 }), (numbers) => {
      const stops = numbers.map((jarjestys, index) => ({ ...(empty.stops[0] as unknown as RouteStop), id: `${index}`, jarjestys }))
      const result = numbered(stops).map(({ jarjestys }) => jarjestys)
      for (const [index, number] of result.entries()) expect(number).toBeGreaterThan(result[index - 1] ?? 0)
    }),
  )
  const at = (...numbers: number[]) => numbered(numbers.map((jarjestys) => ({ jarjestys }) as RouteStop)).map(({ jarjestys }) => jarjestys)
  expect(at(1000, -1, 2000)).toEqual([1000, 1500, 2000])
  expect(at(1000, 1001, -1)).toEqual([1000, 1001, 2001])
  expect(at(1000, -1, 1001)).toEqual([1000, 2000, 3000])
})

test('any sequence of assignments keeps each pickup before its delivery, and every end once', () => {
  const action = fc.record({
    work: fc.constantFrom('a', 'b', 'c', 'd'),
    from: fc.integer({ min: 20, max: 24 }),
    to: fc.integer({ min: 20, max: 24 }),
  })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
      let route = empty
      const there = new Set<string>()
      for (const { work, from, to } of actions) {
        route = withWork(withoutWork(route, work, ['nouto', 'toimitus']), shipment(work, from, to), placing)
        there.add(work)
      }
      for (const work of there) {
        const positions = (type: string) =>
          route.stops.flatMap((stop, index) => (stop.tyyppi === type && worksOf(stop).includes(work) ? [index] : []))
        const [[pickup = -1, ...more], [delivery = -1, ...others]] = [positions('nouto'), positions('toimitus')]
        expect([more, others]).toEqual([[], []])
        expect(pickup).toBeLessThan(delivery)
        expect(pickup).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
