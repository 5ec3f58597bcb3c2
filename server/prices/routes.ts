import type { FastifyInstance } from 'fastify'
import { priceDraftCall } from '#domain/calls/price-draft.ts'
import { priceLogCall } from '#domain/calls/price-log.ts'
import { makeReader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { flatRows, type Shown } from '../lists/flat-rows.ts'
import { serveCall } from '../serve-call.ts'
import { priceDraft } from './price-draft.ts'

const calculations: Shown = {
  fields: ['tunniste', 'aika', 'lahtotiedot', 'vaiheet', 'tulos'],
  of: { kayttaja: ['field_fullname', 'name'], asiakas: ['name'], tilaus: ['tunniste'], hinnasto: ['name'] },
}

export function priceRoutes(app: FastifyInstance, jsonApi: JsonApi): void {
  const parts = { ...jsonApi, reader: makeReader(jsonApi.model) }
  serveCall(app, priceDraftCall, parts, (asked, viewer) => priceDraft(parts, viewer, asked))
  serveCall(app, priceLogCall, parts, async ({ asiakas_id, tilaus_id, alku, loppu, ...page }, viewer) => {
    const { rows, count } = await flatRows(parts, viewer, 'hintalaskuri_log', calculations, {
      'filter[status]': 1,
      ...(asiakas_id === undefined ? {} : { 'filter[asiakas.id]': asiakas_id }),
      ...(tilaus_id === undefined ? {} : { 'filter[tilaus.id]': tilaus_id }),
      'filter[aika][condition][path]': 'aika',
      'filter[aika][condition][operator]': 'BETWEEN',
      'filter[aika][condition][value][]': [String(alku), String(loppu)],
      // Of one second too the latest comes first.
      sort: '-drupal_internal__id',
      'page[offset]': page['page[offset]'],
      'page[limit]': page['page[limit]'],
    })
    return { data: priceLogCall.output.shape.data.parse(rows), meta: { count } }
  })
}
