import { expect, test } from 'vitest'
import { crashDrill, type KillPlan } from './crash-drill.ts'

/** `npm run soak` kills at random moments, a hundred times, and limits the time of a restart. */
const kills: readonly KillPlan[] = [
  { target: 'server', on: 'sent', after: 9, loopTurns: 12 },
  { target: 'postgres', on: 'acknowledged', after: 10, loopTurns: 0 },
  { target: 'both', on: 'acknowledged', after: 11, loopTurns: 3 },
]

test('killed with -9, every acknowledged order is stored once, and no order in part', { timeout: 600_000 }, async () => {
  const figures = await crashDrill({ kills, seed: 1, say: (line) => console.log(line) })
  expect(figures.kills).toEqual({ server: 1, postgres: 1, both: 1 })
  expect(figures.orders).toBeGreaterThanOrEqual(20)
  console.log(figures)
})
