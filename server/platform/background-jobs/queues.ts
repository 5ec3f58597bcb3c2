import type { Queue } from 'pg-boss'

/** Jobs that failed in every attempt: stored for administrators, never run. */
export const deadLetterQueue = 'dead-letters'
export const mailQueue = 'mail'
export const smsQueue = 'sms'
export const pushQueue = 'push'
export const invoiceQueue = 'laskut'
export const housekeepingQueue = 'housekeeping'

const day = 86_400

/**
 * Jobs that a user follows through their row in taustatyo. The heartbeat shows that the server is alive, so a job may take hours. The
 * index on taustatyo makes keys unique, and finds the job that already has the key.
 */
const personalJobs = {
  // The pause before the nth retry is up to retryDelay * 2 ** n, and at least half of that.
  retryDelay: 10,
  retryBackoff: true,
  heartbeatSeconds: 60,
  expireInSeconds: day / 2,
  notify: true,
} as const

/**
 * Attempts for each queue. pg-boss itself allows one more (`retryLimit`), which only records the failure of a job whose server died in
 * every attempt.
 */
const maxAttempts = {
  rahtikirjat: 3,
  'tiedostojen-puhdistus': 3,
  [mailQueue]: 12,
  [smsQueue]: 8,
  [pushQueue]: 7,
  [invoiceQueue]: 6,
  [housekeepingQueue]: 3,
} as const
export type QueueName = keyof typeof maxAttempts

const queueOptions: Readonly<Record<QueueName, Omit<Queue, 'name'>>> = {
  rahtikirjat: personalJobs,
  'tiedostojen-puhdistus': personalJobs,
  // From a minute to six hours between attempts, 18 hours in all.
  [mailQueue]: { retryDelay: 30, retryBackoff: true, retryDelayMax: day / 4, expireInSeconds: 120, notify: true },
  // From half a minute to an hour between attempts, two hours in all: a text message that comes the next day is of no use.
  [smsQueue]: { retryDelay: 15, retryBackoff: true, retryDelayMax: day / 24, expireInSeconds: 120, notify: true },
  // From half a minute to a quarter of an hour between attempts, half an hour in all.
  [pushQueue]: { retryDelay: 15, retryBackoff: true, retryDelayMax: day / 96, expireInSeconds: 60, notify: true },
  // From ten seconds to five minutes between attempts. One unfinished job for an invoice; the heartbeat shows within seconds that its server died.
  [invoiceQueue]: {
    policy: 'exclusive',
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: day / 288,
    expireInSeconds: 600,
    heartbeatSeconds: 15,
    notify: true,
  },
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
