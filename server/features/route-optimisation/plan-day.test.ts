import { expect, test } from 'vitest'
import { drivingRules } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import { brokenConstraints } from '#domain/testing/check-plan.ts'
import { openWorkerPool } from '#server/platform/workers/worker-pool.ts'
import type planInWorker from './plan-day.worker.ts'

const program = new URL('./plan-day.worker.ts', import.meta.url)
const stop = (place: number) => ({ place, opens: null, closes: null, serviceSeconds: 300 })

test('a worker process plans the day within its time', async () => {
  const workers = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1 })
  try {
    const size = 12
    const problem = {
      travel: {
        size,
        costs: Float64Array.from({ length: size * size }, (_, index) => 600 * Math.abs(Math.floor(index / size) - (index % size))),
      },
      shipments: Array.from({ length: 20 }, (_, index) => ({
        pickup: stop(0),
        delivery: stop(1 + (index % 11)),
        kilograms: 100,
        pallets: 1,
      })),
      shifts: Array.from({ length: 3 }, () => ({ start: 0, end: 0, begins: 0, ends: 36_000, maxKilograms: 3000, maxPallets: 10 })),
      rules: drivingRules,
      carCost: 1800,
    }
    const plan = await workers.run<typeof planInWorker>(program, { problem, milliseconds: 300 }, { timeoutSeconds: 60 })
    expect(brokenConstraints(problem, plan)).toEqual([])
    expect(plan.unassigned).toEqual([])
  } finally {
    await workers.close()
  }
})
