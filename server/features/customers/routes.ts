import type { FastifyInstance } from 'fastify'
import { deleteCustomersCall } from '#domain/features/customers/delete-customers.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { deleteCustomers } from './delete-customers.ts'

export function customerRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, deleteCustomersCall, context, (input, viewer) => deleteCustomers(context, viewer, input))
}
