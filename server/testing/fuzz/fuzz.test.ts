import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { fuzz } from './fuzz.ts'

/** `npm run soak` sends 20 000 with another seed. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 1200)
// A fixed seed: every run sends the same requests.
const seed = Number(process.env.FUZZ_SEED ?? 2)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every answer is described by the document, arrives in time and has no rows of others', {
  timeout: 120_000 + requests * 100,
}, async () => {
  const figures = await fuzz(server, { requests, seed })
  if (process.env.FUZZ_REQUESTS) console.log(figures)
  // Rounded up to the same number for each caller.
  expect(figures.requests).toBeGreaterThanOrEqual(requests)
  expect(figures.untested).toEqual([])
  // Enough requests must succeed, or they would only test the first checks.
  expect(figures.byStatus['200'] ?? 0).toBeGreaterThan(requests / 40)
  // Counted among the bodies of permitted calls, not among all requests, as the share of such calls depends on the registry's size.
  expect(figures.withBody.admitted).toBeGreaterThan(requests / 20)
  expect(figures.withBody.invalid).toBeGreaterThan(figures.withBody.admitted / 6)
})
