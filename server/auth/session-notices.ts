import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type Pool } from 'pg'

const channel = 'kuorma_istunto'
const pingEvery = 10_000
const pingPatience = 5_000
const longestPause = 5_000

/** Something about a session or a user changed, so nothing remembered about it holds any more. */
export type SessionNotice = { what: 'istunto' | 'user'; id: string }

export type SessionNotices = {
  /** Whether notices arrive at this very moment. While they do not, nothing may be remembered. */
  isListening: () => boolean
  /** @returns a function that stops the subscription */
  subscribe: (listener: (notice: SessionNotice) => void) => () => void
  /** Settles once the first attempt to listen has succeeded or failed. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Listens on a connection of its own. It counts as listening only once a notice sent through the pool has come back:
 * a half-dead connection, or a connection pooler that swallows LISTEN, would otherwise look healthy for ever.
 * `forget` is called when it goes down and when it comes up: in between, changes went unheard.
 */
export function createSessionNotices(pool: Pool, log: FastifyBaseLogger, forget: () => void): SessionNotices {
  const listeners = new Set<(notice: SessionNotice) => void>()
  let client: Client | null = null
  let listening = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pause = 100
  let pong: { payload: string; arrived: () => void } | null = null

  function receive(payload: string) {
    const [what, id] = payload.split(' ')
    if (pong && payload === pong.payload) pong.arrived()
    if ((what === 'istunto' || what === 'user') && id) for (const listener of listeners) listener({ what, id })
  }

  async function ping(through: Pick<Pool, 'query'> | Client): Promise<void> {
    const payload = `ping ${randomUUID()}`
    let patience: NodeJS.Timeout | undefined
    const answer = new Promise<void>((resolve, reject) => {
      pong = { payload, arrived: resolve }
      patience = setTimeout(() => reject(new Error('no answer on the listening connection')), pingPatience)
    })
    try {
      await Promise.all([answer, through.query('select pg_notify($1, $2)', [channel, payload])])
    } finally {
      clearTimeout(patience)
      pong = null
    }
  }

  function goDown(lost: Client, error: unknown) {
    if (client !== lost) return
    client = null
    if (listening)
      log.warn({ reason: error instanceof Error ? error.message : 'closed' }, 'session notices stopped: tokens are read from the database')
    listening = false
    forget()
    lost.end().catch(() => undefined)
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(connect, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  async function connect(): Promise<void> {
    const next = new Client({ ...pool.options, keepAlive: true, connectionTimeoutMillis: pingPatience })
    client = next
    next.on('error', (error) => goDown(next, error))
    next.on('end', () => goDown(next, null))
    next.on('notification', (message) => receive(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      await ping(pool)
      if (client !== next) return
      forget()
      listening = true
      pause = 100
      timer = setTimeout(() => watch(next), pingEvery).unref()
    } catch (error) {
      goDown(next, error)
    }
  }

  // Through the connection itself: a pool that is busy for a while must not cost the memory that eases it.
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
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: connect,
    async stop() {
      stopped = true
      listening = false
      clearTimeout(timer)
      const last = client
      client = null
      forget()
      await last?.end().catch(() => undefined)
    },
  }
}
