import type { FastifyInstance } from 'fastify'
import { deleteCustomersCall } from '#domain/calls/delete-customers.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { deleteCustomers } from './delete-customers.ts'

export function customerRoutes(app: FastifyInstance, parts: JsonApi): void {
  serveCall(app, deleteCustomersCall, parts, (asked, viewer) => deleteCustomers(parts, viewer, asked))
}
