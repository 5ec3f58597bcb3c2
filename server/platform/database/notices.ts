import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type Pool } from 'pg'

const pingEvery = 10_000
const pingTimeout = 5_000
const longestPause = 5_000

export type Notices = {
  /** Whether notifications arrive now. */
  isListening: () => boolean
  /** Settles once the first attempt to listen has succeeded or failed. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

export type ListenerOptions = {
  pool: Pool
  log: FastifyBaseLogger
  channel: string
  /** What does not work while the connection is down, for the log. */
  what: string
  /** Called when the connection goes down and when it comes up: notifications in between were lost. */
  missed: () => void
  receive: (payload: string) => void
}

/**
 * Listens to PostgreSQL's notifications on a separate connection. It counts as listening only once a notification sent
 * through the pool has arrived: otherwise a broken connection, or a connection pooler that ignores LISTEN, would look
 * healthy.
 */
export function createNotices({ pool, log, channel, what, missed, receive }: ListenerOptions): Notices {
  let client: Client | null = null
  let listening = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pause = 100
  let pong: { payload: string; arrived: () => void } | null = null

  function onNotice(payload: string) {
    if (!payload.startsWith('ping ')) receive(payload)
    else if (payload === pong?.payload) pong.arrived()
  }

  async function ping(through: Pick<Pool, 'query'> | Client): Promise<void> {
    const payload = `ping ${randomUUID()}`
    let timeout: NodeJS.Timeout | undefined
    const answer = new Promise<void>((resolve, reject) => {
      pong = { payload, arrived: resolve }
      timeout = setTimeout(() => reject(new Error('no answer on the listening connection')), pingTimeout)
    })
    try {
      await Promise.all([answer, through.query('select pg_notify($1, $2)', [channel, payload])])
    } finally {
      clearTimeout(timeout)
      pong = null
    }
  }

  function goDown(lost: Client, error: unknown) {
    if (client !== lost) return
    client = null
    if (listening) log.warn({ reason: error instanceof Error ? error.message : 'closed' }, `${what} stopped`)
    listening = false
    missed()
    lost.end().catch(() => undefined)
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(connect, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  async function connect(): Promise<void> {
    const next = new Client({ ...pool.options, keepAlive: true, connectionTimeoutMillis: pingTimeout })
    client = next
    next.on('error', (error) => goDown(next, error))
    next.on('end', () => goDown(next, null))
    next.on('notification', (message) => onNotice(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      await ping(pool)
      if (client !== next) return
      missed()
      listening = true
      pause = 100
      timer = setTimeout(() => watch(next), pingEvery).unref()
    } catch (error) {
      goDown(next, error)
    }
  }

  // Pings through the connection itself: a busy pool must not clear the caches that reduce its load.
  async function watch(watched: Client): Promise<void> {
    try {
      await ping(watched)
      if (client === watched) timer = setTimeout(() => watch(watched), pingEvery).unref()
    } catch (error) {
      goDown(watched, error)
    }
  }

  return {
    isListening: () => listening,
    start: connect,
    async stop() {
      stopped = true
      listening = false
      clearTimeout(timer)
      const last = client
      client = null
      missed()
      await last?.end().catch(() => undefined)
    },
  }
}
