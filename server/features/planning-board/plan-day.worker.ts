// Runs in a worker process: the matrix and the search take all of its time on one processor.
import { type ProposalInput, problemOf } from '#domain/features/planning-board/day-proposal.ts'
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
}

/** Milliseconds of search that a plan gets at least. */
const leastSearch = 300

export default ({ input, seconds = null, ordered = null, deadline }: Task): DayPlan & { isTaken: boolean } => {
  const clock = (): number => performance.now()
  const problem = problemOf(input, seconds)
  const plan = ordered && timePlan(problem, ordered)
  if (plan) return { ...plan, isTaken: true }
  const milliseconds = Math.max(leastSearch, deadline - Date.now())
  const own = planDay(problem, { deadline: clock() + milliseconds, clock, random: seededRandom(problem.shipments.length) })
  return { ...own, isTaken: false }
}
