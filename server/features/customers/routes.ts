import type { FastifyInstance } from 'fastify'
import { companyRegisterCall } from '#domain/features/customers/company-register.ts'
import { customerMonthsCall, lastMonths } from '#domain/features/customers/customer-months.ts'
import { deleteCustomersCall } from '#domain/features/customers/delete-customers.ts'
import { mergeCustomersCall, mergePreviewCall } from '#domain/features/customers/merge-customers.ts'
import { similarCustomersCall } from '#domain/features/customers/similar-customers.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import type { CompanyRegister } from '#server/platform/ports/company-register/company-register.ts'
import { deleteCustomers } from './delete-customers.ts'
import { findCompanies } from './find-companies.ts'
import { mergeCustomers, previewMerge } from './merge-customers.ts'
import { ordersByMonth } from './queries.ts'
import { requestedCustomer } from './requested-customer.ts'
import { similarCustomers } from './similar-customers.ts'

/** `companyRegister` is null when it is not configured. */
export function customerRoutes(app: FastifyInstance, context: Context & { companyRegister: CompanyRegister | null }): void {
  serveCall(app, deleteCustomersCall, context, (input, viewer) => deleteCustomers(context, viewer, input))
  serveCall(app, similarCustomersCall, context, (input, viewer) => similarCustomers(context, viewer, input))
  serveCall(app, mergePreviewCall, context, (input, viewer) => previewMerge(context, viewer, input))
  serveTransaction(app, mergeCustomersCall, context, (input, viewer, client) => mergeCustomers({ ...context, client }, viewer, input))
  serveCall(app, customerMonthsCall, context, async ({ asiakas_id }, viewer) => {
    const customer = requestedCustomer(viewer, asiakas_id) ?? asiakas_id
    const months = lastMonths(context.clock())
    const found = new Map((await ordersByMonth(context, viewer, { customer, months })).map((row) => [row.kuukausi, row]))
    const data = months.map((kuukausi) => found.get(kuukausi) ?? { kuukausi, tilauksia: 0, summa: 0 })
    return { data, meta: { count: data.length } }
  })
  serveCall(app, companyRegisterCall, context, ({ haku }) => findCompanies(context.companyRegister, haku))
}
