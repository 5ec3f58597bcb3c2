import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { finvoiceDayCall, finvoiceFileCall, invoicePdfCall } from '#domain/features/invoicing/invoice-files.ts'
import { invoiceOperationsCall } from '#domain/features/invoicing/invoice-operations.ts'
import { accountingSystemsCall } from '#domain/features/invoicing/providers/accounting-systems.ts'
import { missingForSendingCall } from '#domain/features/invoicing/providers/missing-for-sending.ts'
import { missingOfSeller } from '#domain/features/invoicing/seller.ts'
import { fivaldiInvoiceCall, talenomInvoiceCall } from '#domain/features/invoicing/send-invoices.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { serveCall, serveFileCall, serveTransaction } from '#server/http/serve-call.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import { invoiceQueue } from '#server/platform/background-jobs/queues.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { makeManyInvoices } from '../making/make-many-invoices.ts'
import { missingForSending } from '../making/missing-for-sending.ts'
import { finvoiceDay } from './finvoice-day.ts'
import { finvoiceFile, invoicePdfFile } from './invoice-files.ts'
import { printForPost } from './print-for-post.ts'
import { runInvoiceOperation } from './run-operation.ts'
import { type SendingParts, sendInvoice } from './send-invoice.ts'

type Parts = Context & Pick<SendingParts, 'company' | 'providers' | 'log'> & PdfMaker & { jobs: Jobs; config: Pick<Config, 'dataDir'> }

/** Invoices sent at a time by this server. */
const sentAtOnce = 4

export async function invoiceRoutes(app: FastifyInstance, { jobs, makePdf, config, ...context }: Parts): Promise<void> {
  const parts: Omit<SendingParts, 'deliver'> = { ...context, queue: (db, ids) => jobs.send(db, invoiceQueue, ids) }
  const { providers, company, pool } = parts
  for (const [name, call] of [
    ['fivaldi', fivaldiInvoiceCall],
    ['talenom', talenomInvoiceCall],
  ] as const)
    serveCall(app, call, context, ({ tilaus_ids }, viewer) => makeManyInvoices({ ...parts, viewer }, tilaus_ids, providers[name]))
  serveCall(app, missingForSendingCall, context, ({ jarjestelma, tilaus_ids }) =>
    missingForSending(context, providers[jarjestelma], tilaus_ids),
  )
  serveTransaction(app, invoiceOperationsCall, context, (input, viewer, client) => runInvoiceOperation({ ...parts, viewer, client }, input))
  serveCall(app, accountingSystemsCall, context, async () => ({
    fivaldi: providers.fivaldi.name === 'fivaldi',
    talenom: providers.talenom.name === 'talenom',
    puuttuu: missingOfSeller({ ...(await company()), ...(await storedSettings(pool)).values }),
  }))
  serveFileCall(app, finvoiceFileCall, ({ id }, viewer) => finvoiceFile(parts, viewer, id))
  serveFileCall(app, finvoiceDayCall, ({ paiva }, _viewer, signal) => finvoiceDay(pool, paiva, signal))
  serveFileCall(app, invoicePdfCall, ({ id }, viewer) => invoicePdfFile({ ...parts, makePdf }, viewer, id))
  const folder = join(config.dataDir, 'laskut', 'posti')
  const sending: SendingParts = { ...parts, deliver: (invoice) => printForPost({ makePdf, company, folder }, invoice) }
  await jobs.work(invoiceQueue, { run: (job) => sendInvoice(sending, job), batchSize: sentAtOnce, pollSeconds: 2 })
}
