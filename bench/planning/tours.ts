// How near to the optimum the order of stops is after 100 ms on the usual machine: `node bench/planning/tours.ts`, or as a part of the whole run.
import { orderStops } from '../../domain/features/route-optimisation/order-stops.ts'
import { costOf, matrixOf } from '../../domain/features/route-optimisation/tour/tour.ts'
import { seededRandom } from '../../domain/values/seeded-random.ts'
import published from '../../server/testing/tours/published-tours.json' with { type: 'json' }

/** Per cent above the optimum of published tours of 50 to 200 points. */
export type TourFigures = { average: number; worst: number }

export function measureTours(slowness: number): TourFigures {
  const gaps = published.tours.map(({ points, optimum }) => {
    const travel = matrixOf(points.length, (a, b) => {
      const [[x = 0, y = 0] = [], [toX = 0, toY = 0] = []] = [points[a], points[b]]
      return Math.round(Math.hypot(x - toX, y - toY))
    })
    const free = { isLocked: false, opens: null, closes: null, serviceSeconds: 0 }
    const stops = points.slice(1).map((_, index) => ({ ...free, place: index + 1 }))
    const limits = { milliseconds: 100 * slowness, clock: () => performance.now(), random: seededRandom(1) }
    const order = orderStops({ travel, stops, start: 0, end: 0, departure: 0 }, limits)
    const places = [0, ...order.map((index) => index + 1), 0]
    const length = places.slice(1).reduce((sum, place, index) => sum + costOf(travel, places[index] ?? 0, place), 0)
    return (length / optimum - 1) * 100
  })
  return { average: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length, worst: Math.max(...gaps) }
}

if (import.meta.main) console.log(measureTours(1))
