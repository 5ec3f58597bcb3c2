import type { FastifyInstance, FastifyReply } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { eventsPath } from '#domain/model/change-events.ts'
import type { SignedIn } from '#server/auth/sessions.ts'
import type { JsonApi } from '#server/entities/routes/serving.ts'
import type { ChangedSettings } from '../settings/settings.ts'
import { makeStreams, type Stream } from './streams.ts'
import type { WakeUps } from './wake-ups.ts'

/** Open streams. A browser shares one among its tabs; a browser without locks, or several devices, need more. */
const maxPerPerson = 10
/** Bytes that may wait for a slow client. Beyond that it is disconnected; it reconnects with its last id and misses nothing. */
const maxWaiting = 256 * 1024

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * `GET /api/events`: streams the changes that the viewer may see. Each request that may have changed something wakes the streams;
 * jobs do the same (jobs.ts).
 */
export function eventRoutes(
  app: FastifyInstance,
  { model, pool, rightsOf, clock, wakeUps, settings }: JsonApi & { wakeUps: WakeUps; settings: ChangedSettings },
): void {
  const streams = makeStreams({ model, pool, log: app.log, clock, forgetSettings: settings.forget })
  app.addHook('onReady', streams.start)
  // Before the server stops taking connections, which would wait for open streams.
  app.addHook('preClose', streams.stop)
  app.addHook('onClose', wakeUps.stop)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reads.has(request.method) && reply.statusCode < 400) wakeUps.wake()
    done(null, payload)
  })
  app.viewers.onSessionNotice(({ what, id }) =>
    streams.endWhere(({ sessionId, watcher }) => id === (what === 'user' ? watcher.userId : sessionId)),
  )
  app.viewers.onNoticesMissed(() => streams.endWhere(() => true))

  app.get(eventsPath, { exposeHeadRoute: false }, async (request, reply) => {
    refuseUnknown(request.query)
    const { authorization, 'last-event-id': lastEventId } = request.headers
    const signedIn = await app.viewers.signedIn(authorization)
    const { viewer } = signedIn
    if (streams.ofPerson(viewer.userId) >= maxPerPerson)
      throw new RequestFault({ kind: 'too_many', detail: 'Sinulla on liian monta avointa tapahtumavirtaa.' })
    const stream = streamOf(reply, signedIn, rightsOf(viewer))
    reply.raw.once('close', () => streams.leave(stream))
    await streams.join(stream, typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null)
    // A client that disconnected while joining, or whose session ended before the stream could be closed, is dropped.
    const isStill = await Promise.resolve(app.viewers.signedIn(authorization)).then(
      () => !reply.raw.destroyed,
      () => false,
    )
    if (!isStill) {
      streams.leave(stream)
      stream.end()
    }
    return reply
  })
}

function streamOf(reply: FastifyReply, { viewer, sessionId, expires }: SignedIn, rights: Stream['rights']): Stream {
  const { raw } = reply
  let begun = false
  function begin(): void {
    begun = true
    reply.hijack()
    // Proxies must neither cache nor buffer the stream: `no-transform` is for proxies that compress, the last header for nginx.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
  }
  return {
    watcher: viewer,
    rights,
    sessionId,
    expires,
    write(text) {
      if (!begun) begin()
      raw.write(text)
      if (raw.writableLength > maxWaiting) raw.destroy()
    },
    end: () => raw.end(),
  }
}

function refuseUnknown(query: unknown): void {
  const [unknown] = Object.keys(query ?? {}).filter((name) => name !== '_format')
  if (unknown !== undefined) throw new RequestFault({ kind: 'bad_request', parameter: unknown, detail: `Tuntematon kenttä: ${unknown}.` })
}
