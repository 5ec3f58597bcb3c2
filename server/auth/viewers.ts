import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { createSessionNotices, type SessionNotice } from './session-notices.ts'
import { readSignedIn, type SignedIn, tokenForm } from './sessions.ts'

/** Unix seconds. */
export type Clock = () => number

const maxRemembered = 10_000
/** Access and refresh tokens: a device gets two every 15 minutes. */
const maxIssued = 20_000

export type Viewers = {
  /** The viewer of the `Authorization` header. Synchronous when cached, else from the database; a RequestFault (401) without one. */
  authenticate: (authorization: string | undefined) => Viewer | Promise<Viewer>
  /** Whether this server has recently accepted or issued the token: then it is not a guess. */
  isRemembered: (authorization: string | undefined) => boolean
  /** Records a token that this server has just issued, until it is refused. */
  rememberIssued: (token: string) => void
  wasIssued: (token: string) => boolean
  forgetIssued: (token: string) => void
  /** As `authenticate`, with the session and the token's end: for streams that outlive a request. */
  signedIn: (authorization: string | undefined) => SignedIn | Promise<SignedIn>
  /** Reports ended sessions and changed users, also from other servers: for streams that outlive a request. */
  onSessionNotice: (listener: (notice: SessionNotice) => void) => () => void
  /** Reports that such notices may have been missed: any session may have ended. */
  onNoticesMissed: (listener: () => void) => () => void
  /** False while the connection that receives notices of ended sessions is down; then every token is read from the database. */
  isListening: () => boolean
  start: () => Promise<void>
  stop: () => Promise<void>
}

const unauthorized = () => new RequestFault({ kind: 'unauthorized', detail: 'Kirjaudu sisään.' })

export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length !== 50) return null
  const token = authorization.slice(7)
  return authorization.slice(0, 7).toLowerCase() === 'bearer ' && tokenForm.test(token) ? token : null
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url')

/** Caches the viewers of tokens (LRU) until a notice invalidates them. */
export function createViewers({ pool, log, clock }: { pool: Pool; log: FastifyBaseLogger; clock: Clock }): Viewers {
  // Keyed by hash, so that a memory dump does not reveal the tokens. The hash takes about a microsecond.
  const remembered = new Map<string, SignedIn>()
  const issued = new Set<string>()
  // A row read before a change must not be cached after it: a changed number shows that a notice has arrived in between.
  let generation = 0
  const doubters = new Set<() => void>()

  function forgetAll() {
    generation++
    remembered.clear()
    for (const doubter of doubters) doubter()
  }
  const notices = createSessionNotices(pool, log, forgetAll)
  notices.subscribe(({ what, id }) => {
    generation++
    for (const [key, { viewer, sessionId }] of remembered) if (id === (what === 'user' ? viewer.userId : sessionId)) remembered.delete(key)
  })

  async function read(token: string, key: string): Promise<SignedIn> {
    const started = generation
    const signedIn = await readSignedIn(pool, token, clock())
    if (!signedIn) throw unauthorized()
    if (notices.isListening() && started === generation) {
      const [oldest] = remembered.size >= maxRemembered ? remembered.keys() : []
      if (oldest !== undefined) remembered.delete(oldest)
      remembered.set(key, signedIn)
    }
    return signedIn
  }

  function signedIn(authorization: string | undefined): SignedIn | Promise<SignedIn> {
    const token = bearerToken(authorization)
    if (token === null) throw unauthorized()
    const key = keyOf(token)
    const known = remembered.get(key)
    if (known === undefined) return read(token, key)
    remembered.delete(key)
    if (known.expires <= clock()) throw unauthorized()
    remembered.set(key, known)
    return known
  }

  return {
    authenticate(authorization) {
      const found = signedIn(authorization)
      return found instanceof Promise ? found.then(({ viewer }) => viewer) : found.viewer
    },
    isRemembered(authorization) {
      const token = bearerToken(authorization)
      if (token === null) return false
      const key = keyOf(token)
      return remembered.has(key) || issued.has(key)
    },
    rememberIssued(token) {
      const [oldest] = issued.size >= maxIssued ? issued : []
      if (oldest !== undefined) issued.delete(oldest)
      issued.add(keyOf(token))
    },
    wasIssued: (token) => issued.has(keyOf(token)),
    forgetIssued(token) {
      issued.delete(keyOf(token))
    },
    signedIn,
    onSessionNotice: notices.subscribe,
    onNoticesMissed(listener) {
      doubters.add(listener)
      return () => doubters.delete(listener)
    },
    isListening: notices.isListening,
    start: notices.start,
    stop: notices.stop,
  }
}
