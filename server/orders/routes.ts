import type { FastifyInstance } from 'fastify'
import { orderWaybillCall } from '#domain/calls/order-waybill.ts'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/store.ts'
import type { JsonApi } from '../jsonapi/routes.ts'
import { serveCall } from '../serve-call.ts'
import { orderWaybill } from './order-waybill.ts'
import type { Carrier } from './waybill-input.ts'

export function orderRoutes(app: FastifyInstance, { config, ...parts }: JsonApi & { files: FileStore; config: Config }): void {
  const carrier = carrierOf(config)
  serveCall(app, orderWaybillCall, parts, (asked, viewer) => orderWaybill({ ...parts, ...carrier }, viewer, asked))
}

/**
 * The company's address and Y-tunnus become settings with the screen `asetukset`. The printed QR code never follows the
 * request's own Host: a waybill is shared, and whoever asks first must not choose where it leads.
 */
function carrierOf({ companyName, supportPhone, publicUrl, host, port }: Config): Carrier {
  return {
    carrier: { nimi: companyName, osoite: '', y_tunnus: '', puhelin: supportPhone ?? '' },
    publicUrl: publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  }
}
