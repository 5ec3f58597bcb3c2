// Runs in a worker process: the matrix and the search take all of its time on one processor.
import { type ProposalInput, problemOf } from '#domain/features/planning-board/day-proposal.ts'
import type { DayPlan } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import { planDay } from '#domain/features/route-optimisation/day-plan/plan-day.ts'
import { seededRandom } from '#domain/values/seeded-random.ts'

export default ({ input, milliseconds }: { input: ProposalInput; milliseconds: number }): DayPlan => {
  const clock = (): number => performance.now()
  const problem = problemOf(input)
  return planDay(problem, { deadline: clock() + milliseconds, clock, random: seededRandom(problem.shipments.length) })
}
