import type { FastifyInstance } from 'fastify'
import { priceDraftCall } from '#domain/features/prices/price-draft.ts'
import {
  changePriceListsCall,
  priceListChangesCall,
  priceListPreviewCall,
  undoPriceListChangeCall,
} from '#domain/features/prices/price-list-change.ts'
import { priceListValidityCall, validityOn } from '#domain/features/prices/price-list-validity.ts'
import { priceLogCall } from '#domain/features/prices/price-log.ts'
import { whyUnpricedCall } from '#domain/features/prices/why-unpriced.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import { serveCall, serveTransaction } from '#server/http/serve-call.ts'
import { changePriceLists, previewListChange, undoListChange } from './list-changes.ts'
import { priceDraft } from './price-draft.ts'
import { readListChanges, readListEnds } from './queries.ts'
import { whyOrderIsUnpriced } from './unpriced-orders.ts'

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
  serveCall(app, whyUnpricedCall, context, (input, viewer) => whyOrderIsUnpriced(context, viewer, input))
  serveCall(app, priceListValidityCall, context, async ({ paiva }, viewer) => {
    const day = startOfDay(paiva || context.clock())
    const lists = await readListEnds(context, viewer)
    const data = lists.map((list) => ({ id: list.id, tila: validityOn(day, list), paattyy: list.paattyy ?? 0 }))
    return { data, meta: { count: data.length } }
  })
  serveCall(app, priceListPreviewCall, context, (input, viewer) => previewListChange(context, viewer, input))
  serveTransaction(app, changePriceListsCall, context, (input, viewer, client) => changePriceLists({ ...context, client }, viewer, input))
  serveTransaction(app, undoPriceListChangeCall, context, (input, viewer, client) => undoListChange({ ...context, client }, viewer, input))
  serveCall(app, priceListChangesCall, context, (page, viewer) =>
    readListChanges(context, viewer, { offset: page['page[offset]'], limit: page['page[limit]'] }),
  )
}
