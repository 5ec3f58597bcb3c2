import { fairQueue } from '../platform/workers/fair-queue.ts'
import { WorkerFailure, type WorkerPool } from '../platform/workers/worker-pool.ts'
import type { EstimateStrength } from './new-password.ts'
import type estimate from './password-strength.worker.ts'

const program = new URL('./password-strength.worker.ts', import.meta.url)
/** Timeout for starting a process and loading the dictionaries, which take half a second on an idle machine. */
const loadTimeoutSeconds = 20
const estimateTimeoutSeconds = 2
const maxQueuedOfClient = 5
const busy = 'Salasanoja on vaihdettu liian monta yhtä aikaa. Yritä hetken kuluttua uudelleen.'

/**
 * Estimates in a worker process, one password at a time, alternating between clients; null when the worker fails or takes too long. The pool should
 * do nothing else, so that no other work delays a password.
 */
export function estimateInWorker(workers: WorkerPool): EstimateStrength {
  const inQueue = fairQueue({ maxRunning: 1, maxPendingPerSource: maxQueuedOfClient, refusal: busy })

  async function run(password: string, ownWords: readonly string[]) {
    // An empty password only makes the worker load the dictionaries; in a loaded worker it takes a millisecond.
    await workers.run<typeof estimate>(program, { password: '', ownWords: [] }, { timeoutSeconds: loadTimeoutSeconds })
    return workers.run<typeof estimate>(program, { password, ownWords }, { timeoutSeconds: estimateTimeoutSeconds })
  }
  return async (password, ownWords, client) => {
    try {
      return await inQueue({ id: client }, () => run(password, ownWords))
    } catch (error) {
      if (error instanceof WorkerFailure) return null
      throw error
    }
  }
}
