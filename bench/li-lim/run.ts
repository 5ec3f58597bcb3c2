// `npm run bench:day-plan`: Li & Lim's instances in a worker process, 30 s each, beside the best known number of cars and distance.

import type planInWorker from '../../server/features/route-optimisation/plan-day.worker.ts'
import { openWorkerPool } from '../../server/platform/workers/worker-pool.ts'
import { bestKnown, readInstance } from './instances.ts'

const program = new URL('../../server/features/route-optimisation/plan-day.worker.ts', import.meta.url)
const seconds = Number(process.argv[2] ?? 30)
const workers = openWorkerPool({ warn: console.warn }, { maxWorkers: 1 })
for (const [name, best] of Object.entries(bestKnown)) {
  const input = { problem: readInstance(name), milliseconds: seconds * 1000 }
  const { routes, drivingSeconds, unassigned } = await workers.run<typeof planInWorker>(program, input, {
    timeoutSeconds: 2 * seconds + 20,
  })
  const longer = ((drivingSeconds / best.distance - 1) * 100).toFixed(2)
  console.log(
    `${name}: ${routes.length} cars (best known ${best.vehicles}), ${drivingSeconds.toFixed(2)} (${longer} %), ${unassigned.length} unassigned`,
  )
}
await workers.close()
