import type { FastifyInstance } from 'fastify'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { allowDeviceCall, deviceNotificationsCall, stopDeviceCall } from '#domain/features/notifications/device-notifications.ts'
import { notificationOperationsCall, notificationsCall } from '#domain/features/notifications/notifications.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { allowDevice, type DeviceParts, readDevice, stopDevice } from './devices/device-calls.ts'
import { dismiss } from './dismiss.ts'
import { listBell } from './list-bell.ts'
import { storeChoices } from './queries.ts'

export function notificationRoutes(app: FastifyInstance, context: Context & DeviceParts): void {
  serveCall(app, notificationsCall, context, (_, viewer) => listBell(context, viewer))
  serveCall(app, notificationOperationsCall, context, async (input, viewer, request): Promise<OperationResults> => {
    if (input.operation === 'dismiss') return dismiss(context, { ids: input.ids, viewer, request })
    if (!viewer.roles.includes('yllapito')) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
    await storeChoices(context.pool, viewer.userId, input)
    return { success: true, results: [] }
  })
  serveCall(app, deviceNotificationsCall, context, (_, viewer, request) => readDevice(context, viewer, request))
  serveCall(app, allowDeviceCall, context, (input, viewer, request) => allowDevice(context, input, { viewer, request }))
  serveCall(app, stopDeviceCall, context, (input, viewer) => stopDevice(context, input, viewer))
}
