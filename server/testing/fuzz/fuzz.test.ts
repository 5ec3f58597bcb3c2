import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { fuzz } from './fuzz.ts'

/** `npm run soak` asks 20 000, of a seed of its own. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 1200)
// The same requests in every run: what has passed passes again, on any day.
const seed = Number(process.env.FUZZ_SEED ?? 2)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('whatever is asked, the answer is one that was described, soon, and of nobody else', {
  timeout: 120_000 + requests * 100,
}, async () => {
  const figures = await fuzz(server, { requests, seed })
  if (process.env.FUZZ_REQUESTS) console.log(figures)
  // As many for each caller: a few more than asked for.
  expect(figures.requests).toBeGreaterThanOrEqual(requests)
  expect(figures.unasked).toEqual([])
  // Else the requests would be too wild to get past the door.
  expect(figures.byStatus['200'] ?? 0).toBeGreaterThan(requests / 40)
  // Of the bodies that somebody may send, not of all requests: how many those are depends on the registry's size.
  expect(figures.withBody.admitted).toBeGreaterThan(requests / 20)
  expect(figures.withBody.invalid).toBeGreaterThan(figures.withBody.admitted / 6)
})
