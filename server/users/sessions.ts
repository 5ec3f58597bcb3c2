import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { endSessionsCall, OpenSession, sessionsCall } from '#domain/features/users/sessions.ts'
import { endSessions, openSessions } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { readableUser } from './user-calls.ts'

/** The person whose sessions or second factor are requested: the viewer, or for administrators any user. */
export async function personMeant(parts: Context, viewer: Viewer, userId: string | undefined): Promise<string> {
  if (userId === undefined || userId === viewer.userId) return viewer.userId
  await readableUser(parts, viewer, userId)
  if (!viewer.roles.includes('yllapito')) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  return userId
}

export const bearerOf = (request: FastifyRequest): string => request.headers.authorization?.split(' ')[1] ?? ''

export async function listSessions(
  parts: Context,
  viewer: Viewer,
  input: z.output<typeof sessionsCall.input>,
  request: FastifyRequest,
): Promise<{ data: OpenSession[]; meta: { count: number } }> {
  const data = await openSessions(parts.pool, await personMeant(parts, viewer, input.user_id), bearerOf(request), parts.clock())
  return { data, meta: { count: data.length } }
}

export async function closeSessions(
  parts: Context,
  viewer: Viewer,
  { user_id, id }: z.output<typeof endSessionsCall.input>,
  request: FastifyRequest,
): Promise<{ success: true; paatetty: number }> {
  const userId = await personMeant(parts, viewer, user_id)
  const paatetty = await endSessions(parts.pool, { userId, id: id ?? null, keep: bearerOf(request) }, parts.clock())
  if (id !== undefined && paatetty === 0)
    throw new RequestFault({ kind: 'not_found', detail: 'Istuntoa ei löydy, tai se on jo päättynyt.' })
  return { success: true, paatetty }
}
