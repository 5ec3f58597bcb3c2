import { expect, test } from 'vitest'
import { maxProposedWorks, ordersOf, type ProposalInput, problemOf } from '#domain/features/planning-board/proposal/day-proposal.ts'
import { brokenConstraints } from '#domain/testing/check-plan.ts'
import { openWorkerPool } from '#server/platform/workers/worker-pool.ts'
import type planInWorker from './plan-day.worker.ts'

const program = new URL('./plan-day.worker.ts', import.meta.url)
const day = 1_795_039_200
const anyTime = { start: 0, end: 0 }

/** Work around Lahti; every fourth starts at the same door. */
const input = (works: number, shifts: number): ProposalInput => ({
  day,
  shifts: Array.from({ length: shifts }, (_, index) => ({
    ...{ id: `s${index}`, begins: day + 6 * 3600, ends: day + 16 * 3600, from: null, to: null, maxKg: 9000, maxPallets: 18 },
    ...{ onDutySince: day + 6 * 3600, previousEnd: null, driven: 0, drivenSinceBreak: 0 },
  })),
  works: Array.from({ length: works }, (_, index) => ({
    ...{ id: `w${index}`, kg: 50, pallets: 0.5, shift: index % 10 === 0 ? 's0' : null, current: index % 10 === 0 ? 's0' : null },
    ends: [
      { type: 'nouto', point: { lat: 61 + (index % 4 === 0 ? 0 : (index % 7) / 100), lng: 25.6 }, minutes: 5, window: anyTime },
      { type: 'toimitus', point: { lat: 61 + (index % 13) / 50, lng: 25.6 + (index % 11) / 50 }, minutes: 5, window: anyTime },
    ],
  })),
})

test('a worker process plans the day within its time, and work that is bound to a shift stays on it', async () => {
  const workers = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1 })
  try {
    const given = input(40, 3)
    const plan = await workers.run<typeof planInWorker>(program, { input: given, deadline: Date.now() + 2000 }, { timeoutSeconds: 60 })
    expect(brokenConstraints(problemOf(given), plan)).toEqual([])
    const bound = given.works.filter(({ shift }) => shift === 's0').map(({ id }) => id)
    for (const { shift, order } of ordersOf(given, plan))
      if (shift !== 's0') expect(order.map(({ work }) => work).filter((id) => bound.includes(id))).toEqual([])
  } finally {
    await workers.close()
  }
})

test('the largest proposal fits into a worker process', { timeout: 120_000 }, async () => {
  const workers = openWorkerPool({ warn: () => undefined }, { maxWorkers: 1 })
  try {
    const given = input(maxProposedWorks, 30)
    const plan = await workers.run<typeof planInWorker>(program, { input: given, deadline: Date.now() + 2000 }, { timeoutSeconds: 100 })
    expect(plan.routes.length).toBeGreaterThan(0)
  } finally {
    await workers.close()
  }
})

test('equal places share their row of the matrix', () => {
  const { travel } = problemOf(input(100, 1))
  expect(travel.size).toBeLessThan(200)
})
