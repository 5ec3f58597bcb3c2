import type { FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { type allowDeviceCall, maxDevices, type stopDeviceCall } from '#domain/features/notifications/device-notifications.ts'
import { lockSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { isPointOfCurve } from '#server/platform/ports/push/push-keys.ts'
import { countDevices, endpointOf, removeSubscription, storeSubscription } from '#server/platform/push/subscriptions.ts'
import { bearerOf } from '#server/users/sessions.ts'

export type DeviceParts = Pick<Context, 'pool' | 'clock'> & {
  publicKey: string
  /** Whether an endpoint is one of a known push service; tests replace it to reach their own. */
  isPushEndpoint: (endpoint: string) => boolean
}

const unknownService = `Tämän selaimen ilmoituspalvelua ei tunneta, joten ilmoituksia ei voi lähettää.
  Kokeile Chromea, Edgeä, Firefoxia tai Safaria.`.replace(/\s+/g, ' ')
const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', pointer, detail })
const notSignedIn = () => new RequestFault({ kind: 'unauthorized', detail: faultKinds.unauthorized.title })

/** Returns the session of the call. Throws when it has ended since the call began. */
async function sessionOf(client: PoolClient, { userId }: Viewer, request: FastifyRequest): Promise<string> {
  const session = await lockSession(client, { userId, token: bearerOf(request) })
  if (session === null) throw notSignedIn()
  return session
}

/** Whether notifications are allowed on the device of this session. */
export function readDevice({ pool, publicKey }: DeviceParts, viewer: Viewer, request: FastifyRequest) {
  return inTransaction(pool, async (client) => {
    const endpoint = await endpointOf(client, await sessionOf(client, viewer, request))
    return { julkinen_avain: publicKey, endpoint, laitteita: await countDevices(client, viewer.userId) }
  })
}

/** Allows notifications on the device of this session (rules/notifications.md#devices). */
export async function allowDevice(
  { pool, clock, isPushEndpoint }: DeviceParts,
  { endpoint, keys }: z.output<typeof allowDeviceCall.input>,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<{ success: true }> {
  if (!isPushEndpoint(endpoint)) throw invalid('/endpoint', unknownService)
  if (!isPointOfCurve(keys.p256dh)) throw invalid('/keys/p256dh', 'Selaimen avain ei kelpaa.')
  return inTransaction(pool, async (client) => {
    const session = await sessionOf(client, viewer, request)
    const outcome = await storeSubscription(client, { person: viewer.userId, session, endpoint, ...keys }, clock())
    if (outcome === 'taken') throw invalid('/endpoint', 'Selaimen ilmoitusosoite on toisen käyttäjän. Salli ilmoitukset uudelleen.')
    if (outcome === 'too_many')
      throw invalid(
        '/endpoint',
        `Ilmoitukset on sallittu jo ${maxDevices} laitteella. Päätä jokin muu istunto omilla sivuillasi ja yritä uudelleen.`,
      )
    return { success: true }
  })
}

export async function stopDevice(
  { pool }: DeviceParts,
  { endpoint }: z.output<typeof stopDeviceCall.input>,
  { userId }: Viewer,
): Promise<{ success: true }> {
  if (!(await removeSubscription(pool, userId, endpoint)))
    throw new RequestFault({ kind: 'not_found', detail: 'Ilmoituksia ei ole sallittu tällä laitteella.' })
  return { success: true }
}
