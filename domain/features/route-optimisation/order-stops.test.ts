import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../values/seeded-random.ts'
import { orderStops, type RouteProblem, type TourStop } from './order-stops.ts'
import { costOf } from './tour/tour.ts'

const limits = { milliseconds: 10_000, clock: () => 0, random: seededRandom(1), maxKicks: 3000 }
const free = { isLocked: false, opens: null, closes: null, serviceSeconds: 0 }

/** Seconds of the route, and of its lateness; infinite over a missing road. */
function measure({ travel, stops, start, end, departure }: RouteProblem, order: readonly number[]) {
  let [time, late, at] = [departure, 0, start]
  for (const index of order) {
    const stop = stops[index] as TourStop
    time += at === null ? 0 : costOf(travel, at, stop.place)
    time = Math.max(time, stop.opens ?? time)
    late += Math.max(0, time - (stop.closes ?? time))
    time += stop.serviceSeconds
    at = stop.place
  }
  if (at !== null && end !== null) time += costOf(travel, at, end)
  return { seconds: time - departure, late }
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}

const seconds = fc.integer({ min: 0, max: 5000 })
const problem = (maxStops: number, cost: fc.Arbitrary<number>, stop: fc.Arbitrary<Partial<TourStop>> = fc.constant({})) =>
  fc.integer({ min: 0, max: maxStops }).chain((count) =>
    fc.record({
      travel: fc
        .array(cost, { minLength: (count + 2) ** 2, maxLength: (count + 2) ** 2 })
        .map((costs) => ({ size: count + 2, costs: Float64Array.from(costs) })),
      stops: fc.array(stop, { minLength: count, maxLength: count }).map((stops) => stops.map((one, place) => ({ ...free, ...one, place }))),
      start: fc.constantFrom(null, count),
      end: fc.constantFrom(null, count, count + 1),
      departure: fc.constant(1000),
    }),
  )

test('up to six stops are in the best order, whatever the start, the end and the directions cost', () => {
  fc.assert(
    fc.property(problem(6, seconds), (given) => {
      const found = orderStops(given, limits)
      const best = Math.min(...permutations(given.stops.map((_, index) => index)).map((order) => measure(given, order).seconds))
      expect(measure(given, found).seconds).toBe(best)
    }),
    { numRuns: 150 },
  )
})

const bound = fc.record({
  isLocked: fc.boolean(),
  opens: fc.option(fc.integer({ min: 0, max: 10_000 }), { freq: 2 }),
  closes: fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 2 }),
  serviceSeconds: fc.integer({ min: 0, max: 900 }),
})

test('with time windows and locked stops, five stops are in the best order that leaves the locked ones in place', () => {
  const weighted = (given: RouteProblem, order: readonly number[]) => {
    const { seconds, late } = measure(given, order)
    return seconds + 20 * late
  }
  fc.assert(
    fc.property(problem(5, seconds, bound), (given) => {
      const found = orderStops(given, limits)
      const isAllowed = (order: readonly number[]) =>
        order.every((index, position) => index === position || !given.stops[position]?.isLocked)
      expect(isAllowed(found)).toBe(true)
      const allowed = permutations(given.stops.map((_, index) => index)).filter(isAllowed)
      expect(weighted(given, found)).toBe(Math.min(...allowed.map((order) => weighted(given, order))))
    }),
    { numRuns: 100 },
  )
})

test('the answer is always a permutation, never slower than the given order, and the same for the same seed', () => {
  const cost = fc.oneof(seconds, fc.constant(0), fc.constant(Number.POSITIVE_INFINITY))
  fc.assert(
    fc.property(problem(40, cost, fc.oneof(fc.constant({}), bound)), (given) => {
      const few = { ...limits, maxKicks: 100 }
      const order = orderStops(given, { ...few, random: seededRandom(7) })
      expect([...order].sort((a, b) => a - b)).toEqual(given.stops.map((_, index) => index))
      expect(orderStops(given, { ...few, random: seededRandom(7) })).toEqual(order)
    }),
    { numRuns: 60 },
  )
})

test('an order that is shorter than what is found is kept', () => {
  fc.assert(
    fc.property(problem(40, seconds), (given) => {
      const short = orderStops(given, { ...limits, maxKicks: 300 })
      const inShortOrder = { ...given, stops: short.flatMap((index) => given.stops[index] ?? []) }
      const again = orderStops(inShortOrder, { ...limits, maxKicks: 0 })
      expect(measure(inShortOrder, again).seconds).toBeLessThanOrEqual(measure(given, short).seconds)
    }),
    { numRuns: 60 },
  )
})

test('nothing is searched for when at most one stop may move', () => {
  const never = () => {
    throw new Error('The search was begun.')
  }
  const travel = { size: 3, costs: new Float64Array(9).fill(1) }
  const stops = [true, false, true].map((isLocked, place) => ({ ...free, isLocked, place }))
  const unsearchable = { milliseconds: 1, clock: never, random: never }
  expect(orderStops({ travel, stops, start: null, end: null, departure: 0 }, unsearchable)).toEqual([0, 1, 2])
})

test('a missing road is avoided among roads that take no time', () => {
  const none = Number.POSITIVE_INFINITY
  // From the start, place 2, first to 1: no road leads from 0 to 1.
  const costs = Float64Array.of(0, none, 0, 0, 0, 0, 0, 0, 0)
  const stops = [0, 1].map((place) => ({ ...free, place }))
  expect(orderStops({ travel: { size: 3, costs }, stops, start: 2, end: null, departure: 0 }, limits)).toEqual([1, 0])
})

test('a missing road is avoided where another order avoids it', () => {
  const none = Number.POSITIVE_INFINITY
  // Places 0 to 2 are stops, 3 is the start: 0 → 1 → 2 is the only way.
  const costs = Float64Array.of(0, 9, none, 9, none, 0, 9, 9, none, none, 0, 9, 9, 1, 1, 0)
  const stops = [2, 1, 0].map((place) => ({ ...free, place }))
  expect(orderStops({ travel: { size: 4, costs }, stops, start: 3, end: null, departure: 0 }, limits)).toEqual([2, 1, 0])
})

test('equal places stay in the given order', () => {
  const stops = Array.from({ length: 200 }, () => ({ ...free, place: 0 }))
  const order = orderStops({ travel: { size: 1, costs: new Float64Array(1) }, stops, start: 0, end: 0, departure: 0 }, limits)
  expect(order).toEqual(stops.map((_, index) => index))
})

test('the search ends in time', () => {
  let now = 0
  const clock = () => (now += 1)
  const stops = Array.from({ length: 30 }, (_, place) => ({ ...free, place, isLocked: place === 4 }))
  const travel = { size: 30, costs: Float64Array.from({ length: 900 }, seededRandom(3)) }
  orderStops({ travel, stops, start: null, end: null, departure: 0 }, { milliseconds: 20, clock, random: seededRandom(1) })
  expect(now).toBeLessThan(40)
})
