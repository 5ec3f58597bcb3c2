import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Model } from '#server/entities/model.ts'
import { createNotices } from '../database/notices.ts'
import { isBefore, type Position, positionText, readPosition, readRevisions } from './change-log.ts'
import { heartbeat, type Listener, messagesFor, settingsChanged, startAnew, viewersChanged } from './messages.ts'
import { rowChanges } from './row-change.ts'
import { makeVisibility } from './visibility.ts'
import { settingsNotice, viewersNotice, wakeChannel } from './wake-ups.ts'

/** Interval of the checks (milliseconds): expired tokens, changes without a wake-up, heartbeats. */
const tick = 1000
const ticksBetweenPolls = 5
const ticksBetweenHeartbeats = 25

/** An open stream as the hub sees it. */
export type Stream = Listener & {
  sessionId: string
  /** When its access token ends, unix seconds. */
  expires: number
  write: (text: string) => void
  end: () => void
}
type Joiner = { stream: Stream; lastEventId: string | null; joined: () => void; failed: (error: unknown) => void }

export type Streams = {
  /** Settles once everything after `lastEventId` has been sent (null: starts from now); rejects when the database is unavailable. */
  join: (stream: Stream, lastEventId: string | null) => Promise<void>
  leave: (stream: Stream) => void
  ofPerson: (userId: string) => number
  endWhere: (condition: (stream: Stream) => boolean) => void
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * The open streams of this server. One poll at a time: it reads the revisions since the last poll, finds who may see them,
 * writes, and only then advances the position, so that no event is sent twice or left out, even when a step fails.
 */
export function makeStreams({
  model,
  pool,
  log,
  clock,
  forgetSettings,
}: {
  model: Model
  pool: Pool
  log: FastifyBaseLogger
  clock: () => number
  /** So that the settings are read as they are now, when the clients ask for them. */
  forgetSettings: () => void
}): Streams {
  const visibility = makeVisibility(model)
  const open = new Set<Stream>()
  let joining: Joiner[] = []
  /** Those that the current poll handles. */
  let joiningNow: readonly Joiner[] = []
  /** The position up to which every open stream has been sent its events. */
  let position: Position | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  const notices = createNotices({ pool, log, channel: wakeChannel, what: 'wake-ups of event streams', missed: poll, receive })

  function receive(notice: string): void {
    if (notice === settingsNotice) reportSettings()
    else if (notice === viewersNotice) for (const stream of open) stream.write(viewersChanged)
    else poll()
  }

  function reportSettings(): void {
    forgetSettings()
    for (const stream of open) stream.write(settingsChanged)
  }

  function poll(): void {
    if (stopped) return
    again = true
    looking ??= pollOnce().finally(() => {
      looking = null
      joiningNow = []
      if (again) poll()
    })
  }

  async function pollOnce(): Promise<void> {
    again = false
    const joiners = joining
    joining = []
    joiningNow = joiners
    const fail = (error: unknown, whose: readonly Joiner[]): void => {
      log.warn({ reason: String(error) }, 'event streams could not read changes from the database')
      for (const { failed } of whose) failed(error)
    }
    try {
      if (open.size === 0) position = null
      if (open.size > 0 || joiners.length > 0) await advance()
    } catch (error) {
      fail(error, joiners)
      return
    }
    for (const [lastEventId, together] of Map.groupBy(joiners, (joiner) => joiner.lastEventId))
      await admit(together, lastEventId).catch((error: unknown) => fail(error, together))
  }

  async function advance(): Promise<void> {
    const listeners = [...open]
    const { position: next, revisions } = await readRevisions(pool, position, null)
    const id = positionText(next)
    const messages = revisions && (await messagesFor(pool, visibility, rowChanges(model, revisions), listeners, id))
    for (const stream of listeners) {
      const text = messages ? messages.get(stream) : startAnew(id)
      if (text !== undefined && open.has(stream)) stream.write(text)
    }
    position = next
  }

  /** Sends to streams that reconnect with the same id the changes after it, up to the position of the other streams. */
  async function admit(joiners: readonly Joiner[], lastEventId: string | null): Promise<void> {
    if (!position) throw new Error('The streams have no position')
    const id = positionText(position)
    const from = lastEventId === null ? null : readPosition(lastEventId)
    const isLost = lastEventId !== null && (from === null || !isBefore(from, position))
    const { revisions } = isLost ? { revisions: null } : await readRevisions(pool, from, position)
    const streams = joiners.map(({ stream }) => stream)
    const messages = revisions && (await messagesFor(pool, visibility, rowChanges(model, revisions), streams, id))
    for (const { stream, joined } of joiners) {
      open.add(stream)
      stream.write(messages ? (messages.get(stream) ?? heartbeat(id)) : startAnew(id))
      joined()
    }
  }

  function pollAfter(): void {
    ticks++
    const now = clock()
    for (const stream of open) if (stream.expires <= now) end(stream)
    if (ticks % ticksBetweenHeartbeats === 0 && position) {
      const text = heartbeat(positionText(position))
      for (const stream of open) stream.write(text)
    }
    if (ticks % ticksBetweenPolls === 0 && open.size > 0) poll()
  }

  function end(stream: Stream): void {
    if (open.delete(stream)) stream.end()
  }

  return {
    join(stream, lastEventId) {
      return new Promise<void>((resolve, reject) => {
        if (stopped) reject(new RequestFault({ kind: 'unavailable', detail: faultKinds.unavailable.title }))
        joining.push({ stream, lastEventId, joined: resolve, failed: reject })
        poll()
      })
    },
    leave: (stream) => void open.delete(stream),
    ofPerson(userId) {
      const waiting = [...joiningNow, ...joining].map(({ stream }) => stream)
      return [...new Set([...open, ...waiting])].filter(({ watcher }) => watcher.userId === userId).length
    },
    endWhere(condition) {
      for (const stream of open) if (condition(stream)) end(stream)
    },
    async start() {
      timer = setInterval(pollAfter, tick).unref()
      await notices.start()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([notices.stop(), looking])
      for (const stream of open) end(stream)
      for (const { failed } of joining.splice(0)) failed(new RequestFault({ kind: 'unavailable', detail: faultKinds.unavailable.title }))
    },
  }
}
