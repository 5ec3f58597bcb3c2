import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { mailWaybillCall } from '#domain/features/waybills/mail-waybill.ts'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { cancelWaybillPrintCall, printWaybillsCall, waybillPrintsCall } from '#domain/features/waybills/print-waybills.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import type { FileStore } from '#server/platform/files/store/file-store.ts'
import { repeatOf } from '#server/platform/idempotency-keys.ts'
import { mailWaybill } from './mail-waybill.ts'
import { orderWaybill } from './order-waybill.ts'
import { printWaybillsJob } from './print-waybills.ts'
import type { Carrier } from './waybill-input.ts'
import { askForPrint, cancelPrint, listPrints } from './waybill-prints.ts'

type Given = Context & PdfMaker & { files: FileStore; jobs: Jobs; config: Config }

export function waybillRoutes(app: FastifyInstance, { config, jobs, ...parts }: Given): void {
  const partsNow = () => ({ ...parts, ...carrierOf(config, app) })
  serveCall(app, orderWaybillCall, parts, (asked, viewer) => orderWaybill(partsNow(), viewer, asked))
  serveCall(app, mailWaybillCall, parts, (asked, viewer, request) => mailWaybill(partsNow(), viewer, asked, repeatOf(request, viewer)), {
    keepsAnswers: true,
  })
  const job = printWaybillsJob(partsNow)
  jobs.add(job)
  serveCall(app, printWaybillsCall, parts, (asked, viewer) => askForPrint({ ...parts, jobs }, job, viewer, asked))
  serveCall(app, waybillPrintsCall, parts, (asked, viewer) => listPrints(parts.pool, job, viewer, asked))
  serveCall(app, cancelWaybillPrintCall, parts, (asked, viewer) => cancelPrint({ ...parts, jobs }, job, viewer, asked))
}

/**
 * The printed QR code never follows the request's own Host: a waybill is shared, and whoever asks first must not choose
 * where it leads. Without PUBLIC_URL it leads to where the server listens.
 */
function carrierOf(config: Config, app: FastifyInstance): Carrier {
  const { companyName, companyAddress, companyBusinessId, supportPhone, publicUrl } = config
  return {
    carrier: { nimi: companyName, osoite: companyAddress ?? '', y_tunnus: companyBusinessId ?? '', puhelin: supportPhone ?? '' },
    publicUrl: publicUrl ?? listening(config, app),
  }
}

function listening({ host, port }: Config, app: FastifyInstance): string {
  const name = host === '0.0.0.0' || host === '::' ? hostname() : host
  const bound = app.addresses().find((address) => typeof address === 'object')
  return `http://${name.includes(':') ? `[${name}]` : name}:${bound?.port ?? port}`
}
