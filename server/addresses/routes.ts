import type { FastifyInstance } from 'fastify'
import { addressesCall, addressSuggestionsCall } from '#domain/calls/addresses.ts'
import { postalPointsCall } from '#domain/calls/postal-points.ts'
import { askedCompany } from '../company-of.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import type { PlaceSuggestions } from '../ports/maps/place-suggestions.ts'
import { postalCodePoints } from '../ports/maps/postal-codes.ts'
import { serveCall } from '../serve-call.ts'
import { savedAddresses } from './saved-addresses.ts'
import { suggestAddresses } from './suggest-addresses.ts'

export function addressRoutes(app: FastifyInstance, parts: JsonApi & { places: PlaceSuggestions }): void {
  serveCall(app, addressesCall, parts, async ({ bundle, tyyppi, ids, asiakas_id, ...page }, viewer) => {
    const company = askedCompany(viewer, asiakas_id)
    const [limit, offset] = [page['page[limit]'], page['page[offset]']]
    const { data, count } = await savedAddresses(parts, viewer, { bundle, tyyppi, ids, asiakas_id: company, limit, offset, counted: true })
    return { data, meta: { count } }
  })
  serveCall(app, addressSuggestionsCall, parts, (asked, viewer) => suggestAddresses(parts, viewer, asked))
  serveCall(app, postalPointsCall, parts, async ({ koodit }) => {
    const data = await postalCodePoints(parts.pool, koodit)
    return { data, meta: { count: data.length } }
  })
}
