import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In bytes: the largest body of an ordinary call. Calls that take files say their own limit. */
export const bodyLimit = 2 * 1024 * 1024

/** In milliseconds. */
export type BodyTimeouts = { ordinary: number; large: number }
/** The largest upload over a poor phone network arrives in the second. */
const bodyTimeouts: BodyTimeouts = { ordinary: 30_000, large: 20 * 60_000 }

/** Ends the connection of a body that has not arrived in time: 30 s for an ordinary call, more for one that takes files. */
export function limitBodyTime(app: FastifyInstance, { ordinary, large }: BodyTimeouts = bodyTimeouts): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const { raw, routeOptions } = request
    // Also of a call that has been refused: what still comes of its body is thrown away, but not for ever.
    const time = (routeOptions.bodyLimit ?? 0) > bodyLimit ? large : ordinary
    const timer = setTimeout(() => endConnection(request), time).unref()
    finished(raw, { writable: false }, () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node does when its own timeouts are met. */
function endConnection({ raw: { socket }, log, routeOptions: { url } }: FastifyRequest): void {
  // Calls that tests inject have no real socket.
  if (!socket.writable) return
  log.warn({ route: url }, 'connection closed: the request body did not arrive in time')
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
}
