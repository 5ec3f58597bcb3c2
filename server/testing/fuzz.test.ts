import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'
import { type House, startHouse } from './house.ts'

/** `npm run soak` asks 20 000, of a seed of its own. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 1200)
// Other requests each day; a failure names the seed that it had.
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000))

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.close())

test('whatever is asked, the answer is one that was described, soon, and of nobody else', { timeout: 60_000 + requests * 50 }, async () => {
  const figures = await fuzz(house, { requests, seed })
  if (process.env.FUZZ_REQUESTS) console.log(figures)
  // As many for each caller: a few more than asked for.
  expect(figures.requests).toBeGreaterThanOrEqual(requests)
  expect(figures.unasked).toEqual([])
  // Else the requests would be too wild to get past the door.
  expect(figures.byStatus['200'] ?? 0).toBeGreaterThan(requests / 40)
  expect(figures.byStatus['422'] ?? 0).toBeGreaterThan(requests / 60)
})
