// Runs in a worker process: the matrix and the search take all of its time on one processor.
import {
  overfullShifts,
  type ProposalInput,
  placesOf,
  problemOf,
  withoutShifts,
} from '#domain/features/planning-board/proposal/day-proposal.ts'
import type { DayPlan, OrderedRoute } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import { planDay } from '#domain/features/route-optimisation/day-plan/plan-day.ts'
import { timePlan } from '#domain/features/route-optimisation/day-plan/time-plan.ts'
import { seededRandom } from '#domain/values/seeded-random.ts'

type Task = {
  input: ProposalInput
  /** Seconds of driving between the places; null: estimates. */
  seconds?: Float64Array | null
  /** The plan of a service: it is taken when it breaks no constraint. */
  ordered?: readonly OrderedRoute[] | null
  /** When the search ends, in milliseconds of the wall clock: waiting for a worker and starting it count. */
  deadline: number
  /** When a second search ends at the latest; missing: at the deadline. */
  latest?: number
}
/** `skipped`: the shifts that are left as they are; the plan is of the input without them (`withoutShifts`). */
type Planned = DayPlan & { isTaken: boolean; skipped: string[] }

/** Milliseconds of search that a plan gets at least. */
const leastSearch = 300

/** Plans the day. A shift that cannot do all that it has stays as it is and gets nothing more: the others are planned again without it. */
export default ({ input, seconds = null, ordered = null, deadline, latest = deadline }: Task): Planned => {
  const points = placesOf(input)
  const search = (of: ProposalInput, until: number): DayPlan => {
    const clock = (): number => performance.now()
    const problem = problemOf(of, seconds, points)
    const milliseconds = Math.max(leastSearch, until - Date.now())
    return planDay(problem, { deadline: clock() + milliseconds, clock, random: seededRandom(problem.shipments.length) })
  }
  const begun = Date.now()
  const given = ordered && timePlan(problemOf(input, seconds, points), ordered)
  const first = given ?? search(input, deadline)
  const overfull = overfullShifts(input, first)
  if (overfull.size === 0) return { ...first, isTaken: given !== null, skipped: [] }
  const rest = withoutShifts(input, overfull)
  const second = search(rest, Math.min(latest, 2 * Date.now() - begun))
  // What fitted in the first search may fit nowhere in the second one.
  const full = overfullShifts(rest, second)
  const routes = second.routes.filter(({ shift }) => !full.has(rest.shifts[shift]?.id ?? ''))
  return { ...second, routes, isTaken: false, skipped: [...overfull] }
}
