import type { FastifyInstance } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { notificationOperationsCall, notificationsCall } from '#domain/features/notifications/notifications.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { dismiss } from './dismiss.ts'
import { listBell } from './list-bell.ts'
import { storeChoices } from './queries.ts'

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, notificationsCall, context, (_, viewer) => listBell(context, viewer))
  serveCall(app, notificationOperationsCall, context, async (input, viewer, request): Promise<OperationResults> => {
    if (input.operation === 'dismiss') return dismiss(context, { ids: input.ids, viewer, request })
    if (!viewer.roles.includes('yllapito')) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
    await storeChoices(context.pool, viewer.userId, input)
    return { success: true, results: [] }
  })
}
