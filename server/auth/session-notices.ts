import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { createNotices, type Notices } from '../platform/database/notices.ts'

/** A session or a user has changed, so everything cached about it is invalid. */
export type SessionNotice = { what: 'istunto' | 'user'; id: string }

export type SessionNotices = Notices & {
  /** @returns a function that stops the subscription */
  subscribe: (listener: (notice: SessionNotice) => void) => () => void
}

/** While no notices arrive, nothing may be cached: `forget` is called when the connection is lost and when it is restored. */
export function createSessionNotices(pool: Pool, log: FastifyBaseLogger, forget: () => void): SessionNotices {
  const listeners = new Set<(notice: SessionNotice) => void>()
  const notices = createNotices({
    pool,
    log,
    channel: 'kuorma_istunto',
    what: 'session notices (tokens are read from the database)',
    missed: forget,
    receive(payload) {
      const [what, id] = payload.split(' ')
      if ((what === 'istunto' || what === 'user') && id) for (const listener of listeners) listener({ what, id })
    },
  })
  return {
    ...notices,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
