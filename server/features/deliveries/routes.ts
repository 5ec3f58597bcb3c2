import type { FastifyInstance } from 'fastify'
import { transferCall } from '#domain/features/orders/open-orders.ts'
import type { Features } from '#domain/model/features.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { draftsIn } from '#server/platform/files/drafts.ts'
import type { FileParts } from '#server/platform/files/store-upload.ts'
import { pictureCalls } from './picture-calls.ts'
import { transferShipments } from './transfer-shipments.ts'

type Parts = Omit<FileParts, 'withDraft'> & { drafts: string; features: () => Promise<Features> }

/** Transfers to terminals, and the pictures of deliveries. */
export function deliveryRoutes(app: FastifyInstance, { drafts, ...parts }: Parts): void {
  serveCall(app, transferCall, parts, (input, viewer, request) => transferShipments(parts, input, { viewer, request }))
  pictureCalls(app, { ...parts, withDraft: draftsIn(drafts) })
}
