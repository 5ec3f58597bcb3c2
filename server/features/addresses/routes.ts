import type { FastifyInstance } from 'fastify'
import { addressesCall, addressSuggestionsCall, providerSuggestionsCall } from '#domain/features/addresses/addresses.ts'
import { postalPointsCall } from '#domain/features/addresses/postal-points.ts'
import type { Context } from '#server/context.ts'
import { serveCall } from '#server/http/serve-call.ts'
import type { PlaceSuggestions } from '#server/platform/ports/maps/place-suggestions.ts'
import { postalCodePoints, postalCodeSuggestions } from '#server/platform/ports/maps/postal-codes.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { savedAddresses } from './queries.ts'
import { suggestAddresses, suggestProviderPlaces } from './suggest-addresses.ts'

/** `places` is null without a map provider. */
export function addressRoutes(app: FastifyInstance, { places, ...parts }: Context & { places: PlaceSuggestions | null }): void {
  const postalCodes = postalCodeSuggestions(parts.pool)
  serveCall(app, addressesCall, parts, async ({ bundle, tyyppi, ids, asiakas_id, ...page }, viewer) => {
    const customer = requestedCustomer(viewer, asiakas_id)
    const [limit, offset] = [page['page[limit]'], page['page[offset]']]
    const { data, count } = await savedAddresses(parts, viewer, { bundle, tyyppi, ids, asiakas_id: customer, limit, offset, counted: true })
    return { data, meta: { count } }
  })
  serveCall(app, addressSuggestionsCall, parts, (input, viewer) => suggestAddresses({ ...parts, postalCodes }, viewer, input))
  serveCall(app, providerSuggestionsCall, parts, ({ search }) =>
    suggestProviderPlaces({ places: places ?? postalCodes, postalCodes }, search),
  )
  serveCall(app, postalPointsCall, parts, async ({ koodit }) => {
    const data = await postalCodePoints(parts.pool, koodit)
    return { data, meta: { count: data.length } }
  })
}
