import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestFault } from '#domain/errors.ts'

/** Limit on the bodies of a user's concurrent ordinary calls, in bytes: a thousand small ones, or eight of the largest. */
const maxOrdinary = 16 * 1024 * 1024

/** Refuses (429) a body when its sender's concurrent bodies would exceed `maxBytes`; without a length it counts as the largest allowed one. */
export function bodyAdmission(maxBytes: number, detail: string): (request: FastifyRequest, reply: FastifyReply) => void {
  const underWay = new Map<string, number>()
  return ({ userId, headers, routeOptions: { bodyLimit = 0 } }, reply) => {
    const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit
    const size = Math.min(announced, bodyLimit)
    const before = underWay.get(userId) ?? 0
    if (before + size > maxBytes) throw new RequestFault({ kind: 'too_many', detail })
    underWay.set(userId, before + size)
    finished(reply.raw, () => {
      const left = (underWay.get(userId) ?? size) - size
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    })
  }
}

/** Limits the memory of the bodies of a user's concurrent calls. Calls with a larger body limit do this themselves (serve-call.ts). */
export function limitBodies(app: FastifyInstance, ordinaryLimit: number): void {
  const admit = bodyAdmission(maxOrdinary, 'Lähetät liian paljon tietoa yhtä aikaa. Yritä hetken kuluttua uudestaan.')
  app.addHook('onRequest', async (request, reply) => {
    if (request.userId !== '' && (request.routeOptions.bodyLimit ?? 0) <= ordinaryLimit) admit(request, reply)
  })
}
