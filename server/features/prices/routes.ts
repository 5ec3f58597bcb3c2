import type { FastifyInstance } from 'fastify'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import { priceLogCall } from '#domain/features/prices/price-log.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { priceDraft } from './price-draft.ts'

const calculations = {
  fields: ['tunniste', 'aika', 'lahtotiedot', 'vaiheet', 'tulos'],
  relations: {
    kayttaja: { fields: ['field_fullname', 'name'] },
    asiakas: { fields: ['name'] },
    tilaus: { fields: ['tunniste'] },
    hinnasto: { fields: ['name'] },
  },
} as const satisfies Shape<'hintalaskuri_log'>

export function priceRoutes(app: FastifyInstance, context: Context): void {
  serveCall(app, priceDraftCall, context, (input, viewer) => priceDraft(context, viewer, input))
  serveCall(app, priceLogCall, context, async ({ asiakas_id, tilaus_id, alku, loppu, ...page }, viewer) => {
    const { rows, count } = await context.engine.list(viewer, 'hintalaskuri_log', calculations, {
      filter: { status: 1, 'asiakas.id': asiakas_id, 'tilaus.id': tilaus_id, aika: { operator: 'BETWEEN', value: [alku, loppu] } },
      // Also within one second, the latest comes first.
      sort: ['-drupal_internal__id'],
      page: { offset: page['page[offset]'], limit: page['page[limit]'] },
    })
    return { data: priceLogCall.output.shape.data.parse(rows), meta: { count } }
  })
}
