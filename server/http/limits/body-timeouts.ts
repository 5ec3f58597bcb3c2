import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Limit on the body of an ordinary call, in bytes. Calls that accept files set their own. */
export const bodyLimit = 2 * 1024 * 1024

/** In milliseconds. */
export type BodyTimeouts = { ordinary: number; large: number }
/** `large` is enough for the largest upload over a slow mobile network. */
const bodyTimeouts: BodyTimeouts = { ordinary: 30_000, large: 20 * 60_000 }

/** Closes the connection when a body has not arrived in time: 30 s for an ordinary call, more for one that accepts files. */
export function limitBodyTime(app: FastifyInstance, { ordinary, large }: BodyTimeouts = bodyTimeouts): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const { raw, routeOptions } = request
    // Also for a refused call: the rest of its body is read and discarded, but only for this time.
    const time = (routeOptions.bodyLimit ?? 0) > bodyLimit ? large : ordinary
    const timer = setTimeout(() => endConnection(request), time).unref()
    finished(raw, { writable: false }, () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes the connection as Node does when its own timeouts expire. */
function endConnection({ raw: { socket }, log, routeOptions: { url } }: FastifyRequest): void {
  // Calls that tests inject have no real socket.
  if (!socket.writable) return
  log.warn({ route: url }, 'connection closed: the request body did not arrive in time')
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
}
