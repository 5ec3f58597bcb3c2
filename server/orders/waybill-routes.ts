import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { mailWaybillCall } from '#domain/calls/mail-waybill.ts'
import { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import { cancelWaybillPrintCall, printWaybillsCall, waybillPrintsCall } from '#domain/calls/print-waybills.ts'
import type { Config } from '../config.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { repeatOf } from '../jsonapi/repeats.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { serveCall } from '../serve-call.ts'
import { mailWaybill } from './mail-waybill.ts'
import { orderWaybill } from './order-waybill.ts'
import { printWaybillsJob } from './print-waybills.ts'
import type { PrintRoom } from './waybill/print-room.ts'
import type { Carrier } from './waybill-input.ts'
import { askForPrint, cancelPrint, listPrints } from './waybill-prints.ts'

type Given = JsonApi & { files: FileStore; prints: PrintRoom; jobs: Jobs; config: Config }

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
