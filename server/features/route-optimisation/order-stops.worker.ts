// Runs in a worker process: the search takes all of its time on one processor.
import { orderStops, type RouteProblem } from '#domain/features/route-optimisation/order-stops.ts'
import { seededRandom } from '#domain/values/seeded-random.ts'

export default ({ problem, milliseconds }: { problem: RouteProblem; milliseconds: number }): number[] =>
  orderStops(problem, { milliseconds, clock: () => performance.now(), random: seededRandom(problem.stops.length) })
