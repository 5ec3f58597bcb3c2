import type { FastifyInstance } from 'fastify'
import { accountingSystemsCall } from '#domain/features/invoicing/accounting-systems.ts'
import { invoiceOperationsCall } from '#domain/features/invoicing/invoice-operations.ts'
import { missingOfSeller } from '#domain/features/invoicing/seller.ts'
import { fivaldiInvoiceCall, talenomInvoiceCall } from '#domain/features/invoicing/send-invoices.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import { invoiceQueue } from '#server/platform/background-jobs/queues.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { makeInvoices } from './make-invoices.ts'
import type { InvoicingParts } from './parts.ts'
import { runInvoiceOperation } from './run-operation.ts'
import { sendInvoice } from './send-invoice.ts'

type Parts = Context & Pick<InvoicingParts, 'company' | 'providers' | 'log'> & { jobs: Jobs }

/** Invoices sent at a time by this server. */
const sentAtOnce = 4

export async function invoiceRoutes(app: FastifyInstance, { jobs, ...context }: Parts): Promise<void> {
  const parts: InvoicingParts = { ...context, queue: (db, id) => jobs.send(db, invoiceQueue, id) }
  const { providers, company, pool } = parts
  for (const [name, call] of [
    ['fivaldi', fivaldiInvoiceCall],
    ['talenom', talenomInvoiceCall],
  ] as const)
    serveTransaction(app, call, context, ({ tilaus_ids }, viewer, client) =>
      makeInvoices({ ...parts, viewer, client }, tilaus_ids, providers[name] ? name : 'finvoice'),
    )
  serveTransaction(app, invoiceOperationsCall, context, (input, viewer, client) => runInvoiceOperation({ ...parts, viewer, client }, input))
  serveCall(app, accountingSystemsCall, context, async () => ({
    fivaldi: providers.fivaldi !== null,
    talenom: providers.talenom !== null,
    puuttuu: missingOfSeller({ ...(await company()), ...(await storedSettings(pool)).values }),
  }))
  const sending = { ...parts, deliver: async () => undefined }
  await jobs.work(invoiceQueue, { run: (job) => sendInvoice(sending, job), batchSize: sentAtOnce, pollSeconds: 2 })
}
