import type { FastifyInstance } from 'fastify'
import { lostPasswordCall, resetPasswordCall } from '#domain/calls/password-recovery.ts'
import { changeSecondFactorCall, secondFactorCall } from '#domain/calls/second-factor.ts'
import { endSessionsCall, sessionsCall } from '#domain/calls/sessions.ts'
import { createUserCall, deleteUserCall, updateUserCall } from '#domain/calls/user.ts'
import { userListCall } from '#domain/calls/user-list.ts'
import { resetPassword } from '../auth/recovery.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { enqueueMail } from '../mail/queue.ts'
import { serveCall, serveOpenCall } from '../serve-call.ts'
import { changeSecondFactor, showSecondFactor } from './second-factor.ts'
import { closeSessions, listSessions } from './sessions.ts'
import { createUser, deleteUser, updateUser } from './user-calls.ts'
import { userList } from './user-list.ts'

const done = { success: true } as const

export function userRoutes(app: FastifyInstance, jsonApi: JsonApi & { config: { companyName: string } }): void {
  const parts = { ...jsonApi, key: app.installationKey, companyName: jsonApi.config.companyName }
  serveCall(app, createUserCall, parts, (asked, viewer) => createUser(parts, viewer, asked))
  serveCall(app, updateUserCall, parts, (asked, viewer) => updateUser(parts, viewer, asked))
  serveCall(app, deleteUserCall, parts, ({ id }, viewer) => deleteUser(parts, viewer, id))
  serveCall(app, userListCall, parts, (asked, viewer) => userList(parts, viewer, asked))
  serveCall(app, sessionsCall, parts, (asked, viewer, request) => listSessions(parts, viewer, asked, request))
  serveCall(app, endSessionsCall, parts, (asked, viewer, request) => closeSessions(parts, viewer, asked, request))
  serveCall(app, secondFactorCall, parts, (asked, viewer) => showSecondFactor(parts, viewer, asked))
  serveCall(app, changeSecondFactorCall, parts, (asked, viewer) => changeSecondFactor(parts, viewer, asked))

  // One row put aside, known or not: whose address it is, is found out afterwards, so the answer takes the same time.
  serveOpenCall(app, lostPasswordCall, async ({ mail }) => {
    await enqueueMail(parts.pool, 'salasanan_palautus', mail, parts.clock())
    return done
  })
  serveOpenCall(app, resetPasswordCall, async (asked) => {
    await resetPassword(parts, asked, parts.clock())
    return done
  })
}
