import { expect, test } from 'vitest'
import { countingClock } from '../../testing/counting-clock.ts'
import { estimateRoad } from '../../values/place/distance.ts'
import { seededRandom } from '../../values/seeded-random.ts'
import { orderStops, type RouteProblem, type TourStop } from './order-stops.ts'
import { type RouteTimes, routeTimes } from './route-times.ts'

/** Looks at the clock, one for every 64 moves, after which a search ends. */
const looks = 100
const halfWindow = 30 * 60

function timesOf({ travel: { size, costs }, stops, departure }: RouteProblem, order: readonly number[]): RouteTimes[] {
  const places = [stops.length, ...order]
  const legs = order.map((stop, index) => costs[(places[index] ?? 0) * size + stop] ?? 0)
  return routeTimes(
    departure,
    order.flatMap((index) => stops[index] ?? []),
    legs,
  )
}

/** Stops around Tampere in a random order, two of three with a window of an hour around the moment at which that order reaches them. */
function hiddenRoute(count: number, seed: number): { problem: RouteProblem; hidden: number[] } {
  const random = seededRandom(seed)
  const points = Array.from({ length: count + 1 }, () => ({ lat: 61.3 + random() * 0.5, lng: 23.3 + random() }))
  const costs = Float64Array.from({ length: (count + 1) ** 2 }, (_, cell) => {
    const [from, to] = [points[Math.floor(cell / (count + 1))], points[cell % (count + 1)]]
    return from && to ? estimateRoad(from, to).seconds : 0
  })
  const free: TourStop[] = points.slice(1).map((_, place) => ({ place, isLocked: false, opens: null, closes: null, serviceSeconds: 600 }))
  const problem = { travel: { size: count + 1, costs }, stops: free, start: count, end: null, departure: 1_795_000_000 }
  const hidden = free.map((_, index) => index).sort(() => random() - 0.5)
  const times = timesOf(problem, hidden)
  const stops = free.map((stop, index) => {
    const at = times[hidden.indexOf(index)]?.arrival ?? 0
    return random() < 2 / 3 ? { ...stop, opens: at - halfWindow, closes: at + halfWindow } : stop
  })
  return { problem: { ...problem, stops }, hidden }
}

test.each([10, 20, 30, 40])(
  'with windows that some order of %i stops keeps, an order without lateness is found that takes no longer',
  (count) => {
    for (let seed = 1; seed <= 2; seed++) {
      const { problem, hidden } = hiddenRoute(count, seed * 100 + count)
      const found = orderStops(problem, { milliseconds: looks, clock: countingClock(), random: seededRandom(seed) })
      const end = (order: readonly number[]): number => timesOf(problem, order).at(-1)?.departure ?? 0
      expect(timesOf(problem, hidden).some(({ late }) => late > 0)).toBe(false)
      expect(timesOf(problem, found).filter(({ late }) => late > 0)).toEqual([])
      expect(end(found)).toBeLessThanOrEqual(end(hidden))
    }
  },
)
