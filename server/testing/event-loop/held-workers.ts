import { basename } from 'node:path'
import { Tinypool } from 'tinypool'
import { vi } from 'vitest'

export type HeldWorkers = {
  /** The programs that were called, such as `parse-table.worker.ts`. */
  called: string[]
  /** Resolves with 'held' when the program was called, or with 'answered' when the call that should need it ended without it. */
  heldBefore: (answer: Promise<unknown>, program: string) => Promise<'held' | 'answered'>
  release: () => void
}

/** Holds the answers of all worker processes of this process back until they are released: what needs them waits. */
export function holdWorkers(): HeldWorkers {
  const called: string[] = []
  const released = Promise.withResolvers<void>()
  const run = Tinypool.prototype.run
  const held = vi.spyOn(Tinypool.prototype, 'run').mockImplementation(async function (this: Tinypool, task, options) {
    called.push(basename(String(options?.filename)))
    const answer: unknown = await run.call(this, task, options)
    await released.promise
    return answer
  })
  return {
    called,
    heldBefore: (answer, program) =>
      Promise.race([
        vi.waitFor(() => (called.includes(program) ? 'held' : Promise.reject(new Error(`${program} was not called`))), 60_000),
        answer.then(() => 'answered' as const),
      ]),
    release() {
      held.mockRestore()
      released.resolve()
    },
  }
}
