import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { mailWaybillCall } from '#domain/features/waybills/mail-waybill.ts'
import { orderWaybillCall } from '#domain/features/waybills/order-waybill.ts'
import { cancelWaybillPrintCall, printWaybillsCall, waybillPrintsCall } from '#domain/features/waybills/print-calls.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import type { Jobs } from '#server/platform/background-jobs/jobs.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import type { FileStore } from '#server/platform/files/store/file-store.ts'
import { idempotentRequestOf } from '#server/platform/idempotency-keys.ts'
import type { CompanyReader, HaulageCompany } from '#server/platform/settings/company.ts'
import { mailWaybill } from './mail-waybill.ts'
import { orderWaybill } from './order-waybill.ts'
import { printWaybillsJob } from './print-job.ts'
import { cancelPrint, listPrints, requestPrint } from './prints.ts'
import type { Carrier } from './waybill-input.ts'

type WaybillDependencies = Context & PdfMaker & { files: FileStore; jobs: Jobs; config: Config; company: CompanyReader }

export function waybillRoutes(app: FastifyInstance, { config, company, jobs, ...parts }: WaybillDependencies): void {
  const partsNow = async () => ({ ...parts, ...carrierOf(await company(), config, app) })
  serveCall(app, orderWaybillCall, parts, async (input, viewer) => orderWaybill(await partsNow(), viewer, input))
  serveCall(
    app,
    mailWaybillCall,
    parts,
    async (input, viewer, request) => mailWaybill(await partsNow(), viewer, input, idempotentRequestOf(request, viewer)),
    {
      keepsAnswers: true,
    },
  )
  const job = printWaybillsJob(partsNow)
  jobs.add(job)
  serveCall(app, printWaybillsCall, parts, (input, viewer) => requestPrint({ ...parts, jobs }, job, viewer, input))
  serveCall(app, waybillPrintsCall, parts, (input, viewer) => listPrints(parts.pool, job, viewer, input))
  serveCall(app, cancelWaybillPrintCall, parts, (input, viewer) => cancelPrint({ ...parts, jobs }, job, viewer, input))
}

/**
 * The printed QR code never follows the request's own Host: a waybill is shared, and the first request must not decide
 * where it leads. Without PUBLIC_URL it leads to where the server listens.
 */
function carrierOf({ nimi, osoite, y_tunnus, puhelin, logo }: HaulageCompany, config: Config, app: FastifyInstance): Carrier {
  return {
    carrier: { nimi, osoite, y_tunnus, puhelin, logo },
    publicUrl: config.publicUrl ?? listening(config, app),
  }
}

function listening({ host, port }: Config, app: FastifyInstance): string {
  const name = host === '0.0.0.0' || host === '::' ? hostname() : host
  const bound = app.addresses().find((address) => typeof address === 'object')
  return `http://${name.includes(':') ? `[${name}]` : name}:${bound?.port ?? port}`
}
