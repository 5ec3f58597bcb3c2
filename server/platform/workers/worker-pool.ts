// https://github.com/tinylibs/tinypool
import { Tinypool } from 'tinypool'
import { fairQueue } from './fair-queue.ts'

const defaultWorkers = 2
/** Megabytes of one worker's heap. V8 ends a process that needs more. */
const defaultHeap = 256
/** Megabytes of one worker's memory in all (limit-memory.ts). */
const defaultMemory = 512
/** Calls that run or wait. Beyond it they are refused with 503, or with 429 when the user has the most of them. */
const defaultPending = 200
/** Megabytes of the heap for new objects. V8's default takes a hundred more megabytes for PDFs, and is no faster. */
const newSpace = 8
const idleMilliseconds = 20_000
const limitMemory = new URL('./limit-memory.ts', import.meta.url)
/** Workers get only the environment variables that they need to start: no secrets. */
const environmentNames = ['PATH', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'] as const

type Program = (input: never) => unknown
type Options = {
  /** For the work itself; waiting for a free worker does not count. */
  timeoutSeconds: number
  /** The user the work is for, or the job: none of them occupies every worker while others wait. */
  fairKey?: string
}

export type WorkerPool = {
  /**
   * Calls the default export of a module in a separate process. Input and output are copied by the structured clone algorithm.
   * A worker that crashes, takes too much memory or exceeds the timeout is killed and replaced, and the call throws a WorkerFailure.
   * A call that finds the queue full throws a RequestFault.
   */
  run: <P extends Program>(program: URL, input: Parameters<P>[0], options: Options) => Promise<Awaited<ReturnType<P>>>
  close: () => Promise<void>
}

export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  readonly reason: 'timeout' | 'crash'
  constructor(reason: 'timeout' | 'crash', options?: ErrorOptions) {
    super(reason === 'timeout' ? 'A worker exceeded its time limit' : 'A worker ended before it answered', options)
    this.reason = reason
  }
}

type Limits = { heapMegabytes?: number; memoryMegabytes?: number; maxWorkers?: number; maxPending?: number }

type Log = { warn: (details: object, message: string) => void }

/** Processes for work that would block the event loop or exhaust the server's memory. They start on demand and end when idle. */
export function openWorkerPool(log: Log, limits: Limits = {}): WorkerPool {
  const { heapMegabytes = defaultHeap, memoryMegabytes = defaultMemory } = limits
  const { maxWorkers = defaultWorkers, maxPending = defaultPending } = limits
  const pool = new Tinypool({
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: idleMilliseconds,
    // Processes share no memory.
    useAtomics: false,
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${newSpace}`,
      `--import=${limitMemory.href}?megabytes=${memoryMegabytes}`,
    ],
    env: environment(),
    serialization: 'advanced',
  })
  pool.on('error', (error) => log.warn({ reason: String(error) }, 'idle worker process failed'))
  // The pool's own queue stays empty: it does not resume after a worker was killed while others were waiting.
  const inQueue = fairQueue({
    maxRunning: maxWorkers,
    maxRunningPerSource: Math.max(1, maxWorkers - 1),
    maxPending,
    refusal: 'Palvelu on ruuhkautunut. Yritä hetken kuluttua uudelleen.',
  })

  let isClosed = false

  async function runNow(program: URL, input: unknown, timeoutSeconds: number) {
    if (isClosed) throw new WorkerFailure('crash')
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const answer = await pool.run(input, { filename: program.href, signal }).catch((error: unknown) => {
      const failure = failureOf(error, signal)
      if (failure === null) throw asError(error)
      log.warn({ program: program.pathname.split('/').at(-1), reason: String(error) }, failure.message)
      throw failure
    })
    return answer
  }
  return {
    run: (program, input, { timeoutSeconds, fairKey = '' }) => inQueue({ id: fairKey }, () => runNow(program, input, timeoutSeconds)),
    close: () => {
      isClosed = true
      return pool.destroy()
    },
  }
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    environmentNames.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Errors of the program arrive as plain objects. */
const asError = (error: unknown): unknown =>
  error instanceof Error || typeof error !== 'object' || error === null ? error : Object.assign(new Error(), error)

/** Null for an error that the program itself threw. */
function failureOf(error: unknown, signal: AbortSignal): WorkerFailure | null {
  if (signal.aborted) return new WorkerFailure('timeout', { cause: error })
  const ended = error instanceof Error && /Worker exited unexpectedly|Terminating worker thread/.test(error.message)
  return ended ? new WorkerFailure('crash', { cause: error }) : null
}
