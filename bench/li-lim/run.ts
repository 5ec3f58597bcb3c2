// `npm run bench:day-plan`: plans Li & Lim's instances. Exits with 1 when fewer than four reach the target.
import { parseArgs } from 'node:util'
import { planDay } from '../../domain/features/route-optimisation/day-plan/plan-day.ts'
import { seededRandom } from '../../domain/values/seeded-random.ts'
import { bestKnown, readInstance } from './instances.ts'

const usage = 'npm run bench:day-plan -- [--seconds 30]   of search for each instance'
/** The best known number of cars, and at most so much more distance. */
const target = { instances: 4, longer: 1.05 }
const clock = (): number => performance.now()

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } } })
if (values.help) console.log(usage)
else process.exitCode = planAll(Number(values.seconds)) >= target.instances ? 0 : 1

/** Returns how many instances reach the target. */
function planAll(seconds: number): number {
  let reached = 0
  for (const [name, best] of Object.entries(bestKnown)) {
    const limits = { deadline: clock() + seconds * 1000, clock, random: seededRandom(1) }
    const { routes, drivingSeconds, unassigned } = planDay(readInstance(name), limits)
    const share = drivingSeconds / best.distance
    if (unassigned.length === 0 && routes.length <= best.vehicles && share <= target.longer) reached++
    const length = `${drivingSeconds.toFixed(2)} (${((share - 1) * 100).toFixed(2)} %)`
    console.log(`${name}: ${routes.length} cars (best known ${best.vehicles}), ${length}, ${unassigned.length} unassigned`)
  }
  return reached
}
