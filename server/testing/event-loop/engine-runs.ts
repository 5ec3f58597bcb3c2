import type { TestServer } from '../test-server.ts'

/** The work, and how many checks and saves of the engine it took: each reads the server's clock once. */
export async function engineRuns<T>({ clock }: Pick<TestServer, 'clock'>, work: () => Promise<T>): Promise<{ result: T; runs: number }> {
  const { now } = clock
  let runs = 0
  const get = (): number => {
    // Settings and background tasks read the clock too: what counts is the caller of the server's `clock()`.
    const [, , , caller] = (new Error().stack ?? '').split('\n')
    if (caller?.includes('/server/entities/engine.ts')) runs++
    return now
  }
  Object.defineProperty(clock, 'now', { get, configurable: true })
  try {
    const result = await work()
    return { result, runs }
  } finally {
    Object.defineProperty(clock, 'now', { value: now, writable: true, enumerable: true, configurable: true })
  }
}
