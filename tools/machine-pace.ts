import { pbkdf2Sync } from 'node:crypto'

/** Milliseconds that the reference work takes on the otherwise idle machine on which the tests' limits were set. */
const usual = 90

/** How many times longer this machine takes now; at least 1. */
export function slowness(): number {
  const started = performance.now()
  pbkdf2Sync('Kuorma', 'kulkee', 300_000, 64, 'sha512')
  return Math.max(1, (performance.now() - started) / usual)
}

/** A measured time (milliseconds) scaled to the machine on which the limits were set, so that a slow or busy machine does not fail a test. */
export async function scaledToPace(measure: () => Promise<number>): Promise<number> {
  const before = slowness()
  const taken = await measure()
  return taken / Math.max(before, slowness())
}

/** How long the work takes (milliseconds), scaled as `scaledToPace` does. */
export const usualMilliseconds = (work: () => Promise<unknown>): Promise<number> =>
  scaledToPace(async () => {
    const started = performance.now()
    await work()
    return performance.now() - started
  })
