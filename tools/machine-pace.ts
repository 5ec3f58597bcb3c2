import { pbkdf2Sync } from 'node:crypto'

/** Milliseconds that the reference work takes on the otherwise idle machine on which the tests' limits were set. */
const usual = 90

/** How many times longer this machine takes now; at least 1. */
export function slowness(): number {
  const started = performance.now()
  pbkdf2Sync('Kuorma', 'kulkee', 300_000, 64, 'sha512')
  return Math.max(1, (performance.now() - started) / usual)
}

/** How long the work takes (milliseconds), scaled to the machine on which the limits were set, so that a slow or busy machine does not fail a test. */
export async function usualMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const before = slowness()
  const started = performance.now()
  await work()
  const taken = performance.now() - started
  return taken / Math.max(before, slowness())
}
