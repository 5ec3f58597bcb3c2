import type { Queue } from 'pg-boss'

/** Failed for good: kept for administrators to see, and never run. */
export const deadLetterQueue = 'dead-letters'
export const mailQueue = 'mail'
export const housekeepingQueue = 'housekeeping'

const day = 86_400

/**
 * Work that a person follows by its row in taustatyo. The heartbeat tells that its server is alive, so it may take hours. Its keys are
 * unique through the index on taustatyo, which also finds the job that is there already.
 */
const personalJobs = {
  // The pause before the nth attempt anew is up to retryDelay * 2 ** n, at least half of that.
  retryDelay: 10,
  retryBackoff: true,
  heartbeatSeconds: 60,
  expireInSeconds: day / 2,
  notify: true,
} as const

/**
 * How often work is tried, for each queue. pg-boss itself allows one attempt more (`retryLimit`): that one only records the failure of
 * a job whose servers died each time.
 */
const maxAttempts = { rahtikirjat: 3, 'tiedostojen-puhdistus': 3, [mailQueue]: 12, [housekeepingQueue]: 3 } as const
export type QueueName = keyof typeof maxAttempts

const queueOptions: Readonly<Record<QueueName, Omit<Queue, 'name'>>> = {
  rahtikirjat: personalJobs,
  'tiedostojen-puhdistus': personalJobs,
  // From a minute to six hours between attempts, 18 hours in all.
  [mailQueue]: { retryDelay: 30, retryBackoff: true, retryDelayMax: day / 4, expireInSeconds: 120, notify: true },
  // The key is the task. Only with `exclusive` is there one unfinished job for a key: a standard queue ignores singletonKey alone.
  [housekeepingQueue]: { ...personalJobs, policy: 'exclusive', retryDelay: 30 },
}

/** The dead letter queue first: the others refer to it. */
export const queues: readonly Queue[] = [
  { name: deadLetterQueue, retentionSeconds: 90 * day },
  ...Object.entries(queueOptions).map(([name, options]) => ({
    name,
    deadLetter: deadLetterQueue,
    retryLimit: maxAttempts[name as QueueName],
    retentionSeconds: 180 * day,
    deleteAfterSeconds: 3 * day,
    ...options,
  })),
]

type Attempt = { name: QueueName; retryCount: number }
export const isLastAttempt = ({ name, retryCount }: Attempt): boolean => retryCount >= maxAttempts[name] - 1
/** Its server died in every attempt. */
export const isPastLastAttempt = ({ name, retryCount }: Attempt): boolean => retryCount >= maxAttempts[name]
