// `npm run bench:day-plan`: plans Li & Lim's instances, prints a table, and keeps it for docs/benchmarks.md. Exits with 1 when a plan breaks a
// constraint, or when fewer than four reach the aim.
import { parseArgs } from 'node:util'
import { planDay } from '../../domain/features/route-optimisation/day-plan/plan-day.ts'
import { brokenConstraints } from '../../domain/testing/check-plan.ts'
import { seededRandom } from '../../domain/values/seeded-random.ts'
import { instancesBreaches, instancesTable, keepDayPlans, type PlannedInstance, reachedInstances } from '../report/day-plans.ts'
import { bestKnown, readInstance } from './instances.ts'

const usual = 30
const usage = `npm run bench:day-plan -- [--seconds ${usual}]   of search for each instance; only a run of ${usual} s is kept`
const clock = (): number => performance.now()

function planInstance(name: string, seconds: number): PlannedInstance {
  const problem = readInstance(name)
  const plan = planDay(problem, { deadline: clock() + seconds * 1000, clock, random: seededRandom(1) })
  const faults = brokenConstraints(problem, plan)
  for (const fault of faults) console.error(`${name}: ${fault}`)
  const distance = Math.round(plan.drivingSeconds * 100) / 100
  return { cars: plan.routes.length, distance, unassigned: plan.unassigned.length, broken: faults.length }
}

function main(seconds: number): void {
  const plans = Object.fromEntries(Object.keys(bestKnown).map((name) => [name, planInstance(name, seconds)]))
  const found = { seconds, plans }
  if (seconds === usual) keepDayPlans('instances', found)
  console.log(`${seconds} s each\n\n${instancesTable(found)}\n`)
  console.log(
    `${reachedInstances(plans).length} of ${Object.keys(plans).length} with the best known number of cars and at most 5 % more distance.`,
  )
  const breaches = instancesBreaches(found)
  for (const line of breaches) console.log(`MISSED: ${line}`)
  if (breaches.length > 0) process.exitCode = 1
}

const options = { seconds: { type: 'string', default: String(usual) }, help: { type: 'boolean', default: false } } as const
const { values } = parseArgs({ options })
if (values.help) console.log(usage)
else main(Number(values.seconds))
