// `npm run bench:day-plan`: Li & Lim's instances for 30 s each, against the best known number of cars and distance.
import { planDay } from '../domain/features/route-optimisation/day-plan/plan-day.ts'
import { seededRandom } from '../domain/features/route-optimisation/seeded-random.ts'
import { bestKnown, readInstance } from './li-lim/instances.ts'

const seconds = Number(process.argv[2] ?? 30)
const only = process.argv[3]
for (const [name, best] of Object.entries(bestKnown)) {
  if (only && !name.includes(only)) continue
  const clock = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const plan = planDay(readInstance(name), { deadline: clock() + seconds * 1000, clock, random: seededRandom(1) })
  const gap = (plan.drivingSeconds / best.distance - 1) * 100
  console.log(
    `${name}: ${plan.routes.length} cars (best known ${best.vehicles}), ${plan.drivingSeconds.toFixed(2)} (${gap.toFixed(2)} %), ${plan.unassigned.length} unassigned`,
  )
}
