import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { RequestFault } from '#domain/errors.ts'
import { clientAddress } from './client-address.ts'

type ConnectionLimits = {
  /** Limit on the open connections of all clients together. */
  total: number
  /** Limits for each address (an IPv6 /64 is one) on direct connections, and on concurrent calls, event streams included. */
  perAddress: number
}

const detail = 'Verkostasi on liian monta yhteyttä yhtä aikaa. Yritä hetken kuluttua uudestaan.'

/**
 * Limits the open connections and concurrent calls of clients. Behind a proxy all connections come from the proxy; there only the
 * calls are counted, by the address that the proxy names.
 */
export function limitConnections(
  app: FastifyInstance,
  { total, perAddress }: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  app.server.maxConnections = total
  refuseManyConnections(app.server, perAddress, isProxy)
  const underWay = makeCounter()
  app.addHook('onRequest', async (request, reply) => {
    const address = clientAddress(request)
    if (underWay.of(address) >= perAddress) throw new RequestFault({ kind: 'too_many', detail })
    underWay.add(address)
    finished(reply.raw, () => underWay.remove(address))
  })
}

function refuseManyConnections(server: FastifyInstance['server'], perAddress: number, isProxy: (address: string) => boolean): void {
  const open = makeCounter()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const address = clientAddress({ ip: remoteAddress })
    if (open.of(address) >= perAddress) {
      socket.destroy()
      return
    }
    open.add(address)
    socket.once('close', () => open.remove(address))
  })
}

/** Counts by key; a key whose count is 0 is removed. */
function makeCounter() {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key: string): void {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
