import { fairQueue } from '#server/platform/workers/fair-queue.ts'

/** Limits apply to each user, and to all users of one customer together. */
export type QueueUser = { userId: string; asiakasId: string | null }
type Limits = { maxRunning: number; maxPerUser: number; maxPerCustomer: number }
type Enqueue = (user: QueueUser, start: () => Promise<void>) => void

/** A fair queue of reads, with a limit for each user and for each customer. */
export function userQueue({ maxRunning, maxPerUser, maxPerCustomer }: Limits): Enqueue {
  const inQueue = fairQueue({ maxRunning, maxRunningPerSource: maxPerUser, maxRunningPerGroup: maxPerCustomer })
  return ({ userId, asiakasId }, start) => void inQueue({ id: userId, group: asiakasId }, start).catch(() => undefined)
}

type Waiting = {
  /** Milliseconds that work may wait before it is refused. */
  maxWait: number
  refusal: () => Error
}
type Job<T> = { promise: Promise<T>; begin: () => Promise<void> }

/** Work that is refused when it has waited too long to begin. `onClose` runs when it begins or is refused. */
function openJob<T>(work: () => Promise<T>, { maxWait, refusal }: Waiting, onClose: () => void): Job<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isOpen = true
  const close = (): void => {
    isOpen = false
    clearTimeout(timer)
    onClose()
  }
  const timer = setTimeout(() => {
    close()
    reject(refusal())
  }, maxWait)
  const begin = async (): Promise<void> => {
    // It has begun from another place in the queue, or was refused.
    if (!isOpen) return
    close()
    await work().then(resolve, reject)
  }
  return { promise, begin }
}

/** Adds work to a fair queue; every request's work is run separately. */
export function ownQueue(enqueue: Enqueue, waiting: Waiting) {
  return <T>(user: QueueUser, work: () => Promise<T>): Promise<T> => {
    const { promise, begin } = openJob(work, waiting, () => undefined)
    enqueue(user, begin)
    return promise
  }
}

/**
 * Work that waits in a fair queue under the same key is done once, for everybody who waits for it (decision 31). Each of them keeps
 * a separate place in the queue, so that they do not wait for other work of the first of them. Later requests do not join running work,
 * as it may not see what they have stored meanwhile.
 */
export function sharedQueue<T>(enqueue: Enqueue, waiting: Waiting) {
  const jobs = new Map<string, Job<T>>()

  function add(key: string, work: () => Promise<T>): Job<T> {
    const job = openJob(work, waiting, () => jobs.delete(key))
    jobs.set(key, job)
    return job
  }

  return (user: QueueUser, key: string, work: () => Promise<T>): Promise<T> => {
    const job = jobs.get(key) ?? add(key, work)
    enqueue(user, job.begin)
    return job.promise
  }
}
