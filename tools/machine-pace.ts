import { pbkdf2Sync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that the reference work takes on the otherwise idle machine on which the tests' limits were set. */
const usual = 90

/** The CPU time of this thread. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How many times longer this machine takes now; at least 1. With `cpuMilliseconds`, what other processes take does not count. */
export function slowness(clock: () => number = () => performance.now()): number {
  const started = clock()
  pbkdf2Sync('Kuorma', 'kulkee', 300_000, 64, 'sha512')
  return Math.max(1, (clock() - started) / usual)
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

/**
 * Runs the work and returns its result with the longest time for which the event loop did not tick, in milliseconds of this thread's CPU
 * on the usual machine: time that other processes take does not count.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const pace = slowness(cpuMilliseconds)
  await pause(30)
  let longest = 0
  let last = cpuMilliseconds()
  const tick = () => {
    const now = cpuMilliseconds()
    longest = Math.max(longest, now - last)
    last = now
    next = setImmediate(tick)
  }
  let next = setImmediate(tick)
  const result = await work()
  await pause(30)
  clearImmediate(next)
  return { result, milliseconds: longest / Math.max(pace, slowness(cpuMilliseconds)) }
}
