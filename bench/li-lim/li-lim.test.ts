import { expect, test } from 'vitest'
import { planDay } from '#domain/features/route-optimisation/day-plan/plan-day.ts'
import { brokenConstraints } from '#domain/testing/check-plan.ts'
import { seededRandom } from '#domain/values/seeded-random.ts'
import { bestKnown, readInstance } from './instances.ts'

const maxRounds = 500

// `npm run bench:day-plan` gives each of the six instances 30 s.
test.each(['lc101', 'lr201'])('%s is planned on the best known number of cars, at most 5 % longer', (name) => {
  const problem = readInstance(name)
  const plan = planDay(problem, { deadline: maxRounds, clock: () => 0, random: seededRandom(1), maxRounds })
  expect(brokenConstraints(problem, plan)).toEqual([])
  expect(plan.unassigned).toEqual([])
  expect(plan.routes.length).toBe(bestKnown[name]?.vehicles)
  expect(plan.drivingSeconds).toBeLessThan((bestKnown[name]?.distance ?? 0) * 1.05)
})
