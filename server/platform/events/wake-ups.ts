import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Queryable } from '../database/queryable.ts'

export const wakeChannel = 'kuorma_tapahtuma'
/**
 * The payload of the notification that the company's settings have changed; without it, rows have. This one is sent within its
 * transaction (compare `makeWakeUps`): settings change rarely, also from the command line.
 */
export const settingsNotice = 'asetukset'
/** The payload of the notification that somebody has begun to look at an order, or has left it. */
export const viewersNotice = 'katselijat'
/** Minimum time between two wake-ups (milliseconds). */
const minPause = 50

/** Notifies the event streams of all servers of something that is no change of rows. */
export const notifyStreams = (runner: Queryable, notice: typeof settingsNotice | typeof viewersNotice): Promise<unknown> =>
  runner.query('SELECT pg_notify($1, $2)', [wakeChannel, notice])

export type WakeUps = {
  /** Call it when something may have been stored; returns at once. */
  wake: () => void
  stop: () => Promise<void>
}

/**
 * Wakes the event streams of all servers. The notification is sent after the commit, never within it: a transaction that notifies
 * holds a lock of the whole cluster during its commit, so all writers would wait for each other (decision 3).
 */
export function makeWakeUps(pool: Pool, log: FastifyBaseLogger): WakeUps {
  let timer: NodeJS.Timeout | undefined
  let again = false
  let stopped = false
  let sending: Promise<unknown> = Promise.resolve()

  function send(): void {
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) send()
    }, minPause).unref()
    // Nothing is lost when the machine stops before this commit is on the disk: the connections that it wakes end, too.
    sending = pool
      .query({ name: 'heratys', text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${wakeChannel}', '')` })
      .catch((error: unknown) => log.debug({ reason: String(error) }, 'wake-up of event streams failed; they poll within seconds'))
  }

  return {
    wake() {
      again = true
      if (!timer && !stopped) send()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sending
    },
  }
}
