// `npm run bench:day-plan`: plans Li & Lim's instances in a worker process. Exits with 1 when fewer than four reach the target.
import { parseArgs } from 'node:util'
import type planInWorker from '../../server/features/route-optimisation/plan-day.worker.ts'
import { openWorkerPool } from '../../server/platform/workers/worker-pool.ts'
import { bestKnown, readInstance } from './instances.ts'

const usage = 'npm run bench:day-plan -- [--seconds 30]   of search for each instance'
/** The best known number of cars, and at most so much more distance. */
const target = { instances: 4, longer: 1.05 }
const program = new URL('../../server/features/route-optimisation/plan-day.worker.ts', import.meta.url)

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } } })
if (values.help) console.log(usage)
else process.exitCode = (await planAll(Number(values.seconds))) >= target.instances ? 0 : 1

/** Returns how many instances reach the target. */
async function planAll(seconds: number): Promise<number> {
  const workers = openWorkerPool({ warn: console.warn }, { maxWorkers: 1 })
  let reached = 0
  for (const [name, best] of Object.entries(bestKnown)) {
    const input = { problem: readInstance(name), milliseconds: seconds * 1000 }
    const timeoutSeconds = 2 * seconds + 20
    const { routes, drivingSeconds, unassigned } = await workers.run<typeof planInWorker>(program, input, { timeoutSeconds })
    const share = drivingSeconds / best.distance
    if (unassigned.length === 0 && routes.length <= best.vehicles && share <= target.longer) reached++
    const length = `${drivingSeconds.toFixed(2)} (${((share - 1) * 100).toFixed(2)} %)`
    console.log(`${name}: ${routes.length} cars (best known ${best.vehicles}), ${length}, ${unassigned.length} unassigned`)
  }
  await workers.close()
  return reached
}
