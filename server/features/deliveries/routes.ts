import type { FastifyInstance } from 'fastify'
import { reportDelayCall } from '#domain/features/deliveries/report-delay.ts'
import { transferCall } from '#domain/features/orders/open-orders.ts'
import type { Features } from '#domain/model/features.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import type { FileParts } from '#server/platform/files/store-upload.ts'
import { pictureCalls } from './picture-calls.ts'
import { reportDelay } from './report-delay.ts'
import { transferShipments } from './transfer-shipments.ts'

type Parts = Omit<FileParts, 'withDraft'> & { drafts: string; features: () => Promise<Features> }

/** Transfers to terminals, delays, and the pictures of deliveries. */
export function deliveryRoutes(app: FastifyInstance, { drafts, ...parts }: Parts): void {
  serveCall(app, transferCall, parts, (input, viewer, request) => transferShipments(parts, input, { viewer, request }))
  serveTransaction(app, reportDelayCall, parts, (input, viewer, client) => reportDelay({ ...parts, client }, viewer, input))
  pictureCalls(app, { ...parts, withDraft: draftsIn(drafts) })
}
