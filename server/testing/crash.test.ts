import { expect, test } from 'vitest'
import { slowness } from '../../tools/machine-pace.ts'
import { crashDrill } from './crash-drill.ts'

const rounds = 10

test(`${rounds} times killed with -9, every acknowledged order is stored once, and no order in part`, { timeout: 600_000 }, async () => {
  const before = slowness()
  const figures = await crashDrill({ rounds, seed: 1, say: (line) => console.log(line) })
  expect(figures.kills.server + figures.kills.postgres + figures.kills.both).toBe(rounds)
  expect(figures.orders).toBeGreaterThanOrEqual(rounds)
  // Ready again within three seconds. Only nine restarts in ten must be, as other tests share the machine, and the limit is scaled
  // for a slower or busier machine.
  expect(figures.restartSeconds[Math.ceil(rounds * 0.9) - 1]).toBeLessThanOrEqual(3 * Math.max(before, slowness()))
  console.log(figures)
})
