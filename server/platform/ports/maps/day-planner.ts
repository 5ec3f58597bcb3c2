import type { DayPlanProblem, OrderedRoute } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import type { AnswerLimits } from './roads.ts'

/** A service that plans a day. Throws RoadsFailed when it does not answer in time, or answers with a fault. Its answer may break constraints. */
export type DayPlanner = {
  name: string
  plan: (problem: DayPlanProblem, limits?: AnswerLimits) => Promise<OrderedRoute[]>
}
