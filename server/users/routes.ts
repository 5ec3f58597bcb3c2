import type { FastifyInstance, FastifyRequest } from 'fastify'
import { lostPasswordCall, resetPasswordCall } from '#domain/features/users/password-recovery.ts'
import { changeSecondFactorCall, secondFactorCall } from '#domain/features/users/second-factor.ts'
import { endSessionsCall, sessionsCall } from '#domain/features/users/sessions.ts'
import { createUserCall, deleteUserCall, updateUserCall } from '#domain/features/users/user.ts'
import { userListCall } from '#domain/features/users/user-list.ts'
import type { EstimateStrength } from '../auth/new-password.ts'
import { resetPassword } from '../auth/recovery.ts'
import type { Context } from '../context.ts'
import { serveCall, serveOpenCall } from '../http/serve-call.ts'
import { enqueueMail } from '../platform/mail/mail-queue.ts'
import { changeSecondFactor, showSecondFactor } from './second-factor.ts'
import { bearerOf, closeSessions, listSessions } from './sessions.ts'
import { createUser, deleteUser, updateUser } from './user-calls.ts'
import { userList } from './user-list.ts'

const done = { success: true } as const

export function userRoutes(
  app: FastifyInstance,
  jsonApi: Context & { companyName: () => Promise<string>; estimate: EstimateStrength },
): void {
  const parts = { ...jsonApi, key: app.installationKey, securityLog: app.securityLog }
  const from = (request: FastifyRequest) => ({ ...parts, address: request.ip })
  serveCall(app, createUserCall, parts, (input, viewer, request) => createUser(from(request), viewer, input))
  serveCall(app, updateUserCall, parts, (input, viewer, request) => updateUser(from(request), viewer, input))
  serveCall(app, deleteUserCall, parts, (input, viewer, request) => deleteUser(from(request), viewer, input))
  serveCall(app, userListCall, parts, (input, viewer) => userList(parts, viewer, input))
  serveCall(app, sessionsCall, parts, (input, viewer, request) => listSessions(parts, viewer, input, request))
  serveCall(app, endSessionsCall, parts, (input, viewer, request) => closeSessions(parts, viewer, input, request))
  serveCall(app, secondFactorCall, parts, (input, viewer) => showSecondFactor(parts, viewer, input))
  serveCall(app, changeSecondFactorCall, parts, (input, viewer, request) =>
    changeSecondFactor(from(request), viewer, input, bearerOf(request)),
  )

  // Queues one mail for any address. Whether a user has the address is looked up later, so that the answer takes the same time.
  serveOpenCall(app, lostPasswordCall, async ({ mail }) => {
    await enqueueMail(parts.pool, 'salasanan_palautus', mail, parts.clock())
    return done
  })
  serveOpenCall(app, resetPasswordCall, async (input, request) => {
    await resetPassword(from(request), input, parts.clock())
    return done
  })
}
