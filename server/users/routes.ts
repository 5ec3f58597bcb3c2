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

export function userRoutes(app: FastifyInstance, jsonApi: Context & { config: { companyName: string }; estimate: EstimateStrength }): void {
  const parts = { ...jsonApi, key: app.installationKey, securityLog: app.securityLog, companyName: jsonApi.config.companyName }
  const from = (request: FastifyRequest) => ({ ...parts, address: request.ip })
  serveCall(app, createUserCall, parts, (asked, viewer, request) => createUser(from(request), viewer, asked))
  serveCall(app, updateUserCall, parts, (asked, viewer, request) => updateUser(from(request), viewer, asked))
  serveCall(app, deleteUserCall, parts, (asked, viewer, request) => deleteUser(from(request), viewer, asked))
  serveCall(app, userListCall, parts, (asked, viewer) => userList(parts, viewer, asked))
  serveCall(app, sessionsCall, parts, (asked, viewer, request) => listSessions(parts, viewer, asked, request))
  serveCall(app, endSessionsCall, parts, (asked, viewer, request) => closeSessions(parts, viewer, asked, request))
  serveCall(app, secondFactorCall, parts, (asked, viewer) => showSecondFactor(parts, viewer, asked))
  serveCall(app, changeSecondFactorCall, parts, (asked, viewer, request) =>
    changeSecondFactor(from(request), viewer, asked, bearerOf(request)),
  )

  // One row put aside, known or not: whose address it is, is found out afterwards, so the answer takes the same time.
  serveOpenCall(app, lostPasswordCall, async ({ mail }) => {
    await enqueueMail(parts.pool, 'salasanan_palautus', mail, parts.clock())
    return done
  })
  serveOpenCall(app, resetPasswordCall, async (asked, request) => {
    await resetPassword(from(request), asked, parts.clock())
    return done
  })
}
