import { availableParallelism } from 'node:os'
import { DatabaseError, type Pool } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { openReadPool } from '#server/platform/database/pool.ts'
import { ownQueue, type QueueUser, sharedQueue, userQueue } from './read-queue.ts'

/** More concurrent reads than this only compete for the processors, and all of them become slow. */
const maxRunning = Math.max(6, 2 * availableParallelism())
/** Well below the total, so that neither one user nor all users of one customer can keep others from being answered. */
const limits = { maxRunning, maxPerUser: Math.floor(maxRunning / 3), maxPerCustomer: Math.floor(maxRunning / 2) }

const busy = (): RequestFault =>
  new RequestFault({ kind: 'unavailable', detail: 'Palvelu on ruuhkautunut. Yritä hetken kuluttua uudelleen.' })
export const readTookTooLong = (): RequestFault =>
  new RequestFault({ kind: 'unavailable', detail: 'Haku kesti liian kauan, joten se keskeytettiin. Rajaa hakua ja yritä uudelleen.' })
const waiting = { maxWait: 15_000, refusal: busy }

/** PostgreSQL's `query_canceled`: the statement timeout. */
const queryCanceled = '57014'

/** Runs a read; when PostgreSQL ends it at the time limit, throws a fault for people. */
export async function withinTimeLimit<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof DatabaseError && error.code === queryCanceled ? readTookTooLong() : error
  }
}

/** All reads through one pool: their queue, and separate connections with a statement timeout. */
export type Reads<T> = {
  pool: Pool
  /** Reads that wait under the same key are done once. */
  shared: (user: QueueUser, key: string, read: () => Promise<T>) => Promise<T>
  own: <R>(user: QueueUser, read: () => Promise<R>) => Promise<R>
}

export function openReads<T>(pool: Pool): Reads<T> {
  const readPool = openReadPool(pool, limits.maxRunning)
  const enqueue = userQueue(limits)
  const shared = sharedQueue<T>(enqueue, waiting)
  const own = ownQueue(enqueue, waiting)
  return {
    pool: readPool,
    shared: (user, key, read) => shared(user, key, () => withinTimeLimit(read)),
    own: <R>(user: QueueUser, read: () => Promise<R>) => own(user, () => withinTimeLimit(read)),
  }
}
