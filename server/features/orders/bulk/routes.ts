import type { FastifyInstance } from 'fastify'
import { bulkOperationCall } from '#domain/features/orders/bulk-operation.ts'
import { changeRowsCall } from '#domain/features/orders/change-rows.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { changeRows } from './change-rows.ts'
import { changeSetsOf } from './change-sets.ts'
import { savePlanned } from './save-planned.ts'

export function bulkRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, bulkOperationCall, context, async (input, viewer, request) => {
    return savePlanned(context, await changeSetsOf(context, viewer, input), { viewer, request })
  })
  serveCall(app, changeRowsCall, context, (input, viewer, request) => changeRows(context, input, { viewer, request }), {
    keepsAnswers: true,
  })
}
