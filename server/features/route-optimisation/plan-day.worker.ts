// Runs in a worker process: the search takes all of its time on one processor.
import type { DayPlan, DayPlanProblem } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import { planDay } from '#domain/features/route-optimisation/day-plan/plan-day.ts'
import { seededRandom } from '#domain/features/route-optimisation/seeded-random.ts'

export default ({ problem, milliseconds }: { problem: DayPlanProblem; milliseconds: number }): DayPlan => {
  const clock = (): number => performance.now()
  return planDay(problem, { deadline: clock() + milliseconds, clock, random: seededRandom(problem.shipments.length) })
}
