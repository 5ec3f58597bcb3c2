// `npm run bench:day-plan`: plans Li & Lim's instances, and prints a table in the form of docs/benchmarks.md. Exits with 1 when a plan breaks a
// constraint, or when fewer than four reach the target.
import { parseArgs } from 'node:util'
import { planDay } from '../../domain/features/route-optimisation/day-plan/plan-day.ts'
import { brokenConstraints } from '../../domain/testing/check-plan.ts'
import { seededRandom } from '../../domain/values/seeded-random.ts'
import { bestKnown, readInstance } from './instances.ts'

const usage = 'npm run bench:day-plan -- [--seconds 30]   of search for each instance'
/** The best known number of cars, and at most so much more distance. */
const target = { instances: 4, longer: 1.05 }
const clock = (): number => performance.now()

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } } })
if (values.help) console.log(usage)
else process.exitCode = planAll(Number(values.seconds)) ? 0 : 1

/** Whether no plan breaks a constraint and enough instances reach the target. */
function planAll(seconds: number): boolean {
  console.log(`| instance, ${seconds} s each | cars | best known | distance | best known | longer | constraints broken |`)
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  let [reached, broken] = [0, 0]
  for (const [name, best] of Object.entries(bestKnown)) {
    const problem = readInstance(name)
    const plan = planDay(problem, { deadline: clock() + seconds * 1000, clock, random: seededRandom(1) })
    const faults = brokenConstraints(problem, plan)
    for (const fault of faults) console.error(`${name}: ${fault}`)
    const { routes, drivingSeconds, unassigned } = plan
    const share = drivingSeconds / best.distance
    if (faults.length > 0) broken++
    else if (unassigned.length === 0 && routes.length <= best.vehicles && share <= target.longer) reached++
    const cells = [
      routes.length,
      best.vehicles,
      drivingSeconds.toFixed(2),
      best.distance,
      `${((share - 1) * 100).toFixed(2)} %`,
      faults.length,
    ]
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
  console.log(`\n${reached} of ${Object.keys(bestKnown).length} with the best known number of cars and at most 5 % more distance.`)
  return broken === 0 && reached >= target.instances
}
