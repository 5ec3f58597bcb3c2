import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { driversTodayCall } from '#domain/calls/drivers-today.ts'
import { transferCall } from '#domain/calls/open-orders.ts'
import { orderTimelineCall } from '#domain/calls/order-timeline.ts'
import { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import type { Config } from '../config.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { FileStore } from '../ports/files/file-store.ts'
import { serveCall } from '../serve-call.ts'
import { driversToday } from './drivers-today.ts'
import { orderTimeline } from './order-timeline.ts'
import { orderWaybill } from './order-waybill.ts'
import { transferShipments } from './transfer-shipments.ts'
import type { Carrier } from './waybill-input.ts'

export function orderRoutes(app: FastifyInstance, { config, ...parts }: JsonApi & { files: FileStore; config: Config }): void {
  serveCall(app, orderWaybillCall, parts, (asked, viewer) => orderWaybill({ ...parts, ...carrierOf(config, app) }, viewer, asked))
  serveCall(app, orderTimelineCall, parts, ({ id }, viewer) => orderTimeline(parts, viewer, id))
  serveCall(app, transferCall, parts, (asked, viewer, request) => transferShipments(parts, viewer, asked, request.log))
  serveCall(app, driversTodayCall, parts, () => driversToday(parts.pool, parts.clock()))
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
